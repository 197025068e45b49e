package front

import (
	"math"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/ir"
)

type callExpr = ast.Call

func stringLiteral(x ast.Expr) (string, bool) {
	c, ok := x.(*syntax.Constant)
	if !ok {
		return "", false
	}
	s, ok := c.Value.(string)
	return s, ok
}

// call emits a call.
func (e *Emitter) call(x *ast.Call, r ir.Range, hint *ir.Type, binders int) Sugared {
	f := e.sugar(x.Func, nil, 1)
	if raw, ok := f.(RawCall); ok {
		return raw.CallExpr(e, r, x, hint)
	}
	args, kwargs := e.arguments(x)
	old := e.called
	e.called = r
	out := f.Call(e, e.rng(x.Func), args, kwargs, binders)
	e.called = old
	return out
}

// arguments emits the arguments of a call.
func (e *Emitter) arguments(x *ast.Call) (args, kwargs []Named) {
	for _, a := range x.Args {
		r := e.rng(a)
		if s, ok := a.(*ast.Starred); ok {
			for _, part := range e.sugar(s.Value, nil, 1).Tuple(e, r, -1) {
				args = append(args, Named{Value: part.Value(e, r), Range: r})
			}
			continue
		}
		args = append(args, Named{Value: e.expr(a, nil), Range: r})
	}
	for _, k := range x.Keywords {
		r := e.rng(k.Value)
		if k.Arg == "" {
			unsupported("NotSupportedError", r, "keyword-arg expansion is not supported")
		}
		kwargs = append(kwargs, Named{Name: string(k.Arg), Value: e.expr(k.Value, nil), Range: r})
	}
	return args, kwargs
}

// tensorFields are attributes of tensors that are operators under another name or namespace.
var tensorFields = map[string]string{"dtype": "prim::dtype", "device": "prim::device", "grad": "prim::grad", "data": "prim::data", "is_cuda": "prim::is_cuda",
	"is_cpu": "prim::is_cpu", "is_xla": "prim::is_xla", "is_sparse": "prim::is_sparse", "is_sparse_csr": "prim::is_sparse_csr", "is_mkldnn": "prim::is_mkldnn", "is_mps": "prim::is_mps", "is_quantized": "prim::is_quantized", "is_meta": "prim::is_meta",
	"is_leaf": "aten::is_leaf", "requires_grad": "prim::requires_grad", "layout": "prim::layout",
	"itemsize": "prim::itemsize", "nbytes": "prim::nbytes", "is_nested": "prim::is_nested", "real": "aten::real", "imag": "aten::imag", "name": "prim::name", "is_vulkan": "prim::is_vulkan",
	"is_xpu": "prim::is_xpu", "is_mtia": "prim::is_mtia", "is_maia": "prim::is_maia", "is_ipu": "prim::is_ipu", "retains_grad": "aten::retains_grad"}

var deviceFields = map[string]string{"type": "prim::type", "index": "prim::index"}

// Attr is x.name: a field, a method, or an operator.
func (s Simple) Attr(e *Emitter, r ir.Range, name string) Sugared {
	v := s.V
	t := v.Type
	if t.Kind == ir.TensorKind && name == "type" {
		return Builtin{Base{"builtin"}, "aten::to", &Named{Name: "self", Value: v, Range: r}}
	}
	if dtype, ok := tensorCasts[name]; ok && t.Kind == ir.TensorKind {
		return tensorCast{Base{"Cast"}, v, name, dtype}
	}
	if f := builtinFunctions()[fieldPrefix+name]; f != nil && t.Kind == ir.TensorKind {
		return Simple{e.g.InsertGraph(f[0].Graph, []*ir.Value{v})[0]}
	}
	if t.Kind == ir.TensorKind && tensorFields[name] != "" {
		return Simple{e.insertOp(tensorFields[name], ir.Range{}, v)}
	}
	if t.Kind == ir.DeviceKind && deviceFields[name] != "" {
		return Simple{e.insertOp(deviceFields[name], ir.Range{}, v)}
	}
	if t.Kind == ir.TupleKind {
		for i, f := range t.Fields {
			if f == name {
				index := e.constant(ir.Constant{V: int64(i)}, nil, ir.Range{})
				return Simple{e.insert("prim::TupleIndex", r, t.Elem[i], v, index)}
			}
		}
	}
	if t.Kind == ir.EnumKind {
		switch name {
		case "name":
			return Simple{e.insert("prim::EnumName", ir.Range{}, ir.Str, v)}
		case "value":
			return Simple{e.insert("prim::EnumValue", ir.Range{}, t.Class.Values, v)}
		}
	}
	if t.Kind == ir.ClassKind || t.Kind == ir.InterfaceKind {
		if out := e.classAttr(v, r, name); out != nil {
			return out
		}
	}
	if kind := "aten::" + name; e.takes(kind, t) {
		return Builtin{Base{"builtin"}, kind, &Named{Name: "self", Value: v, Range: r}}
	}
	if t.Kind == ir.TensorKind && name == "__getitem__" {
		return tensorItem{Base{name}, v}
	}
	if t.Kind == ir.TensorKind && name == "tolist" {
		return toList{Base{name}, v}
	}
	if t.Kind == ir.AwaitKind { // what it is asked for is what it will give
		return (Simple{e.insert("prim::awaitable_wait", r, t.Elem[0], v)}).Attr(e, r, name)
	}
	hint := ""
	if t.Kind == ir.ClassKind {
		hint = " Did you forget to initialize an attribute in __init__()?"
		if t.Class.Unsupported[name] {
			hint = " '" + name + "' is defined as a class attribute which currently is not supported. Consider converting this to an instance attribute."
		}
	}
	Fail(r, "'%s' object has no attribute or method '%s'.%s", t.Repr(), name, hint)
	return nil
}

