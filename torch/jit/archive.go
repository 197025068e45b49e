package jit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// sources writes the classes and functions that a module needs as source files.
type sources struct {
	printer ir.CodePrinter
	order   []string
	files   map[string]*strings.Builder
	done    map[string]bool
	version int64 // the oldest that has the operators as they are called
	apart   apart
}

// exportCode gives the source files of a module or function as a dict of texts, the list of the tensors that they name, a dict of the places that the parts of the files
// come from, and the version of archives that has their operators.
func exportCode(th *object.Thread, args, _ []Value) (Value, error) {
	s := &sources{printer: ir.CodePrinter{Places: &ir.Places{}}, files: map[string]*strings.Builder{}, done: map[string]bool{}, version: 3,
		apart: apart{map[string]any{}, map[any]bool{}, states.Of(th).unique}}
	var err error
	if f, ok := payload[*ir.Function](args[0]); ok {
		t := wrapFunction(f)
		err = s.class(t)
	} else {
		o := mustPayload[*exec.Object](args[0])
		if err = s.class(o.Type); err == nil {
			err = s.held(o)
		}
	}
	if err != nil {
		return object.Null, raised(th, err)
	}
	d, places := object.NewDict(), object.NewDict()
	for _, name := range s.order {
		text, table := s.printer.Places.Unmark(s.files[name].String())
		d.Put(name, object.NewStr(text))
		places.Put(name, tableOf(table))
	}
	consts := object.NewList()
	for _, c := range s.printer.Apart {
		v, err := exec.ConstantValue(th, runtimeOf(th), c)
		if err != nil {
			return object.Null, err
		}
		consts.Items = append(consts.Items, v)
	}
	return object.NewTuple(d.Ref(), consts.Ref(), places.Ref(), object.Int(s.version)).Ref(), nil
}

// wrapFunction is a module with a function as its forward, which is what an archive of a function holds.
func wrapFunction(f *ir.Function) *ir.Type {
	t := ir.NewClass("__torch__.PlaceholderModule", true)
	g := ir.NewGraph()
	self := g.Block.AddInput("self", t)
	_ = self
	var ins []*ir.Value
	schema := *f.Schema
	schema.Name = "forward"
	schema.Args = append([]ir.Argument{{Name: "self", Type: t}}, f.Schema.Args...)
	for i, v := range f.Graph.Inputs() {
		in := g.Block.AddInput("", v.Type)
		in.SetName(f.Schema.Args[i].Name)
		ins = append(ins, in)
	}
	for i := range schema.Args {
		schema.Args[i].HasDef = false
	}
	for _, v := range g.InsertGraph(f.Graph, ins) {
		g.Block.AddOutput(v)
	}
	t.Class.Attrs = []ir.Attr{{Name: "training", Type: ir.Bool}}
	t.Class.Methods = []*ir.Function{{Name: "forward", Qualified: t.Name + ".forward", Graph: g, Schema: &schema}}
	return t
}

func (s *sources) file(qualified string) *strings.Builder {
	module := qualified[:strings.LastIndexByte(qualified, '.')]
	name := strings.ReplaceAll(module, ".", "/") + ".py"
	b := s.files[name]
	if b == nil {
		b = &strings.Builder{}
		s.files[name] = b
		s.order = append(s.order, name)
	}
	return b
}

