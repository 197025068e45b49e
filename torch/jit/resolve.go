package jit

import (
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// names is the front end's view of the names around a function: its closure, its module, the builtins.
type names struct {
	th      *object.Thread
	globals *object.Dict
	closure map[string]Value
	// extra are names that come before the others.
	extra map[string]front.Sugared
	types map[string]*ir.Type
	def   *front.Def // that they are the names of, nil where that is no function of a file
	// around are the variables of the function in which a class is compiled, which come behind the others; nil for what is no class.
	around *object.Dict
}

func namesOf(th *object.Thread, f *object.Function) *names {
	n := &names{th: th, globals: f.Globals, closure: map[string]Value{}, extra: map[string]front.Sugared{}, types: map[string]*ir.Type{}}
	if annotate, ok := object.AsFunction(attr(th, f.Ref(), "__annotate__")); ok {
		n.addClosure(annotate) // which has what annotations alone name
	}
	n.addClosure(f)
	return n
}

func (n *names) addClosure(f *object.Function) {
	for i, cell := range f.Closure.All() {
		if i < len(f.Code.FreeVars) && !cell.V.IsNull() {
			n.closure[f.Code.FreeVars[i]] = cell.V
		}
	}
}

// InlinesEverything says whether scripts are compiled with what they call in its place.
func (n *names) InlinesEverything() bool { return isSet(n.th, "inline_everything") }

// After remembers the graphs of functions while somebody looks.
func (n *names) After(f *ir.Function, step string, g *ir.Graph) {
	g.Log = logOf(n.th)
	states.Of(n.th).noteStep(f, step, g)
}

// homeGlobals are the globals of the module that a class was defined in.
func homeGlobals(th *object.Thread, t *object.Type) *object.Dict {
	module := attrText(th, t.Ref(), "__module__")
	if m, ok := interp.MachineOf(th).Modules.Lookup(module); ok {
		return object.InstanceDict(m)
	}
	return nil
}

func (n *names) lookup(name string) Value {
	if v, ok := n.closure[name]; ok {
		return v
	}
	if n.globals != nil {
		if v, ok := n.globals.Lookup(name); ok {
			return v
		}
	}
	if n.around != nil {
		if v, ok := n.around.Lookup(name); ok {
			return v
		}
	}
	if b, ok := interp.MachineOf(n.th).Modules.Lookup("builtins"); ok {
		return attr(n.th, b, name)
	}
	return object.Null
}

func (n *names) Resolve(e *front.Emitter, name string, r ir.Range) front.Sugared {
	if s := n.extra[name]; s != nil {
		return s
	}
	v := n.lookup(name)
	if v.IsNull() || v.IsNone() {
		return nil
	}
	if t, ok := object.AsType(v); ok && n.def != nil {
		defer n.noteCall(e, t, r)
	}
	if isPlainValue(v) { // only attributes of modules are compiled in
		return newPyValue(n.th, v)
	}
	return sugared(n.th, v, r, name)
}

// used adds to an error in a class that the function led to it.
func (n *names) used(e *front.Error, t *object.Type) {
	e.Calls = append(e.Calls, front.Call{Name: qualifiedName(n.th, t.Ref()), Caller: n.def.Caller()})
}

// noteCall adds to an error in a class where the class is used.
func (n *names) noteCall(e *front.Emitter, t *object.Type, r ir.Range) {
	p := recover()
	if p == nil {
		return
	}
	if failed, ok := p.(*front.Error); ok && failed.Range.Source != nil && failed.Range.Source != r.Source {
		n.used(failed, t)
		failed.PlaceCalls(r, e.Pending())
	}
	panic(p)
}

// isPlainValue says whether a value is a number, a text or a container of Python, or one of what tensors are made with.
func isPlainValue(v Value) bool {
	switch v.Type() {
	case object.IntType, object.FloatType, object.BoolType, object.StrType, object.ComplexType, object.TupleType, object.ListType:
		return true
	}
	n, _ := object.AsNative(v)
	if n == nil {
		return false
	}
	switch n.V.(type) {
	case tensor.DType, tensor.Device, tensor.Layout, tensor.MemoryFormat:
		return true
	}
	return false
}

// evaluate is a dotted name as a Python value.
func (n *names) evaluate(x ast.Expr) Value {
	switch x := x.(type) {
	case *ast.Name:
		return n.lookup(string(x.Id))
	case *ast.Attribute:
		if base := n.evaluate(x.Value); !base.IsNull() {
			return attr(n.th, base, string(x.Attr))
		}
	}
	return object.Null
}

func (n *names) ResolveType(x ast.Expr) *ir.Type {
	if name, ok := x.(*ast.Name); ok {
		if t := n.types[string(name.Id)]; t != nil {
			return t
		}
	}
	v := n.evaluate(x)
	if v.IsNull() {
		return nil
	}
	if t := typeOf(n.th, v); t != nil {
		return t
	}
	if t, ok := object.AsType(v); ok && t.Module != "typing" && !slices.Contains([]string{"typing", "builtins", "torch"}, attrText(n.th, v, "__module__")) && !isModuleClass(n.th, t) {
		c, err := usedClass(n.th, t)
		if e, ok := err.(*front.Error); ok && n.def != nil {
			n.used(e, t)
		}
		front.Check(err)
		return c
	}
	return nil
}

// ResolveGeneric is the name of typing's generic, or of the built-in container, that a name of the program has for its value.
func (n *names) ResolveGeneric(x ast.Expr) string {
	v := n.evaluate(x)
	if v.IsNull() {
		return ""
	}
	if t, ok := object.AsType(v); ok && isPlainGeneric(t) {
		return t.Name
	}
	if attrText(n.th, v, "__module__") != "typing" {
		return ""
	}
	if name := attrText(n.th, v, "_name"); name != "" {
		return name
	}
	return attrText(n.th, v, "__name__") // of Union, which is a class
}

// isModuleClass says whether a class is one of modules, which are no types of scripts.
func isModuleClass(th *object.Thread, t *object.Type) bool {
	return slices.ContainsFunc(t.MRO, func(b *object.Type) bool {
		return b.Name == "Module" && attrText(th, b.Ref(), "__module__") == "torch.nn.modules.module"
	})
}

func isPlainGeneric(t *object.Type) bool {
	return t == object.TupleType || t == object.DictType || t == object.ListType
}

func (n *names) Operators(name string) []*ir.Schema { return customSchemas(n.th, name) }

func (n *names) Fold(node *ir.Node, args []ir.Constant) ([]ir.Constant, bool) {
	return runtimeOf(n.th).Fold(node, args)
}

// typeOfText reads an annotation that is text.
func typeOfText(th *object.Thread, p *parsedFile, globals *object.Dict) *ir.Type {
	m, ok := p.tree.Root.(*ast.Module)
	if !ok || len(m.Body) != 1 {
		return nil
	}
	x, ok := m.Body[0].(*ast.ExprStmt)
	if !ok {
		return nil
	}
	t, _ := front.TypeExpr(x.Value, &names{th: th, globals: globals, closure: map[string]Value{}})
	return t
}

// customSchemas are the schemas of operators that scripts, or the library, have defined.
func customSchemas(th *object.Thread, name string) []*ir.Schema {
	if strings.HasPrefix(name, "aten::") { // those that the library defines
		if _, err := helper(th, "torch.jit._operators", "library"); err != nil {
			return nil
		}
	}
	p := torch.Context(th).DefinedPacket(name)
	if p == nil {
		return nil
	}
	var out []*ir.Schema
	for _, op := range p.Ops {
		text := op.SchemaText()
		if !strings.Contains(text[:strings.IndexByte(text, '(')], "::") {
			ns, _, _ := strings.Cut(name, "::")
			text = ns + "::" + text
		}
		s, err := ir.ParseSchema(text)
		if err != nil {
			continue
		}
		s.Text = s.String()
		out = append(out, s)
	}
	return out
}

// sugared is what a Python value means to the compiler.
func sugared(th *object.Thread, v Value, r ir.Range, name string) front.Sugared {
	if s := special(th, v); s != nil {
		return s
	}
	if f, ok := payload[*ir.Function](v); ok {
		return front.NewFunc(f)
	}
	if _, ok := object.AsModule(v); ok {
		return newNamespace(th, v)
	}
	if s := operatorOf(th, v); s != nil {
		return s
	}
	if s := scriptOf(th, v); s != nil {
		return s
	}
	if f, ok := object.AsFunction(v); ok {
		if s := operatorInPython(th, v); s != nil {
			return s
		}
		if s := nameOfTorch(th, v); s != nil {
			return s
		}
		return functionValue(th, f, r)
	}
	if t, ok := object.AsType(v); ok {
		switch t {
		case torch.DeviceType():
			return front.NewBuiltin("aten::device")
		case torch.GeneratorType():
			return front.NewBuiltin("aten::Generator")
		case torch.SizeType(th):
			return front.NewBuiltin("aten::Size")
		case object.SetType, object.FrozenSetType, object.ReversedType, object.TypeType:
			return pythonCallable(th, t.Name, v)
		}
		if _, old := legacyOf(th, t); !old {
			if s := nameOfTorch(th, v); s != nil {
				return s
			}
		}
		return classValue(th, t, r)
	}
	if m, ok := object.AsMethod(v); ok {
		if f, ok := object.AsFunction(m.Func); ok {
			_ = f
			front.Fail(r, "python value of type 'method' cannot be used as a value. Perhaps it is a closed over global variable? If so, please consider passing it in as an argument or use a local variable instead.")
		}
	}
	if c, ok := constantOf(th, v); ok {
		if _, tensor := c.V.(tensorConst); !tensor {
			return front.Constant{Base: front.Base{Name: "constant"}, C: c, At: r}
		}
	}
	if strings.HasSuffix(v.Type().Name, "_OpNamespace") || v.Type().Name == "module" {
		return newNamespace(th, v)
	}
	if _, ok := object.AsBuiltin(v); ok {
		if s := builtinOf(th, v); s != nil {
			return s
		}
		if s := nameOfTorch(th, v); s != nil {
			return s
		}
		newPyValue(th, v).Call(nil, r, nil, nil, 0)
	}
	return newPyValue(th, v)
}

// noOperators are functions and classes of module torch that scripts do not take for operators: they compile them, or know them otherwise.
const noOperators = "autocast cdist cholesky compile compiled_with_cxx11_abi cond eig from_dlpack get_device_module lobpcg lstsq lu matrix_rank no_grad norm qr quantized_gru quantized_lstm solve stft symeig tensordot to_dlpack unique unique_consecutive vmap while_loop"

// nameOfTorch is a function or class of module torch that nothing else is known of: scripts take it for an operator of its name, which
// most do not have. Modules of the library compile their own functions.
func nameOfTorch(th *object.Thread, v Value) front.Sugared {
	name := attrText(th, v, "__name__")
	if name == "" || strings.HasPrefix(name, "_") || strings.HasPrefix(attrText(th, v, "__module__"), "torch.nn") {
		return nil
	}
	m, ok := interp.MachineOf(th).Modules.Lookup("torch")
	if !ok || attr(th, m, name) != v {
		return nil
	}
	if home, ok := interp.MachineOf(th).Modules.Lookup("torch.functional"); ok && attr(th, home, name) == v {
		return nil
	}
	if strings.Contains(" "+noOperators+" ", " "+name+" ") {
		return nil
	}
	return front.NewBuiltin("aten::" + name)
}

// pyValue is a Python value that scripts cannot use.
type pyValue struct {
	front.Base
	th *object.Thread
	v  Value
}

func newPyValue(th *object.Thread, v Value) pyValue {
	return pyValue{front.Base{Name: "python value of type '" + v.Type().Name[strings.LastIndexByte(v.Type().Name, '.')+1:] + "'"}, th, v}
}

func (p pyValue) Value(e *front.Emitter, r ir.Range) *ir.Value {
	if module := attrText(p.th, p.v, "__module__"); (module == "math" || module == "cmath") && p.v.Type() == object.BuiltinFunctionType {
		p.Call(e, r, nil, nil, 0)
	}
	front.Fail(r, "%s cannot be used as a value. Perhaps it is a closed over global variable? If so, please consider passing it in as an argument or use a local variable instead.", p.Name)
	return nil
}

func (p pyValue) Item(e *front.Emitter, _ ir.Range, index *ir.Value) front.Sugared {
	p.Value(e, e.Indexed())
	return nil
}

func (p pyValue) Call(e *front.Emitter, r ir.Range, args, kwargs []front.Named, binders int) front.Sugared {
	front.Fail(r, "Python builtin %s is currently not supported in Torchscript", text(p.th, p.v))
	return nil
}

func (p pyValue) Attr(e *front.Emitter, r ir.Range, name string) front.Sugared {
	if a := attr(p.th, p.v, name); !a.IsNull() {
		return sugared(p.th, a, r, name)
	}
	front.Fail(r, "object has no attribute %s", name)
	return nil
}

// namespace is a Python module.
type namespace struct{ pyValue }

func newNamespace(th *object.Thread, v Value) namespace { return namespace{newPyValue(th, v)} }

func (n namespace) Call(e *front.Emitter, r ir.Range, args, kwargs []front.Named, binders int) front.Sugared {
	return n.Base.Call(e, r, args, kwargs, binders)
}

func (n namespace) Attr(e *front.Emitter, r ir.Range, name string) front.Sugared {
	if attrText(n.th, n.v, "__name__") == "torch.nn.functional" || attrText(n.th, n.v, "__name__") == "torch.functional" {
		if s := scriptedLibrary(n.th, name, r); s != nil {
			return s
		}
	}
	a := attr(n.th, n.v, name)
	if a.IsNull() {
		front.Fail(r, "object has no attribute %s", name)
	}
	return sugared(n.th, a, r, name)
}

func (n namespace) HasAttr(e *front.Emitter, r ir.Range, name string) bool {
	return !attr(n.th, n.v, name).IsNull()
}

// scriptedHomes are the modules whose functions scripts have versions of, and the modules of those.
var scriptedHomes = []struct{ public, own string }{{"torch.nn.functional", "torch.jit._functional"}, {"torch.functional", "torch.jit._torch_functional"}}

// modifierOf says how a function was marked for scripts: "ignore", "unused", "export", "" for not at all.
func modifierOf(th *object.Thread, v Value) string {
	m := attr(th, v, "_torchscript_modifier")
	if m.IsNull() {
		return ""
	}
	s, _ := object.Text(m)
	mark, _, _ := strings.Cut(s, " ")
	if mark == "_drop" {
		return "unused"
	}
	return mark
}

// functionValue is a Python function in a script: it is compiled when it is called.
func functionValue(th *object.Thread, f *object.Function, r ir.Range) front.Sugared {
	switch modifierOf(th, f.Ref()) {
	case "ignore", "unused":
		return ignoredFunction(th, f, r)
	}
	if inner := attr(th, f.Ref(), "__script_if_tracing_wrapper"); !inner.IsNull() && inner != object.False {
		if g, ok := object.AsFunction(attr(th, f.Ref(), "__original_fn")); ok {
			f = g
		}
	}
	if declared := declaredOverloads(th, f); declared != nil {
		return overloadedFunction(th, f, declared)
	}
	f = scriptedVersion(th, f)
	fn, err := compileFunction(th, f, "")
	front.Check(err)
	return front.NewFunc(fn)
}

// scriptedVersion is a function as scripts have it: that of torch.nn.utils.rnn which this library writes twice, since what it calls is no operator.
func scriptedVersion(th *object.Thread, f *object.Function) *object.Function {
	if attrText(th, f.Ref(), "__module__") != "torch.nn.utils.rnn" {
		return f
	}
	m, err := interp.ImportModule(th, "torch.jit._sequences")
	front.Check(err)
	if g, ok := object.AsFunction(attr(th, m, f.Name.S)); ok {
		return g
	}
	return f
}

// classValue is a Python class in a script.
func classValue(th *object.Thread, t *object.Type, r ir.Range) front.Sugared {
	if t.IsSubtype(object.BaseException) {
		return front.Exception{Base: front.Base{Name: "Python exception"}, Class: exceptionName(th, t)}
	}
	if t.Name == "OrderedDict" && attrText(th, t.Ref(), "__module__") == "collections" {
		return front.NewBuiltin("aten::dict")
	}
	if c, ok := legacyOf(th, t); ok {
		return c
	}
	if known := classType(th, t); known != nil && (known.Kind == ir.TupleKind || known.Kind == ir.EnumKind || known.Kind == ir.ClassKind) {
		return front.NewPythonClass(known)
	}
	if plainClass(th, t) != nil {
		return pyValue{front.Base{Name: "class"}, th, t.Ref()}
	}
	if slices.Contains([]string{"no_grad", "enable_grad"}, t.Name) && strings.HasPrefix(attrText(th, t.Ref(), "__module__"), "torch") {
		return front.NewPythonClass(gradMode(th, t))
	}
	if isAutocast(th, t) {
		return front.NewPythonClass(scriptedAutocast(th, t))
	}
	if isModuleClass(th, t) {
		return moduleClass{pyValue{front.Base{Name: "python value of type 'type'"}, th, t.Ref()}, t.Name}
	}
	if modifierOf(th, t.Ref()) == "ignore" {
		refuseObject(r, t.Name)
	}
	if attrText(th, t.Ref(), "__module__") == "builtins" {
		return pythonCallable(th, t.Name, t.Ref())
	}
	c, err := usedClass(th, t)
	front.Check(err)
	return front.NewPythonClass(c)
}

// moduleClass is a class of modules: scripts call its static methods and make no objects of it.
type moduleClass struct {
	pyValue
	name string
}

func refuseObject(r ir.Range, class string) {
	front.Check(&front.Error{Kind: "FrontendError", Range: r, Msg: "Cannot instantiate class '" + class + "' in a script function"})
}

func (m moduleClass) Call(_ *front.Emitter, r ir.Range, _, _ []front.Named, _ int) front.Sugared {
	refuseObject(r, m.name)
	return nil
}

func (m moduleClass) Attr(e *front.Emitter, r ir.Range, name string) front.Sugared {
	if t, ok := object.AsType(m.v); ok {
		if static := t.Lookup(m.th, object.Intern(name)); !static.IsNull() && static.Type() == object.StaticMethodType {
			return sugared(m.th, attr(m.th, m.v, name), r, name)
		}
	}
	return m.Base.Attr(e, r, name)
}

// usedClass compiles a class that a script uses with all its methods, whether the script calls them or not.
func usedClass(th *object.Thread, t *object.Type) (*ir.Type, error) {
	c, err := compileClass(th, t)
	if err != nil || c == nil || c.Kind != ir.ClassKind {
		return c, err
	}
	for _, m := range c.Class.Methods {
		if err := ensureOf(th, t, m); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func exceptionName(th *object.Thread, t *object.Type) string {
	module := attrText(th, t.Ref(), "__module__")
	if module == "" {
		module = "builtins"
	}
	return module + "." + t.Name
}

// gradMode is no_grad or enable_grad: a class whose methods are the interpreter's.
func gradMode(th *object.Thread, t *object.Type) *ir.Type {
	s := states.Of(th)
	if known := s.classes[t]; known != nil {
		return known
	}
	name := "__torch__." + attrText(th, t.Ref(), "__module__") + "." + t.Name
	c := ir.NewClass(name, false)
	c.Class.Attrs = []ir.Attr{{Name: "prev", Type: ir.Bool}}
	s.classes[t] = c
	void := []ir.Argument{{Type: ir.None}}
	self := ir.Argument{Name: "self", Type: c}
	add := func(method string, args []ir.Argument, body string) {
		g, err := ir.Parse(body, true, func(n string) *ir.Type {
			if n == name {
				return c
			}
			return nil
		}, nil)
		if err != nil {
			panic("jit: " + err.Error())
		}
		c.Class.Methods = append(c.Class.Methods, &ir.Function{Name: method, Qualified: name + "." + method, Graph: g, Schema: &ir.Schema{Name: method, Args: args, Returns: void}})
	}
	on := "0"
	if t.Name == "enable_grad" {
		on = "1"
	}
	add("__init__", []ir.Argument{self}, "graph(%self : "+name+"):\n  %n : NoneType = prim::Constant()\n  return (%n)\n")
	add("__enter__", []ir.Argument{self}, "graph(%self : "+name+"):\n  %n : NoneType = prim::Constant()\n  %p : bool = aten::is_grad_enabled()\n   = prim::SetAttr[name=\"prev\"](%self, %p)\n  %f : bool = prim::Constant[value="+on+"]()\n   = aten::set_grad_enabled(%f)\n  return (%n)\n")
	add("__exit__", []ir.Argument{self, {Name: "exc_type", Type: ir.Any}, {Name: "exc_value", Type: ir.Any}, {Name: "traceback", Type: ir.Any}},
		"graph(%self : "+name+", %a : Any, %b : Any, %c : Any):\n  %n : NoneType = prim::Constant()\n  %p : bool = prim::GetAttr[name=\"prev\"](%self)\n   = aten::set_grad_enabled(%p)\n  return (%n)\n")
	return c
}

// compileFunction compiles a Python function, once.
func compileFunction(th *object.Thread, f *object.Function, name string) (*ir.Function, error) {
	s := states.Of(th)
	if fn := s.functions[f]; fn != nil {
		return fn, nil
	}
	if why := attrText(th, f.Ref(), "__script_unsupported"); why != "" {
		return nil, object.RuntimeErrorf("TorchScript error: %s", why)
	}
	fn := &ir.Function{Source: f}
	fn.Name = f.Name.S
	if fn.Name == "<lambda>" || f.Code.Flags&bytecode.FlagCoroutine != 0 {
		return nil, object.RuntimeErrorf("Expected a single top-level function: %s:%d", f.Code.Filename, f.Code.FirstLine)
	}
	fn.Qualified = s.unique(qualifiedName(th, f.Ref()))
	s.functions[f] = fn
	fn.Define = func() error {
		def, err := defOf(th, f, fn)
		if err != nil {
			return err
		}
		return front.Compile(def)
	}
	return fn, nil
}

// defOf prepares the compilation of a function.
func defOf(th *object.Thread, f *object.Function, fn *ir.Function) (*front.Def, error) {
	return defIn(th, f, fn, namesOf(th, f))
}

// defIn does so for a function that sees other names than its own.
func defIn(th *object.Thread, f *object.Function, fn *ir.Function, host *names) (*front.Def, error) {
	p, node, src, cut, err := definition(th, f)
	if err != nil {
		return nil, err
	}
	if err := checkSignature(node, p, src, cut); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(attrText(th, f.Ref(), "__module__"), "torch.") { // those of the library stand for PyTorch's own
		if _, err := object.GetAttr(th, f.Ref(), "__annotations__"); err != nil {
			return nil, err
		}
	}
	d := &front.Def{Func: fn, Tree: p.tree, Node: node, Source: src, Cut: cut, Host: host}
	host.def = d
	if f := written(th, f); f.Defaults != nil {
		for i, v := range f.Defaults.Items {
			if holdsMutable(v) {
				name := node.Args.Args[len(node.Args.Args)-len(f.Defaults.Items)+i].Arg
				return nil, &front.Error{Range: ir.Range{Source: src, To: len(strings.TrimRight(src.Text, "\n"))}, Msg: "Mutable default parameters are not supported because Python binds them to the function and they persist across function calls.\n" +
					" As a workaround, make the default None and instantiate the default parameter within the body of the function. Found <class '" + v.Type().Name + "'> on parameter " + string(name)}
			}
			c, ok := constantOf(th, v)
			if !ok {
				return nil, object.RuntimeErrorf("Default value of a parameter of '%s' has type %s, which scripts do not have", fn.Name, v.Type().Name)
			}
			d.Defaults = append(d.Defaults, c)
		}
	}
	if err := typeComments(node, d, strings.Split(src.Text, "\n")); err != nil {
		return nil, err
	}
	return d, nil
}

// holdsMutable says whether a default is a list or a dict, or has one in it.
func holdsMutable(v Value) bool {
	if t, ok := object.AsTuple(v); ok {
		return slices.ContainsFunc(t.Items, holdsMutable)
	}
	_, list := object.AsList(v)
	_, dict := object.AsDict(v)
	return list || dict
}

// checkSignature refuses parameters that scripts do not have.
func checkSignature(node *ast.FunctionDef, p *parsedFile, src *ir.Source, cut int) error {
	a := node.Args
	d := &front.Def{Tree: p.tree, Source: src, Cut: cut}
	bad := func(x ast.Ast, before int) error {
		r := d.Range(x)
		r.From -= before
		return &front.Error{Kind: "NotSupportedError", Range: r,
			Msg: "Compiled functions can't take variable number of arguments or use keyword-only arguments with defaults"}
	}
	if a.Kwarg != nil {
		return bad(a.Kwarg, 1)
	}
	if a.Vararg != nil {
		return bad(a.Vararg, 1)
	}
	for _, x := range a.KwDefaults {
		if x != nil {
			return bad(x, 0)
		}
	}
	return nil
}

// object of a class as Python holds it.
func wrapObject(th *object.Thread, o *exec.Object) (Value, error) {
	if !o.Wrapper.IsNull() && o.Wrapper.Type() != exec.ObjectType {
		return o.Wrapper, nil
	}
	f, err := helper(th, "torch.jit._script", "_wrap_object")
	if err != nil {
		return object.Null, err
	}
	source := object.None
	if t, ok := o.Type.Class.Source.(*object.Type); ok {
		source = t.Ref()
	}
	v, err := object.Call(th, f, object.NewNative(exec.ObjectType, o), source)
	if err == nil {
		o.Wrapper = v
	}
	return v, err
}