// classAttr is an attribute of an object, nil if it has none.
func (e *Emitter) classAttr(v *ir.Value, r ir.Range, name string) Sugared {
	c := v.Type.Class
	if i := c.Attr(name); i >= 0 {
		return Simple{e.GetAttr(v, name, c.Attrs[i].Type, r)}
	}
	if k, ok := c.Constants[name]; ok {
		return Simple{e.constant(k, nil, r)}
	}
	if p, ok := c.Properties[name]; ok {
		getter := c.Method(p.Get)
		e.ensure(getter, r, true)
		return Simple{e.callMethod(v, p.Get, getter.Schema, r, nil, nil)}
	}
	if m := c.Method(name); m != nil {
		return Func{Base{"method"}, m, v}
	}
	for _, sig := range c.Signatures {
		if sig.Name == name {
			return Func{Base{"method"}, &ir.Function{Name: name, Schema: sig}, v}
		}
	}
	if f := c.Static(name); f != nil && c.Module {
		return NewFunc(f)
	}
	return nil
}

// GetAttr reads an attribute of an object.
func (e *Emitter) GetAttr(self *ir.Value, name string, t *ir.Type, r ir.Range) *ir.Value {
	v := e.insert("prim::GetAttr", r, t, self)
	v.Node().SetAttr("name", ir.Constant{V: name})
	label := name
	if strings.Trim(name, "0123456789") == "" {
		label = "_" + name
	}
	v.SetName(label)
	return v
}

// takes says whether an operator takes a value of the type as its first argument.
func (e *Emitter) takes(kind string, t *ir.Type) bool {
	list := ir.Overloads(kind)
	for _, s := range list {
		i := s.Find("self")
		if i < 0 {
			continue
		}
		p := s.Args[i].Type
		if p.ContainsFree() {
			if _, why := matchFree(p, t, map[string]*ir.Type{}); why == "" {
				return true
			}
			continue
		}
		if t.IsSubtype(p) || t.Kind != ir.TensorKind && p.Kind == ir.TensorKind && t.Kind == ir.TensorKind {
			return true
		}
	}
	for _, f := range builtinFunctions()[kind] {
		if f.Schema.Find("self") == 0 && t.IsSubtype(f.Schema.Args[0].Type) {
			return true
		}
	}
	return false
}

func (s Simple) HasAttr(e *Emitter, r ir.Range, name string) bool {
	t := s.V.Type
	switch t.Kind {
	case ir.ClassKind, ir.InterfaceKind:
		_, constant := t.Class.Constants[name]
		_, property := t.Class.Properties[name]
		return constant || property || t.Class.Attr(name) >= 0 || t.Class.Method(name) != nil
	case ir.TupleKind:
		if len(t.Fields) == 0 {
			Fail(r, "hasattr's first argument must be an object or NamedTuple, but got a normal Tuple %s instead", t.Repr())
		}
		for _, f := range t.Fields {
			if f == name {
				return true
			}
		}
		return false
	}
	Fail(r, "hasattr's first argument must be an object or NamedTuple, got %s instead", t.Repr())
	return false
}