// class writes a class behind those that it needs.
func (s *sources) class(t *ir.Type) error {
	s.apart.typ(t)
	if s.done[t.Name] {
		return nil
	}
	s.done[t.Name] = true
	switch t.Kind {
	case ir.TupleKind:
		return s.tuple(t)
	case ir.EnumKind:
		return s.enum(t)
	case ir.InterfaceKind:
		return s.iface(t)
	}
	c := t.Class
	var methods []string
	written := map[*ir.Function]bool{}
	for _, hook := range slices.Concat(c.Hooks, c.PreHooks) {
		if err := hook.Ensure(); err != nil {
			return err
		}
	}
	for _, m := range slices.Concat(c.Methods, c.Hooks, c.PreHooks) {
		if m.Graph == nil || written[m] {
			continue
		}
		written[m] = true
		text, err := s.function(m)
		if err != nil {
			return err
		}
		methods = append(methods, text)
	}
	for _, a := range c.Attrs {
		if err := s.types(a.Type); err != nil {
			return err
		}
	}
	b := s.file(t.Name)
	base := ""
	if c.Module {
		base = "(Module)"
	}
	fmt.Fprintf(b, "class %s%s:\n", shortName(t), base)
	if c.Module {
		for _, group := range []struct {
			name string
			in   func(a *ir.Attr) bool
		}{{"__parameters__", func(a *ir.Attr) bool { return a.Param }}, {"__buffers__", func(a *ir.Attr) bool { return a.Buffer }}} {
			b.WriteString("  " + group.name + " = [")
			for i := range c.Attrs {
				if group.in(&c.Attrs[i]) && !c.Attrs[i].Type.IsNone() {
					b.WriteString(ir.QuoteText(c.Attrs[i].Name) + ", ")
				}
			}
			b.WriteString("]\n")
		}
		for _, hooks := range []struct {
			name string
			list []*ir.Function
		}{{"__forward_pre_hooks__", c.PreHooks}, {"__forward_hooks__", c.Hooks}} {
			if len(hooks.list) == 0 {
				continue
			}
			b.WriteString("  " + hooks.name + " = [")
			for _, f := range hooks.list {
				b.WriteString(ir.QuoteText(f.Name) + ", ")
			}
			b.WriteString("]\n")
		}
	}
	for _, a := range c.Attrs {
		if !identifier.MatchString(a.Name) {
			fmt.Fprintf(b, "  __annotations__[%s] = %s\n", ir.QuoteText(a.Name), a.Type.Annotation())
			continue
		}
		fmt.Fprintf(b, "  %s : %s\n", a.Name, a.Type.Annotation())
	}
	for _, name := range sortedKeys(c.Constants) {
		k := c.Constants[name]
		if _, isTensor := k.V.(ir.TensorConst); !isTensor && k.V != nil {
			fmt.Fprintf(b, "  %s : Final[%s] = %s\n", name, k.TypeOf().Annotation(), k.Text())
		}
	}
	for _, m := range methods {
		b.WriteString(m)
	}
	return nil
}

// function is the text of a method; what it needs is written first.
func (s *sources) function(m *ir.Function) (string, error) {
	text := s.printer.Function(m, false)
	var b strings.Builder
	head := true // the parameters stand as in a function that is no method
	for line := range strings.Lines(text) {
		if !head || strings.HasPrefix(line, "def ") {
			b.WriteString("  ")
		}
		b.WriteString(line)
		head = head && !strings.HasSuffix(line, ":\n")
	}
	return b.String(), s.needs(m.Graph)
}

// needs writes the classes and functions that a graph names.
func (s *sources) needs(g *ir.Graph) error {
	var err error
	visit := func(v *ir.Value) {
		if e := s.types(v.Type); e != nil && err == nil {
			err = e
		}
	}
	for _, v := range g.Inputs() {
		visit(v)
	}
	g.Block.Walk(func(n *ir.Node) {
		s.version = max(s.version, versionOf(n))
		for _, v := range n.Outputs {
			visit(v)
		}
		if sub, ok := n.Attr("Subgraph").(*ir.Graph); ok && err == nil {
			err = s.needs(sub)
		}
		if n.Kind == "prim::PythonOp" {
			err = &front.Error{Range: n.Range, Msg: fmt.Sprintf("Could not export Python function call '%s'. Remove calls to Python functions before export. "+
				"Did you forget to add @script or @script_method annotation? If this is a nn.ModuleList, add it to __constants__", n.StrAttr("name"))}
		}
		if len(n.Outputs) == 1 {
			if c, ok := n.Outputs[0].ConstantOf(); ok {
				if f, ok := c.V.(*ir.FunctionConst); ok && err == nil {
					err = s.free(f.F)
				}
			}
		}
	})
	return err
}

