package jit

import (
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// writtenOut are the methods that dataclass has made for a class, with a source; nil for other classes.
func writtenOut(th *object.Thread, t *object.Type) (*object.Dict, error) {
	if attr(th, t.Ref(), "__dataclass_fields__").IsNull() {
		return nil, nil
	}
	f, err := helper(th, "torch.jit._dataclass_impls", "methods")
	if err != nil {
		return nil, err
	}
	v, err := object.Call(th, f, t.Ref())
	d, _ := object.AsDict(v)
	return d, err
}

// compileClass is the type of a Python class in scripts. Its methods are compiled when they are needed, __init__ at once, since that makes the
// attributes.
func compileClass(th *object.Thread, t *object.Type) (*ir.Type, error) {
	if known := classType(th, t); known != nil {
		return known, nil
	}
	s := states.Of(th)
	if t.NS == nil {
		return nil, object.RuntimeErrorf("Class %s cannot be compiled", t.Name)
	}
	c := ir.NewClass(s.unique(qualifiedName(th, t.Ref())), false)
	c.Class.Source = t
	s.classes[t] = c
	written, err := writtenOut(th, t)
	if err != nil {
		return nil, err
	}
	keys, vals := t.NS.Keys(), t.NS.Values()
	var ctor *ir.Function
	for i, k := range keys {
		name, _ := object.Text(k)
		v := vals[i]
		if sm, ok := object.AsStaticMethod(v); ok {
			if f, ok := object.AsFunction(sm.Func); ok {
				fn := methodOf(th, c, f, name, nil)
				fn.Qualified = "__torch__." + name
				c.Class.Statics = append(c.Class.Statics, fn)
			}
			continue
		}
		if p, ok := object.AsProperty(v); ok {
			prop := ir.Property{}
			if f, ok := object.AsFunction(p.Get); ok && !p.Get.IsNull() {
				prop.Get = "__" + name + "_getter"
				c.Class.Methods = append(c.Class.Methods, methodOf(th, c, f, prop.Get, c))
			}
			if !p.Set.IsNull() {
				if f, ok := object.AsFunction(p.Set); ok {
					prop.Set = "__" + name + "_setter"
					c.Class.Methods = append(c.Class.Methods, methodOf(th, c, f, prop.Set, c))
				}
			}
			c.Class.Properties[name] = prop
			continue
		}
		if written != nil {
			if w, ok := written.Lookup(name); ok {
				v = w
			}
		}
		f, ok := object.AsFunction(v)
		if !ok && !strings.HasPrefix(name, "__") {
			if c.Class.Unsupported == nil {
				c.Class.Unsupported = map[string]bool{}
			}
			c.Class.Unsupported[name] = true
		}
		if !ok || strings.HasPrefix(name, "__annotat") || written != nil && (f.Code.Filename == "<string>" || strings.HasPrefix(f.Code.Filename, "<magneto>")) {
			continue
		}
		if own := f.Name.S; own != name || modifierOf(th, v) == "unused" { // another function under this name
			continue
		}
		fn := methodOf(th, c, f, name, c)
		if name == "__init__" {
			ctor = fn
		}
		c.Class.Methods = append(c.Class.Methods, fn)
	}
	if ctor != nil {
		if err := ensureOf(th, t, ctor); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// ensureOf compiles a method of a class. An error tells of the class; where that is used is added by who knows.
func ensureOf(th *object.Thread, t *object.Type, m *ir.Function) error {
	err := front.Guard(m.Ensure)
	if err == nil {
		return nil
	}
	if e, ok := err.(*front.Error); ok && e.Kind == "" {
		e.Calls = append(e.Calls, front.Call{Name: t.Name + "." + m.Name, Caller: qualifiedName(th, t.Ref())})
	}
	delete(states.Of(th).classes, t) // the next use finds it again
	return err
}

// hasSelf refuses a method without parameters.
func hasSelf(def *front.Def) error {
	if len(def.Node.Args.Args) > 0 {
		return nil
	}
	r := def.Range(def.Node)
	r.To = r.From + len("def")
	return &front.Error{Msg: "methods must have a self argument", Range: r}
}

// methodOf is a method that is compiled when it is needed; self is nil for static methods.
func methodOf(th *object.Thread, c *ir.Type, f *object.Function, name string, self *ir.Type) *ir.Function {
	fn := &ir.Function{Name: name, Qualified: c.Name + "." + name, Source: f}
	fn.Define = func() error {
		n := namesOf(th, f)
		if t, ok := c.Class.Source.(*object.Type); ok {
			n.around = states.Of(th).around[t]
			n.types[t.Name] = c
			if n.globals != nil {
				if _, found := n.globals.Lookup(t.Name); !found {
					n.extra[t.Name] = front.NewTypeClass(c)
				}
			}
		}
		def, err := defIn(th, f, fn, n)
		if err != nil {
			return err
		}
		if self != nil {
			if err := hasSelf(def); err != nil {
				return err
			}
		}
		def.Self = self
		return front.Compile(def)
	}
	return fn
}

// interfaceType is the type of a class that torch.jit.interface marks: the signatures of its methods.
func interfaceType(th *object.Thread, t *object.Type) (*ir.Type, error) {
	s := states.Of(th)
	isModule := false
	for _, b := range t.MRO {
		isModule = isModule || b.Name == "Module"
	}
	out := ir.NewInterface(s.unique(qualifiedName(th, t.Ref())), isModule, nil)
	out.Class.Source = t
	s.classes[t] = out
	keys, vals := t.NS.Keys(), t.NS.Values()
	for i, k := range keys {
		f, ok := object.AsFunction(vals[i])
		name, _ := object.Text(k)
		if !ok || strings.HasPrefix(name, "__annotat") {
			continue
		}
		p, node, _, _, err := definition(th, f)
		if err != nil {
			return nil, err
		}
		host := namesOf(th, f)
		sig := &ir.Schema{Name: name, Args: []ir.Argument{{Name: "self", Type: out}}}
		for _, a := range node.Args.Args[1:] {
			at := ir.Tensor
			if a.Annotation != nil {
				var why string
				if at, why = front.TypeExpr(a.Annotation, host); at == nil {
					return nil, object.RuntimeErrorf("%s", why)
				}
			}
			sig.Args = append(sig.Args, ir.Argument{Name: string(a.Arg), Type: at})
		}
		ret := ir.Tensor
		if node.Returns != nil {
			var why string
			if ret, why = front.TypeExpr(node.Returns, host); ret == nil {
				return nil, object.RuntimeErrorf("%s", why)
			}
		}
		sig.Returns = []ir.Argument{{Type: ret}}
		out.Class.Signatures = append(out.Class.Signatures, sig)
		_ = p
	}
	return out, nil
}

// compileSource compiles functions from text: args are the text and a function that finds names. It gives a dict of functions.
func compileSource(th *object.Thread, args, _ []Value) (Value, error) {
	src, _ := object.Text(args[0])
	p, err := parseText(th, "<string>", src)
	if err != nil {
		return object.Null, sourceError(th, src, err)
	}
	if last := src[strings.LastIndexByte(src, '\n')+1:]; strings.TrimSpace(last) != "" && strings.TrimSpace(last)[0] != '#' {
		lines := strings.Split(src, "\n")
		shown := strings.Join(lines[max(len(lines)-3, 0):], "\n")
		return object.Null, object.RuntimeErrorf("expected newline but found 'eof' here:\n  File \"<string>\", line %d\n%s", len(lines), shown)
	}
	out := object.NewDict()
	host := &names{th: th, closure: map[string]Value{}, extra: map[string]front.Sugared{}, types: map[string]*ir.Type{}}
	if len(args) > 1 {
		if d, ok := object.AsDict(args[1]); ok {
			host.globals = d
		}
	}
	for _, st := range p.tree.Root.(*ast.Module).Body {
		d := &front.Def{Tree: p.tree, Source: &ir.Source{File: "<string>", Text: p.text, FirstLine: 1, Script: true}, Host: host}
		name := ""
		if def, ok := st.(*ast.FunctionDef); ok {
			name = string(def.Name)
		}
		def, err := definitionIn(d, st, host.extra[name] != nil)
		if err != nil {
			return object.Null, err
		}
		fn := &ir.Function{Name: name, Qualified: "__torch__." + name}
		d.Func, d.Node = fn, def
		if d.KeywordDefaults, err = keywordDefaults(th, p, def.Args); err != nil {
			return object.Null, err
		}
		for _, x := range def.Args.Defaults {
			c, err := literalConstant(th, p, x)
			if err != nil {
				return object.Null, err
			}
			d.Defaults = append(d.Defaults, c)
		}
		fn.Define = func() error {
			if err := typeComments(def, d, headLines(p, def)); err != nil {
				return err
			}
			return front.Compile(d)
		}
		host.extra[fn.Name] = front.NewFunc(fn)
		out.Put(fn.Name, functionObject(fn))
	}
	for _, v := range out.Values() {
		f, _ := payload[*ir.Function](v)
		if err := ensure(th, f); err != nil {
			return object.Null, err
		}
	}
	return out.Ref(), nil
}

// literalConstant is a default in a source text.
func literalConstant(th *object.Thread, p *parsedFile, x ast.Expr) (ir.Constant, error) {
	f, err := helper(th, "ast", "literal_eval")
	if err != nil {
		return ir.Constant{}, err
	}
	text := p.tree.Text(x)
	if text == "inf" {
		text = "1e999"
	}
	v, err := object.Call(th, f, object.NewStr(text))
	if err != nil {
		return ir.Constant{}, err
	}
	c, ok := constantOf(th, v)
	if !ok {
		return c, object.RuntimeErrorf("a default of this kind is not supported: %s", text)
	}
	return c, nil
}

// expectedBy is the token that the script parser would have wanted where Python's found a mistake; within is the bracket that would close what is open there.
func expectedBy(e *object.Exception, found string, within byte) string {
	text, _ := object.Text(e.Attr("msg"))
	switch {
	case strings.HasPrefix(text, "expected ':'"):
		return ":"
	case strings.HasPrefix(text, "unexpected indent"):
		return "newline"
	case strings.HasSuffix(text, "was never closed"):
		return map[byte]string{'[': "]", '(': ")", '{': "}"}[text[1]]
	case strings.HasPrefix(text, "unterminated string"):
		return "a valid token"
	case strings.HasPrefix(text, "expected 'else'"):
		return "else"
	case strings.HasPrefix(text, "invalid syntax") && within != 0:
		return string(within)
	case strings.HasPrefix(text, "invalid syntax") && (found == "ident" || found == "number" || found == "string"): // an operand behind an operand
		return "newline"
	}
	return "ident"
}

// openBracket is the bracket that closes the innermost one that is open behind a text; 0 if none is.
func openBracket(text string) byte {
	var open []byte
	for _, c := range []byte(text) {
		switch c {
		case '(':
			open = append(open, ')')
		case '[', '{':
			open = append(open, c+2)
		case ')', ']', '}':
			open = open[:max(len(open)-1, 0)]
		}
	}
	if len(open) == 0 {
		return 0
	}
	return open[len(open)-1]
}

// refusedTarget is what the script parser says of an expression that is assigned to and cannot be, "" for other errors.
func refusedTarget(text string) string {
	switch {
	case strings.Contains(text, "illegal expression for augmented assignment"):
		if strings.HasPrefix(text, "'tuple'") || strings.HasPrefix(text, "'list'") {
			return " augmented assignment can only have one LHS expression"
		}
		return "unexpected expression on left-hand side of augmented assignment"
	case strings.HasPrefix(text, "cannot assign to ") && strings.Contains(text, "Maybe you meant '=='"):
		return "unexpected expression on left-hand side of assignment"
	}
	return ""
}

// sourceError is a syntax error in the words of the script parser.
func sourceError(th *object.Thread, src string, err error) error {
	e, ok := err.(*object.Exception)
	if !ok {
		return err
	}
	line, _ := e.Attr("lineno").AsInt()
	col, _ := e.Attr("offset").AsInt()
	lines := strings.SplitAfter(src, "\n")
	at := 0
	for i := 0; i < int(line)-1 && i < len(lines); i++ {
		at += len(lines[i])
	}
	at = min(max(at+int(col)-1, 0), len(src))
	text, _ := object.Text(e.Attr("msg"))
	if what := refusedTarget(text); what != "" {
		to, _ := e.Attr("end_offset").AsInt()
		to = min(to-col+int64(at), int64(len(src)))
		if inner := src[at:to]; strings.HasSuffix(inner, ")") && inner[0] != '(' { // a call ends where its arguments do
			to--
		}
		return object.RuntimeErrorf("\n%s:\n%s", what, ir.Highlight("<string>", src, at, int(to)))
	}
	found, end := ir.TokenAt(src, at)
	within := openBracket(src[:at])
	if strings.HasPrefix(text, "invalid syntax. ") && within != 0 { // which is about two operands
		at = end + len(src[end:]) - len(strings.TrimLeft(src[end:], " "))
		found, end = ir.TokenAt(src, at)
	}
	return object.RuntimeErrorf("expected %s but found '%s' here:\n%s", expectedBy(e, found, within), found, ir.Highlight("<string>", src, at, max(end, at+1)))
}