func (s Simple) SetAttr(e *Emitter, r ir.Range, name string, v *ir.Value) {
	t := s.V.Type
	if t.Kind == ir.TensorKind && name == "requires_grad" {
		e.insertOp("aten::requires_grad_", r, s.V, v)
		return
	}
	if t.Kind != ir.ClassKind {
		Fail(r, "Tried to set an attribute: %s on a non-class: %s", name, t.Repr())
	}
	c := t.Class
	i := c.Attr(name)
	if i < 0 && strings.HasPrefix(e.def.Func.Name, "__init__") && !c.Module {
		if e.Graph().At().Block().Owner() != nil {
			Fail(r, "First assignment cannot be in a control-flow block. Initialize the field at the top level first")
		}
		at := v.Type
		if at.Inferred {
			at = ir.Tensor
		}
		c.Attrs = append(c.Attrs, ir.Attr{Name: name, Type: at})
		i = len(c.Attrs) - 1
	}
	if i < 0 {
		if p, ok := c.Properties[name]; ok && p.Set != "" {
			m := c.Method(p.Set)
			e.ensure(m, r, true)
			e.callMethod(s.V, p.Set, m.Schema, r, []Named{{Value: v, Range: r}}, nil)
			return
		}
		if _, ok := c.Constants[name]; ok {
			Fail(r, "Assignment to attribute '%s' cannot be of a type that contains class '%s'.\nClasses that recursively contain instances of themselves are not yet supported", name, t.Annotation())
		}
		Fail(r, "Tried to set nonexistent attribute: %s. Did you forget to initialize it in __init__()?", name)
	}
	want := c.Attrs[i].Type
	if !v.Type.IsSubtype(want) {
		Fail(r, "Wrong type for attribute assignment. Expected %s but got %s", want.Repr(), v.Type.Repr())
	}
	e.insertVoid("prim::SetAttr", r, s.V, v).SetAttr("name", ir.Constant{V: name})
}

// Call is a call of an object, or of a function that is a value.
func (s Simple) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	t := s.V.Type
	if c, ok := s.V.ConstantOf(); ok {
		if f, ok := c.V.(*ir.FunctionConst); ok {
			return NewFunc(f.F).Call(e, r, args, kwargs, binders)
		}
	}
	if t.Kind == ir.ClassKind || t.Kind == ir.InterfaceKind && t.Class.Module {
		name := "__call__"
		if t.Class.Module {
			name = "forward"
		}
		return s.Attr(e, r, name).Call(e, r, args, kwargs, binders)
	}
	text := t.Repr()
	if t.Kind == ir.EnumKind {
		text = t.Name
	}
	Fail(r, "cannot call a value of type '%s'", text)
	return nil
}

// Tuple takes a tuple or a list apart.
func (s Simple) Tuple(e *Emitter, r ir.Range, n int) []Sugared {
	v := s.V
	switch v.Type.Kind {
	case ir.TupleKind:
		var out []Sugared
		for _, x := range e.unpackTuple(v, r) {
			out = append(out, Simple{x})
		}
		return out
	case ir.ListKind:
		if n < 0 {
			Fail(r, "cannot statically infer the expected size of a list in this context")
		}
		u := e.g.Create("prim::ListUnpack", []*ir.Value{v}, 0)
		for range n {
			u.AddOutput(v.Type.Elem[0])
		}
		e.g.Insert(u)
		var out []Sugared
		for _, x := range u.Outputs {
			out = append(out, Simple{x})
		}
		return out
	case ir.AnyTupleKind:
		Fail(r, "Provided tuple is not fully defined/refined including its element types, please provide a value of type like Tuple[int, int]")
	}
	Fail(r, "%s cannot be used as a tuple", v.Type.Repr())
	return nil
}

// Item is x[index].
func (s Simple) Item(e *Emitter, r ir.Range, index *ir.Value) Sugared {
	v := s.V
	switch v.Type.Kind {
	case ir.ListKind, ir.StrKind, ir.DictKind:
		return Simple{e.insertOp("aten::__getitem__", r, v, index)}
	case ir.TensorKind:
		return Simple{e.insertOp("aten::select", r, v, e.constant(ir.Constant{V: int64(0)}, nil, ir.Range{}), index)}
	case ir.TupleKind:
		return Simple{e.tupleIndex(r, v, index)}
	case ir.ClassKind:
		return (s).Attr(e, r, "__getitem__").Call(e, r, []Named{{Value: index, Range: r}}, nil, 1)
	}
	Fail(r, "'%s' object is not subscriptable", v.Type.Repr())
	return nil
}