// free writes a function that is no method.
func (s *sources) free(f *ir.Function) error {
	if s.done[f.Qualified] {
		return nil
	}
	s.done[f.Qualified] = true
	if err := f.Ensure(); err != nil {
		return err
	}
	text := s.printer.Function(f, false)
	if err := s.needs(f.Graph); err != nil {
		return err
	}
	s.file(f.Qualified).WriteString(text)
	return nil
}

func (s *sources) types(t *ir.Type) error {
	for _, e := range t.Elem {
		if err := s.types(e); err != nil {
			return err
		}
	}
	if t.Class != nil && !t.Class.Native || t.Kind == ir.TupleKind && t.Name != "" {
		return s.class(t)
	}
	return nil
}

func (s *sources) tuple(t *ir.Type) error {
	for _, e := range t.Elem {
		if err := s.types(e); err != nil {
			return err
		}
	}
	b := s.file(t.Name)
	fmt.Fprintf(b, "class %s(NamedTuple):\n", t.Name[strings.LastIndexByte(t.Name, '.')+1:])
	for i, f := range t.Fields {
		fmt.Fprintf(b, "  %s : %s\n", f, t.Elem[i].Annotation())
	}
	return nil
}

func (s *sources) enum(t *ir.Type) error {
	b := s.file(t.Name)
	fmt.Fprintf(b, "class %s(Enum):\n", shortName(t))
	for _, m := range t.Class.Enumerators {
		fmt.Fprintf(b, "  %s = %s\n", m.Name, m.Value.Text())
	}
	return nil
}

// importer compiles the sources of an archive.
type importer struct {
	th     *object.Thread
	files  map[string]*parsedFile
	types  map[string]*ir.Type
	funcs  map[string]*ir.Function
	consts []Value
}

// importCode makes an importer: args are a dict of texts, a list of tensors, and a dict of the places that the parts of the texts come from.
func importCode(th *object.Thread, args, _ []Value) (Value, error) {
	im := &importer{th: th, files: map[string]*parsedFile{}, types: map[string]*ir.Type{}, funcs: map[string]*ir.Function{}}
	d, _ := object.AsDict(args[0])
	vals := d.Values()
	for i, k := range d.Keys() {
		p, err := parseText(th, textArg(k), textArg(vals[i]))
		if err != nil {
			return object.Null, err
		}
		im.files[textArg(k)] = p
		p.whole = &ir.Source{File: "code/" + textArg(k), Text: p.text, FirstLine: 1, Script: true}
		if places, ok := object.AsDict(args[2]); ok {
			if table, ok := places.Lookup(textArg(k)); ok {
				if p.whole.Origins, err = originsOf(th, table); err != nil {
					return object.Null, err
				}
			}
		}
	}
	items, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	im.consts = slices.Clone(items)
	return object.NewNative(exec.FutureType, im), nil
}

// importObject makes an object: args are the importer, the qualified name, and a dict of the
// attributes' values, or None where the object's __setstate__ gives them.
func importObject(th *object.Thread, args, _ []Value) (Value, error) {
	im, ok := payload[*importer](args[0])
	if !ok {
		return object.Null, object.TypeErrorf("an importer is expected")
	}
	name, attrs := textArg(args[1]), args[2]
	var out Value
	err := front.Guard(func() error {
		t := im.named(name)
		if t == nil {
			return object.RuntimeErrorf("the archive has no class %s", name)
		}
		o := &exec.Object{Type: t, Slots: make([]Value, len(t.Class.Attrs))}
		d, filled := object.AsDict(attrs)
		for i, a := range t.Class.Attrs {
			if !filled {
				o.Slots[i] = object.None
				continue
			}
			v, ok := d.Lookup(a.Name)
			if !ok {
				if a.Type.MayBeNone() {
					o.Slots[i] = object.None
					continue
				}
				return object.RuntimeErrorf("the archive has no value for attribute %s of %s", a.Name, name)
			}
			x, fit := fits(th, v, a.Type, true)
			if !fit {
				return object.RuntimeErrorf("the archive's value for attribute %s of %s is no %s", a.Name, name, a.Type.Annotation())
			}
			o.Slots[i] = x
		}
		for _, m := range t.Class.Methods {
			if err := m.Ensure(); err != nil {
				return err
			}
		}
		out = object.NewNative(exec.ObjectType, o)
		return nil
	})
	return out, raised(th, err)
}

