package jit

import (
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/ops"
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
	if attrText(n.th, v, "__module__") == "typing" {
		return attrText(n.th, v, "_name")
	}
	return ""
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

// scriptedLibrary is a function of torch.nn.functional or torch.functional as scripts have it: this library's own versions of those that are no operators.
func scriptedLibrary(th *object.Thread, name string, r ir.Range) front.Sugared {
	if c := choiceOf(th, name, r); c != nil {
		return c
	}
	for _, home := range scriptedHomes {
		m, err := interp.ImportModule(th, home.own)
		front.Check(err)
		v := attr(th, m, name)
		if f, ok := object.AsFunction(v); ok && !v.IsNull() && attrText(th, v, "__module__") == home.public {
			return functionValue(th, f, r)
		}
	}
	return nil
}

// mathNames are functions of module math under other names than their operators.
var mathNames = map[string]string{"remainder": "mathremainder", "fabs": "fabs"}

// onlyOfTensors are functions of module math whose names are operators of tensors alone.
var onlyOfTensors = map[string]bool{
	"dist": true, "exp2": true, "hypot": true, "isclose": true, "lcm": true, "log2": true, "nextafter": true, "prod": true, "trunc": true,
}

// cmathNames are those of module cmath.
var cmathNames = map[string]string{"phase": "angle", "rect": "polar"}

// operatorOf is the operator that a function object of torch stands for; nil if it is none.
func operatorOf(th *object.Thread, v Value) front.Sugared {
	b, ok := object.AsBuiltin(v)
	if !ok {
		return nil
	}
	p, ok := b.Tag.(*ops.Packet)
	if !ok {
		return nil
	}
	space, name, custom := strings.Cut(p.Ops[0].Name, "::")
	if !custom {
		space, name = "aten", p.Ops[0].Name
	}
	kind := space + "::" + name
	if rest, ok := strings.CutPrefix(p.PyName, "torch.ops."); ok && !custom {
		if i := strings.IndexByte(rest, '.'); i >= 0 {
			base, _, _ := strings.Cut(rest[i+1:], ".")
			kind = rest[:i] + "::" + base
		}
	} else if !custom {
		short := p.PyName[strings.LastIndexByte(p.PyName, '.')+1:]
		for _, prefix := range []string{"linalg", "special", "fft"} {
			if strings.HasPrefix(p.PyName, "torch."+prefix+".") {
				short = prefix + "_" + short
			}
		}
		if ir.Overloads("aten::"+short) != nil {
			kind = "aten::" + short
		}
	}
	if strings.HasPrefix(p.PyName, "torch.nn.functional.") || b.Module == "torch.functional" {
		if s := scriptedLibrary(th, p.PyName[strings.LastIndexByte(p.PyName, '.')+1:], ir.Range{}); s != nil {
			return s
		}
	}
	if lead, ok := packedOperators[kind]; ok {
		return front.Packed{Base: front.Base{Name: "builtin"}, Operator: front.NewBuiltin(kind), Lead: lead}
	}
	return front.NewBuiltin(kind)
}

// operatorInPython is the operator that a function of torch stands for which the library writes in Python; nil if it is none.
func operatorInPython(th *object.Thread, v Value) front.Sugared {
	name := attrText(th, v, "__name__")
	home := attrText(th, v, "__module__")
	if (strings.HasPrefix(home, "torch._quantized") || strings.HasPrefix(home, "torch") && strings.Contains(name, "quantize")) && ir.Overloads("aten::"+name) != nil {
		return front.NewBuiltin("aten::" + name)
	}
	if withoutOperators[name] && strings.HasPrefix(home, "torch") {
		return front.NewBuiltin("aten::" + name)
	}
	return nil
}

// withoutOperators are functions that scripts take for operators, which then do not exist.
var withoutOperators = map[string]bool{"svd_lowrank": true, "pca_lowrank": true, "unravel_index": true}

// packedOperators take a list of tensors that scripts may also give one by one, behind so many other arguments.
var packedOperators = map[string]int{
	"aten::einsum": 1, "aten::broadcast_tensors": 0, "aten::meshgrid": 0, "aten::cartesian_prod": 0, "aten::block_diag": 0, "aten::chain_matmul": 0,
}

// builtinOf is the operator of a function of Python's own library.
func builtinOf(th *object.Thread, v Value) front.Sugared {
	name := attrText(th, v, "__name__")
	switch attrText(th, v, "__module__") {
	case "math", "_math":
		if other := mathNames[name]; other != "" {
			name = other
		}
		if ir.Overloads("aten::"+name) != nil && !onlyOfTensors[name] {
			return front.NewBuiltin("aten::" + name)
		}
	case "cmath":
		if other := cmathNames[name]; other != "" {
			name = other
		} else if name == "polar" || name == "isclose" {
			return nil
		}
		if ir.Overloads("aten::"+name) != nil {
			return front.NewBuiltin("aten::" + name)
		}
	case "torch":
		if ir.Overloads("aten::"+name) != nil {
			return front.NewBuiltin("aten::" + name)
		}
	case "_operator", "operator":
		if ir.Overloads("aten::"+name) != nil {
			return front.NewBuiltin("aten::" + name)
		}
	}
	return nil
}

// special are functions that the compiler knows by their names.
func special(th *object.Thread, v Value) front.Sugared {
	var module, name string
	if f, ok := object.AsFunction(v); ok {
		module, _ = object.Text(f.Module())
		name = f.Name.S
	} else if b, ok := object.AsBuiltin(v); ok {
		module, name = b.Module, b.Name
	} else {
		return nil
	}
	if strings.HasPrefix(module, "torch.jit") {
		module = "torch.jit"
	}
	switch module + "." + name {
	case "torch.jit.annotate":
		return front.NewForm("annotate", front.Annotate)
	case "torch.jit.fork":
		return front.NewForm("fork", front.Fork)
	case "torch.jit._awaitable":
		return front.NewForm("_awaitable", front.Awaitable)
	case "torch.jit._awaitable_wait":
		return front.NewForm("_awaitable_wait", front.AwaitableWait)
	case "torch.jit._awaitable_nowait":
		return front.NewForm("_awaitable_nowait", front.AwaitableNoWait)
	case "torch.jit.isinstance":
		return front.NewForm("isinstance", front.IsInstance)
	case "torch._assert", "torch._utils._assert":
		return front.NewForm("_assert", front.Assert)
	case "torch.jit.wait":
		return front.NewBuiltin("aten::wait")
	case "torch.jit.is_scripting", "torch._jit_internal.is_scripting":
		return front.NewForm("is_scripting", func(*front.Emitter, ir.Range, *ast.Call, *ir.Type) front.Sugared {
			return front.StaticBool{Base: front.Base{Name: "bool"}, B: true}
		})
	case "torch._c_names._infer_size":
		return front.NewBuiltin("aten::_infer_size")
	case "torch._C._get_tracing_state":
		return front.NewBuiltin("aten::_get_tracing_state")
	case "torch.jit._unwrap_optional":
		return front.NewForm("_unwrap_optional", unwrapOptional)
	case "torch.is_grad_enabled", "torch._C.is_grad_enabled":
		return front.NewBuiltin("aten::is_grad_enabled")
	case "torch.autograd.grad":
		return front.NewBuiltin("aten::grad")
	case "torch.autograd.backward":
		return front.NewBuiltin("aten::backward")
	case "torch.nn.modules.utils._single", "torch.nn.modules.utils._pair", "torch.nn.modules.utils._triple", "torch.nn.modules.utils._quadruple":
		return front.NewForm(name, repeated(name, map[string]int{"_single": 1, "_pair": 2, "_triple": 3, "_quadruple": 4}[name]))
	case "torch.manual_seed", "torch.random.manual_seed":
		return front.NewBuiltin("aten::manual_seed")
	case "warnings.warn", "_warnings.warn":
		return front.NewForm("warn", func(e *front.Emitter, r ir.Range, c *ast.Call, want *ir.Type) front.Sugared {
			s := states.Of(th)
			s.warnings++
			return warn(e, r, c, int64(s.warnings-1))
		})
	case "torch.tensor":
		return front.NewBuiltin("aten::tensor")
	case "torch.as_tensor":
		return front.NewBuiltin("aten::as_tensor")
	case "torch.is_tensor", "torch._utils.is_tensor":
		return nil
	}
	if s, ok := builtinOf(th, v).(front.Builtin); ok && module != "" {
		return s
	}
	return nil
}

func unwrapOptional(e *front.Emitter, r ir.Range, c *ast.Call, _ *ir.Type) front.Sugared {
	front.Exactly(r, c, "_unwrap_optional", 1)
	v := e.Expr(c.Args[0], nil)
	t := v.Type
	if t.IsNone() {
		front.Fail(r, "\naten::_unwrap_optional(t(a)? optional) -> t(a):\nType variables in type Optional[t] could not be inferred from actual type NoneType")
	}
	if t.Kind == ir.OptionalKind {
		t = t.Elem[0]
	}
	return front.Simple{V: e.Insert("aten::_unwrap_optional", r, t, v)}
}

// repeated is a list of n times a number; a list stays what it is.
func repeated(name string, n int) func(*front.Emitter, ir.Range, *ast.Call, *ir.Type) front.Sugared {
	return func(e *front.Emitter, r ir.Range, c *ast.Call, _ *ir.Type) front.Sugared {
		front.Exactly(r, c, name, 1)
		v := e.Expr(c.Args[0], nil)
		if v.Type.Kind == ir.ListKind {
			return front.Simple{V: v}
		}
		list := make([]*ir.Value, n)
		for i := range list {
			list[i] = v
		}
		return front.Simple{V: e.Insert("prim::ListConstruct", r, ir.ListOf(v.Type), list...)}
	}
}

// warn is a call of warnings.warn, which has a number of its own.
func warn(e *front.Emitter, r ir.Range, c *ast.Call, id int64) front.Sugared {
	if len(c.Args) == 0 {
		front.Fail(r, "warn expected at least 1 arguments, got 0")
	}
	v := e.Expr(c.Args[0], nil)
	if v.Type.Kind != ir.StrKind {
		v = e.Builtin("aten::str", r, []front.Named{{Value: v, Range: r}}, nil, nil)
	}
	level := e.Constant(ir.Constant{V: int64(2)}, nil, ir.Range{})
	n := e.Graph().Create("aten::warn", []*ir.Value{v, level}, 0).SetAttr("warn_id", ir.Constant{V: id})
	n.Range = r
	e.Graph().Insert(n)
	e.Graph().SkipIDs(1) // of what the statement gives
	return front.NoneValue{Base: front.Base{Name: "None"}}
}

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