// Iter is what a loop over the value goes through: dicts go by their keys.
func (s Simple) Iter(e *Emitter, r ir.Range) Iterable {
	v := s.V
	switch v.Type.Kind {
	case ir.ListKind, ir.StrKind, ir.TensorKind:
		return values{s}
	case ir.DictKind:
		return values{Simple{e.insertOp("aten::keys", r, v)}}
	case ir.TupleKind:
		return TupleValue{Base{"tuple"}, s.Tuple(e, r, -1)}
	}
	Fail(r, "'%s' object is not iterable", v.Type.Repr())
	return nil
}

// values is a list, string or tensor that a loop goes through.
type values struct{ Simple }

func (x values) Len(e *Emitter, r ir.Range) *ir.Value { return e.insertOp("aten::len", r, x.V) }

func (x values) Unroll() (int, bool) { return 0, false }

// toList is x.tolist, whose result has the type that its annotation says.
type tensorItem struct {
	Base
	v *ir.Value
}

// Call is x.__getitem__(index), where the index is a tensor.
func (t tensorItem) Call(e *Emitter, r ir.Range, args, kwargs []Named, _ int) Sugared {
	if n := len(args) + len(kwargs); n != 1 || len(args) != 1 {
		Fail(r, "__getitem__ expected exactly 1 arguments, got %d", n)
	}
	index := args[0].Value
	if k := index.Type.Kind; k != ir.TensorKind && k != ir.NoneKind && !(k == ir.OptionalKind && index.Type.Elem[0].Kind == ir.TensorKind) {
		Fail(ir.Range{}, "Expected a list element that subtypes 'Optional[Tensor]' but got an element of type '%s'", index.Type.Repr())
	}
	list := e.insert("prim::ListConstruct", ir.Range{}, ir.ListOf(ir.OptionalOf(ir.Tensor)), index)
	return Simple{e.insertOp("aten::index", r, t.v, list)}
}

type toList struct {
	Base
	v *ir.Value
}

func (t toList) CallExpr(e *Emitter, r ir.Range, c *callExpr, hint *ir.Type) Sugared {
	if a, ok := c.Func.(*ast.Attribute); ok { // it was looked at first: what it is called on is emitted once more
		t.v = e.expr(a.Value, nil)
	}
	if hint == nil {
		Fail(r, "Expected type hint for result of tolist()")
	}
	elem, dim := hint, 0
	for elem.Kind == ir.ListKind {
		elem, dim = elem.Elem[0], dim+1
	}
	code := map[ir.Kind]int64{ir.IntKind: 0, ir.FloatKind: 1, ir.BoolKind: 2, ir.ComplexKind: 3}
	k, ok := code[elem.Kind]
	if !ok {
		Fail(r, "%s is not one of the supported element types for tolist: int, float, complex, bool", elem.Repr())
	}
	d := e.constant(ir.Constant{V: int64(dim)}, nil, ir.Range{})
	return Simple{e.insert("prim::tolist", ir.Range{}, hint, t.v, d, e.constant(ir.Constant{V: k}, nil, ir.Range{}))}
}

// rangeValue is range(...).
type rangeValue struct {
	Base
	start, end, step *ir.Value
	onlyEnd          bool
}

func (x rangeValue) Iter(e *Emitter, r ir.Range) Iterable { return x }

func (x rangeValue) Len(e *Emitter, r ir.Range) *ir.Value {
	if x.onlyEnd {
		return x.end
	}
	return e.insertOp("aten::__range_length", r, x.start, x.end, x.step)
}

func (x rangeValue) Item(e *Emitter, r ir.Range, index *ir.Value) Sugared {
	if x.onlyEnd {
		return Simple{index}
	}
	return Simple{e.insertOp("aten::__derive_index", r, index, x.start, x.step)}
}

func (x rangeValue) Unroll() (int, bool) { return 0, false }

// tree is zip(...) or enumerate(...): several things that a loop goes through side by side.
type tree struct {
	Base
	parts []Iterable
}

func (t tree) Iter(e *Emitter, r ir.Range) Iterable { return t }

func (t tree) Unroll() (int, bool) {
	n, unrolled := -1, false
	for _, p := range t.parts {
		if k, ok := p.Unroll(); ok {
			unrolled = true
			if n < 0 || k < n {
				n = k
			}
		}
	}
	return n, unrolled
}