// identifier is what may stand as a name in code; other attributes are named by strings.
var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// importEnum is the Python class of an enumeration of the archive: args are the importer and the qualified name.
func importEnum(th *object.Thread, args, _ []Value) (Value, error) {
	im, ok := payload[*importer](args[0])
	if !ok {
		return object.Null, object.TypeErrorf("an importer is expected")
	}
	name := textArg(args[1])
	var out Value
	err := front.Guard(func() error {
		if t := im.named(name); t != nil && t.Kind == ir.EnumKind {
			if cls, ok := t.Class.Source.(*object.Type); ok {
				out = cls.Ref()
				return nil
			}
		}
		return object.RuntimeErrorf("the archive has no enumeration %s", name)
	})
	return out, raised(th, err)
}

func (im *importer) Resolve(e *front.Emitter, name string, r ir.Range) front.Sugared {
	switch name {
	case "torch":
		return importedNames{front.Base{Name: "module"}, im, "aten::"}
	case "ops":
		return importedNames{front.Base{Name: "module"}, im, "ops"}
	case "CONSTANTS":
		return importedNames{front.Base{Name: "module"}, im, "CONSTANTS"}
	case "__torch__":
		return importedPath{front.Base{Name: "module"}, im, "__torch__"}
	}
	return nil
}

// ResolveGeneric finds nothing: archives name generics by their own names.
func (im *importer) ResolveGeneric(ast.Expr) string { return "" }

func (im *importer) ResolveType(x ast.Expr) *ir.Type {
	if name := path(x); strings.HasPrefix(name, "__torch__.") {
		return im.named(name)
	}
	return nil
}

func path(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Name:
		return string(x.Id)
	case *ast.Attribute:
		return path(x.Value) + "." + string(x.Attr)
	}
	return ""
}

// NestsFunctions says that the sources of archives write forks as functions in functions.
func (im *importer) NestsFunctions() {}

func (im *importer) Operators(name string) []*ir.Schema { return customSchemas(im.th, name) }

func (im *importer) Fold(n *ir.Node, args []ir.Constant) ([]ir.Constant, bool) {
	return runtimeOf(im.th).Fold(n, args)
}

// importedNames are the operators of a namespace, or the constants.
type importedNames struct {
	front.Base
	im    *importer
	space string
}

func (n importedNames) Attr(e *front.Emitter, r ir.Range, name string) front.Sugared {
	switch n.space {
	case "ops":
		return importedNames{n.Base, n.im, name + "::"}
	case "CONSTANTS":
		i := 0
		if _, err := fmt.Sscanf(name, "c%d", &i); err != nil || i < 0 || i >= len(n.im.consts) {
			front.Fail(r, "the archive has no constant %s", name)
		}
		c, ok := heldConstant(n.im.th, n.im.consts[i])
		if !ok {
			front.Fail(r, "constant %s cannot be read", name)
		}
		return front.Constant{Base: front.Base{Name: "constant"}, C: c}
	}
	return front.NewBuiltin(n.space + name)
}

// importedPath is a dotted name that leads to a class or function of the archive.
type importedPath struct {
	front.Base
	im   *importer
	path string
}