func (t tree) Len(e *Emitter, r ir.Range) *ir.Value {
	var lens []*ir.Value
	var walk func(p Iterable)
	walk = func(p Iterable) {
		if inner, ok := p.(tree); ok {
			for _, q := range inner.parts {
				walk(q)
			}
			return
		}
		lens = append(lens, p.Len(e, r))
	}
	for _, p := range t.parts {
		walk(p)
	}
	if len(lens) == 1 {
		return lens[0]
	}
	list := e.insert("prim::ListConstruct", ir.Range{}, ir.ListOf(ir.Int), lens...)
	return e.insertOp("prim::min", r, list)
}

func (t tree) Item(e *Emitter, r ir.Range, index *ir.Value) Sugared {
	out := TupleValue{Base: Base{"tuple"}}
	for _, p := range t.parts {
		out.Items = append(out.Items, p.Item(e, r, index))
	}
	return out
}

// cast is int, float, bool, str or complex.
type cast struct {
	Base
	t    *ir.Type
	kind string
}

func (c cast) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	if len(args) == 1 && len(kwargs) == 0 {
		v := e.argValue(&args[0])
		if c.t.Kind == ir.BoolKind {
			return Simple{e.castBool(v, r, false)}
		}
		zero := e.constant(ir.Constant{V: int64(0)}, nil, r)
		_ = zero
		if v.Type.Kind == c.t.Kind {
			return Simple{v}
		}
		if v.Type.Kind == ir.ClassKind {
			names := map[ir.Kind]string{ir.IntKind: "__int__", ir.FloatKind: "__float__", ir.StrKind: "__str__", ir.ComplexKind: "__complex__"}
			if name := names[c.t.Kind]; v.Type.Class.Method(name) != nil {
				return Simple{e.magic(r, name, v)}
			}
		}
	}
	return Simple{e.builtin(c.kind, r, args, kwargs, nil)}
}

// magicCall is a builtin function that a class may answer by a method.
type magicCall struct {
	Builtin
	method string
}

func (m magicCall) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	if len(args) > 0 {
		v := e.argValue(&args[0])
		if v.Type.Kind == ir.ClassKind {
			return (Simple{v}).Attr(e, r, m.method).Call(e, r, args[1:], kwargs, binders)
		}
	}
	return m.Builtin.Call(e, r, args, kwargs, binders)
}

// form is a builtin that wants its arguments unevaluated.
type form struct {
	Base
	call func(e *Emitter, r ir.Range, c *callExpr, hint *ir.Type) Sugared
}

func (f form) CallExpr(e *Emitter, r ir.Range, c *callExpr, hint *ir.Type) Sugared {
	return f.call(e, r, c, hint)
}

// NewForm is a special form for the host's tables.
func NewForm(name string, call func(e *Emitter, r ir.Range, c *ast.Call, hint *ir.Type) Sugared) Sugared {
	return form{Base{name}, call}
}

func builtinOf(kind string) Sugared { return Builtin{Base{"builtin"}, kind, nil} }

// NewBuiltin is the sugared value of an operator.
func NewBuiltin(kind string) Sugared { return builtinOf(kind) }

func magicOf(kind, method string) Sugared {
	return magicCall{Builtin{Base{method}, kind, nil}, method}
}

// globals are the names that mean the same in every script. It is filled in by init, since the forms refer to the emitter.
var globals map[string]Sugared