func (p importedPath) Attr(e *front.Emitter, r ir.Range, name string) front.Sugared {
	full := p.path + "." + name
	if t := p.im.named(full); t != nil {
		return front.NewTypeClass(t)
	}
	if f := p.im.function(full); f != nil {
		return front.NewFunc(f)
	}
	return importedPath{p.Base, p.im, full}
}

func (im *importer) home(qualified string) (*parsedFile, string) {
	dot := strings.LastIndexByte(qualified, '.')
	if dot < 0 {
		return nil, ""
	}
	return im.files[strings.ReplaceAll(qualified[:dot], ".", "/")+".py"], qualified[dot+1:]
}

// function is a function of the archive, nil without one.
func (im *importer) function(qualified string) *ir.Function {
	if f := im.funcs[qualified]; f != nil {
		return f
	}
	p, name := im.home(qualified)
	if p == nil {
		return nil
	}
	for _, st := range p.tree.Root.(*ast.Module).Body {
		if def, ok := st.(*ast.FunctionDef); ok && string(def.Name) == name {
			f := im.define(p, def, qualified, nil)
			im.funcs[qualified] = f
			return f
		}
	}
	return nil
}

// define is a function or method that is compiled when it is needed.
func (im *importer) define(p *parsedFile, def *ast.FunctionDef, qualified string, self *ir.Type) *ir.Function {
	fn := &ir.Function{Name: string(def.Name), Qualified: qualified}
	fn.Define = func() error {
		d := &front.Def{Func: fn, Tree: p.tree, Node: def, Source: p.whole, Host: im, Self: self}
		for _, x := range def.Args.Defaults {
			c, err := literalConstant(im.th, p, x)
			if err != nil {
				return err
			}
			d.Defaults = append(d.Defaults, c)
		}
		return front.Compile(d)
	}
	return fn
}

// named is a class of the archive, nil without one.
func (im *importer) named(qualified string) *ir.Type {
	if t := im.types[qualified]; t != nil {
		return t
	}
	if t := ir.NativeClass(qualified); t != nil {
		return t
	}
	p, name := im.home(qualified)
	if p == nil {
		return nil
	}
	for _, st := range p.tree.Root.(*ast.Module).Body {
		if def, ok := st.(*ast.ClassDef); ok && string(def.Name) == name {
			return im.class(p, def, qualified)
		}
	}
	return nil
}

func (im *importer) class(p *parsedFile, def *ast.ClassDef, qualified string) *ir.Type {
	base := ""
	if len(def.Bases) > 0 {
		base = path(def.Bases[0])
	}
	switch base {
	case "NamedTuple":
		return im.namedTuple(def, qualified, qualified)
	case "Enum":
		return im.enum(p, def, qualified, qualified)
	case "Interface", "ModuleInterface":
		return im.iface(def, qualified, qualified, base == "ModuleInterface")
	}
	own := qualified // what is loaded is for itself
	t := ir.NewClass(own, base == "Module")
	im.types[qualified] = t
	groups := map[string][]string{}
	for _, st := range def.Body {
		switch st := st.(type) {
		case *ast.Assign:
			im.assignment(t, groups, st)
		case *syntax.AnnAssign:
			name, ok := st.Target.(*ast.Name)
			if !ok {
				continue
			}
			at, why := front.TypeExpr(st.Annotation, im)
			if at == nil {
				front.Check(object.RuntimeErrorf("%s", why))
			}
			if st.Value != nil {
				c, err := literalConstant(im.th, p, st.Value)
				if err != nil {
					front.Check(object.RuntimeErrorf("the archive's constant %s of %s is no literal", string(name.Id), own))
				}
				t.Class.Constants[string(name.Id)] = c
				continue
			}
			t.Class.Attrs = append(t.Class.Attrs, ir.Attr{Name: string(name.Id), Type: at})
		case *ast.FunctionDef:
			t.Class.Methods = append(t.Class.Methods, im.define(p, st, own+"."+string(st.Name), t))
		}
	}
	for i := range t.Class.Attrs {
		a := &t.Class.Attrs[i]
		a.Param = slices.Contains(groups["__parameters__"], a.Name)
		a.Buffer = slices.Contains(groups["__buffers__"], a.Name)
	}
	hooks := map[*ir.Function]bool{}
	pick := func(names []string) (list []*ir.Function) {
		for _, name := range names {
			if f := t.Class.Method(name); f != nil {
				list = append(list, f)
				hooks[f] = true
			}
		}
		return list
	}
	t.Class.PreHooks, t.Class.Hooks = pick(groups["__forward_pre_hooks__"]), pick(groups["__forward_hooks__"])
	t.Class.Methods = slices.DeleteFunc(t.Class.Methods, func(f *ir.Function) bool { return hooks[f] })
	return t
}

// assignment reads __parameters__, __buffers__, the lists of hooks, and annotations of names that are numbers.
func (im *importer) assignment(t *ir.Type, groups map[string][]string, st *ast.Assign) {
	switch target := st.Targets[0].(type) {
	case *ast.Name:
		if list, ok := st.Value.(*ast.List); ok {
			for _, x := range list.Elts {
				if c, ok := x.(*syntax.Constant); ok {
					s, _ := c.Value.(string)
					groups[string(target.Id)] = append(groups[string(target.Id)], s)
				}
			}
		}
	case *ast.Subscript:
		index, ok := target.Slice.(*ast.Index)
		if !ok {
			return
		}
		c, ok := index.Value.(*syntax.Constant)
		if !ok {
			return
		}
		name, ok := c.Value.(string)
		if !ok {
			return
		}
		at, why := front.TypeExpr(st.Value, im)
		if at == nil {
			front.Check(object.RuntimeErrorf("%s", why))
		}
		t.Class.Attrs = append(t.Class.Attrs, ir.Attr{Name: name, Type: at})
	}
}

func (im *importer) namedTuple(def *ast.ClassDef, qualified, own string) *ir.Type {
	var fields []string
	var elem []*ir.Type
	for _, st := range def.Body {
		if a, ok := st.(*syntax.AnnAssign); ok {
			at, why := front.TypeExpr(a.Annotation, im)
			if at == nil {
				front.Check(object.RuntimeErrorf("%s", why))
			}
			fields, elem = append(fields, path(a.Target)), append(elem, at)
		}
	}
	t := ir.NamedTupleOf(own, fields, elem, nil)
	im.types[qualified] = t
	f, err := helper(im.th, "torch.jit._serialization", "_named_tuple")
	front.Check(err)
	cls, err := object.Call(im.th, f, object.NewStr(string(def.Name)), object.StrList(fields))
	front.Check(err)
	if c, ok := object.AsType(cls); ok {
		states.Of(im.th).tuples[tupleKey(t)] = c
	}
	return t
}

func (im *importer) enum(p *parsedFile, def *ast.ClassDef, qualified, own string) *ir.Type {
	d := object.NewDict()
	var list []ir.Enumerator
	for _, st := range def.Body {
		if a, ok := st.(*ast.Assign); ok {
			c, err := literalConstant(im.th, p, a.Value)
			front.Check(err)
			v, err := exec.ConstantValue(im.th, runtimeOf(im.th), c)
			front.Check(err)
			d.Put(path(a.Targets[0]), v)
			list = append(list, ir.Enumerator{Name: path(a.Targets[0]), Value: c})
		}
	}
	if len(list) == 0 {
		return nil
	}
	t := ir.NewEnum(own, list[0].Value.TypeOf(), list)
	im.types[qualified] = t
	f, err := helper(im.th, "torch.jit._serialization", "_enum")
	front.Check(err)
	cls, err := object.Call(im.th, f, object.NewStr(string(def.Name)), d.Ref())
	front.Check(err)
	if c, ok := object.AsType(cls); ok {
		t.Class.Source = c
	}
	return t
}