func init() {
	globals = map[string]Sugared{
		"float": cast{Base{"__float__"}, ir.Float, "aten::Float"}, "int": cast{Base{"__int__"}, ir.Int, "aten::Int"}, "bool": cast{Base{"__bool__"}, ir.Bool, "aten::Bool"},
		"complex": cast{Base{"__complex__"}, ir.Complex, "aten::Complex"}, "str": cast{Base{"__str__"}, ir.Str, "aten::str"},
		"len": magicOf("aten::len", "__len__"), "hex": magicOf("aten::hex", "__hex__"), "oct": magicOf("aten::oct", "__oct__"), "round": magicOf("aten::round", "__round__"), "hash": builtinOf("aten::hash"),
		"id": builtinOf("prim::id"), "min": builtinOf("prim::min"), "max": builtinOf("prim::max"), "abs": builtinOf("prim::abs"), "all": builtinOf("aten::all"), "any": builtinOf("aten::any"), "divmod": builtinOf("aten::divmod"),
		"sum": builtinOf("aten::sum"), "ord": builtinOf("aten::ord"), "chr": builtinOf("aten::chr"), "bin": builtinOf("aten::bin"), "pow": builtinOf("aten::pow"), "sorted": builtinOf("aten::sorted"), "rangelist": builtinOf("prim::rangelist"),
		"annotate": NewForm("annotate", Annotate), "isinstance": NewForm("isinstance", IsInstance),
		"hasattr": NewForm("HasAttr", func(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared { return Simple{e.hasAttr(c, r).v} }),
		"print":   NewForm("print", emitPrint), "range": NewForm("range", emitRange), "enumerate": NewForm("enumerate", emitEnumerate), "zip": NewForm("zip", emitZip),
		"tuple": NewForm("TupleConstruct", emitTupleCall), "list": NewForm("list", emitListCall), "dict": NewForm("dict", emitDictCall), "getattr": NewForm("GetAttr", emitGetattr),
		"AssertionError": Exception{Base{"exception message"}, ""}, "uninitialized": NewForm("uninitialized", emitUninitialized), "unchecked_cast": NewForm("unchecked_cast", emitUncheckedCast), "fork": NewForm("fork", Fork), "awaitable": NewForm("awaitable", Awaitable),
		"slice": NewForm("Python slice class", emitSliceCall),
		"infj":  Constant{Base: Base{"constant"}, C: ir.Constant{V: complex(0, math.Inf(1))}}, "nanj": Constant{Base: Base{"constant"}, C: ir.Constant{V: complex(0, math.NaN())}},
		"inf": Constant{Base: Base{"constant"}, C: ir.Constant{V: math.Inf(1)}}, "nan": Constant{Base: Base{"constant"}, C: ir.Constant{V: math.NaN()}},
	}
}

// Constant is a value that is known while compiling and put into the graph where it is used.
type Constant struct {
	Base
	C  ir.Constant
	At ir.Range // of the name that it has in the source, none where it is what uses it
}

// Value is the constant in the graph. Tuples of the program are made of the constants in them, as literals are.
func (c Constant) Value(e *Emitter, r ir.Range) *ir.Value {
	if c.At.Source == nil {
		return e.constant(c.C, nil, r)
	}
	list, ok := c.C.V.(ir.TupleConst)
	if !ok {
		return e.constant(c.C, nil, c.At)
	}
	items := make([]*ir.Value, len(list))
	for i, item := range list {
		items[i] = Constant{c.Base, item, c.At}.Value(e, r)
	}
	return e.tuple(r, items)
}

func (c Constant) simple(e *Emitter, r ir.Range) Simple { return Simple{c.Value(e, r)} }

func (c Constant) Tuple(e *Emitter, r ir.Range, n int) []Sugared {
	return c.simple(e, r).Tuple(e, r, n)
}

func (c Constant) Item(e *Emitter, r ir.Range, i *ir.Value) Sugared {
	return c.simple(e, r).Item(e, r, i)
}

func (c Constant) Iter(e *Emitter, r ir.Range) Iterable { return c.simple(e, r).Iter(e, r) }

func (c Constant) SetAttr(e *Emitter, r ir.Range, name string, v *ir.Value) {
	c.simple(e, r).SetAttr(e, r, name, v)
}

func (c Constant) Attr(e *Emitter, r ir.Range, name string) Sugared {
	return c.simple(e, r).Attr(e, r, name)
}

func (c Constant) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	return c.simple(e, r).Call(e, r, args, kwargs, binders)
}

// IsInstance is isinstance(x, types).
func IsInstance(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	if len(c.Args) == 2 {
		if name := dotted(c.Args[1]); generics[name] != "" && name != strings.ToLower(name) {
			e.typeExpr(c.Args[1])
		}
	}
	return Simple{e.isInstance(c, r).v}
}

// Annotate is annotate(T, value).
func Annotate(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	if len(c.Args) != 2 {
		Fail(r, "expected exactly 2 arguments to annotate but found %d", len(c.Args))
	}
	t := e.typeExpr(c.Args[0])
	v := e.implicitly(t, r, e.expr(c.Args[1], t), true)
	if !v.Type.IsSubtype(t) {
		given := ir.Range{Source: r.Source, From: e.rng(c.Args[0]).From, To: e.rng(c.Args[1]).To}
		if r.Source.Script { // the list of arguments begins with its bracket
			given.From--
		}
		Fail(given, "expected an expression of type %s but found %s\n", t.Repr(), v.Type.Repr())
	}
	switch {
	case t.Kind == ir.OptionalKind && v.Type.IsNone():
		v = e.constant(ir.Constant{}, t, ir.Range{})
	case t.Kind == ir.AnyKind:
		v = e.insert("prim::unchecked_cast", ir.Range{}, t, v)
	}
	return Simple{v}
}
