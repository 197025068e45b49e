package variables

import (
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// Trackers as arguments of nodes of the graph.

// Literal is a constant argument of a graph node that is not a plain Python
// literal: a dtype, a device, a torch.Size.
type Literal struct {
	V    object.Value
	text string
	str  string // as str() has it
}

// NewLiteral is v as an argument of a graph node.
func NewLiteral(th *object.Thread, v object.Value) Literal {
	l := Literal{V: v, text: guards.ReprOf(th, v)}
	if code, _ := CodeOf(th, v); code != "" {
		return Literal{V: v, text: code, str: code}
	}
	if l.str = l.text; strings.HasPrefix(l.text, "device(") || strings.HasPrefix(l.text, "<OpOverload(") {
		if s, err := object.StrOf(th, v); err == nil {
			l.str = s
		}
		if l.text[0] == '<' { // an operator, which source finds by its path
			l.text = "torch.ops." + l.str
		}
	}
	return l
}

// Str is the constant as listings of graphs have it.
func (l Literal) Str() string { return l.str }

// Repr is the constant as Python source.
func (l Literal) Repr() string { return l.text }

// FX is x as an argument of a graph node.
func (t *Trace) FX(th *object.Thread, x Tracker) (any, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *Tensor:
		return t.lift(x.Node), t.reachable(x.Node)
	case *NdArray:
		return t.FX(th, x.T)
	case *SymInt:
		return t.symNode(th, x)
	case *SymFloat:
		return t.lift(x.Node), t.reachable(x.Node)
	case *SymBool:
		return t.lift(x.Node), t.reachable(x.Node)
	case *Constant:
		if typ := x.V.Type(); typ.IsHeap() && typ.IsSubtype(object.IntType) { // a member of an IntEnum
			return ConstantFX(th, object.Plain(x.V)), nil
		}
		return ConstantFX(th, x.V), nil
	case *Container:
		return t.containerFX(th, x)
	case *Class:
		return NewLiteral(th, x.T.Ref()), nil
	case *Function:
		return NewLiteral(th, x.Fn.Ref()), nil
	case *Object:
		return t.objectFX(th, x)
	}
	return nil, missingProxy(x.Kind())
}

// ConstantFX is a constant as an argument of a graph node.
func ConstantFX(th *object.Thread, v object.Value) any {
	switch v.Type() {
	case object.NoneType:
		return nil
	case object.BoolType:
		b, _ := v.AsBool()
		return b
	case object.IntType:
		if n, ok := v.AsInt(); ok {
			return n
		}
	case object.FloatType:
		f, _ := v.AsFloat()
		return f
	case object.ComplexType:
		c, _ := object.AsComplex(v)
		return c.V
	case object.StrType:
		s, _ := object.AsStr(v)
		return s.S
	case object.EllipsisType:
		return fxgraph.Ellipsis
	}
	return NewLiteral(th, v)
}

func (t *Trace) containerFX(th *object.Thread, c *Container) (any, error) {
	if isPrimitive(c.V.Type()) { // of a class of the program
		return ConstantFX(th, object.Plain(c.V)), nil
	}
	leave, err := t.enter(c)
	if err != nil {
		return nil, err
	}
	defer leave()
	t.observe(th, c, "__iter__", nil)
	if s, ok := object.AsSlice(c.V); ok {
		var parts [3]any
		for i, v := range []object.Value{s.Start, s.Stop, s.Step} {
			p, err := t.FX(th, t.FromValue(v))
			if err != nil {
				return nil, err
			}
			parts[i] = p
		}
		return fxgraph.Slice{Start: parts[0], Stop: parts[1], Step: parts[2]}, nil
	}
	if d, ok := object.AsDict(c.V); ok {
		var out fxgraph.Dict
		err := d.Each(th, func(th *object.Thread, k, v object.Value) error {
			x, err := t.FX(th, t.FromValue(v))
			out = append(out, fxgraph.Item{Key: ConstantFX(th, k), Value: x})
			return err
		})
		return out, err
	}
	var items []any
	computed := false // there is a number among them that the graph computes
	for _, e := range t.Items(th, c) {
		x, err := t.FX(th, e)
		if err != nil {
			return nil, err
		}
		_, node := x.(*fxgraph.Node)
		items, computed = append(items, x), computed || node
	}
	switch {
	case computed && isSize(c.V):
		return t.sizeFX(th, c, items), nil
	case NamedTuple(th, c.V.Type()):
		return t.madeInGraph(th, c.V.Type(), items, nil), nil
	case c.V.Type().IsSubtype(object.TupleType):
		return fxgraph.Tuple(items), nil
	case c.V.Type().IsSubtype(object.ListType):
		return fxgraph.List(items), nil
	case c.src == nil && constantValue(th, c.V):
		return NewLiteral(th, c.V), nil
	}
	// A generator or another stateful object must not become part of the graph.
	return nil, missingProxy(c.Kind())
}

// enter notes that the items of a container are being converted, until leave is called. It fails for one that contains itself.
func (t *Trace) enter(c *Container) (leave func(), err error) {
	if t.entered[c] {
		return nil, Unsupportedf(noProxyTitle, c.V.Type().FullName(), "Dynamo cannot pass a `%s` that contains itself to the graph.", c.V.Type().FullName())
	}
	if t.entered == nil {
		t.entered = map[*Container]bool{}
	}
	t.entered[c] = true
	return func() { delete(t.entered, c) }, nil
}

// symNode is the graph node of a symbolic int: the placeholder of a symbol, or
// arithmetic on those.
func (t *Trace) symNode(th *object.Thread, x *SymInt) (any, error) {
	if x.Node != nil {
		return t.lift(x.Node), t.reachable(x.Node)
	}
	n, err := t.exprNode(th, x.Expr.Expr())
	if err != nil {
		return nil, err
	}
	if node, ok := n.(*fxgraph.Node); ok && t.body == nil {
		x.Node = node
	}
	return n, nil
}

var exprOperators = map[symbolic.Kind]string{symbolic.Mul: "mul", symbolic.FloorDiv: "floordiv", symbolic.Mod: "mod",
	symbolic.NaturalPow: "pow", symbolic.BitAnd: "and_", symbolic.BitOr: "or_", symbolic.BitXor: "xor",
	symbolic.TrueDiv: "truediv", symbolic.RealAdd: "add", symbolic.RealMul: "mul", symbolic.RealDiv: "truediv", symbolic.RealPow: "pow",
	symbolic.RealMod: "mod", symbolic.RealFloorDiv: "floordiv"}

// roundings are the functions of package math that lead from floats to integers.
var roundings = map[symbolic.Kind]string{symbolic.Floor: "floor", symbolic.Ceil: "ceil"}

// exprNode computes a size in the graph, each once. Sums are calls of
// torch.sym_sum with the constant first.
func (t *Trace) exprNode(th *object.Thread, e *symbolic.Expr) (any, error) {
	switch e.Kind {
	case symbolic.Const:
		return e.Value, nil
	case symbolic.Real:
		v, _ := symbolic.FloatOf(e).Const()
		return v, nil
	case symbolic.Symbol:
		if n := t.symbols[e.Name]; n != nil {
			return t.lift(n), nil
		}
		return nil, Unsupportedf("Unbound symbol", e.Name, "The size %s is not available in the graph.", e.Name)
	}
	if n := t.sizes[e]; n != nil {
		return n, nil
	}
	args := make([]any, 0, len(e.Args))
	for _, a := range e.Args {
		x, err := t.exprNode(th, a)
		if err != nil {
			return nil, err
		}
		args = append(args, x)
	}
	node := func(target *fxgraph.Function, args ...any) *fxgraph.Node {
		name := ""
		if t.body == nil {
			name = unnamed
		}
		n := t.Graph.Create(fxgraph.CallFunction, target, args, nil, name)
		n.Meta.Stack = t.stack(th)
		return n
	}
	var n *fxgraph.Node
	switch e.Kind {
	case symbolic.Add:
		if last := len(args) - 1; e.Args[last].Kind == symbolic.Const {
			args = append([]any{args[last]}, args[:last]...)
		}
		n = node(t.torchSym(th, "sym_sum"), fxgraph.List(args))
	case symbolic.Pow:
		n = node(t.Operator(th, "pow"), args[0], e.Value)
	case symbolic.Max, symbolic.Min:
		n = node(t.torchSym(th, map[symbolic.Kind]string{symbolic.Max: "sym_max", symbolic.Min: "sym_min"}[e.Kind]), args[0], args[1])
	case symbolic.ToReal:
		n = node(t.torchSym(th, "sym_float"), args[0])
	case symbolic.Trunc:
		n = node(t.torchSym(th, "sym_int"), args[0])
	case symbolic.Floor, symbolic.Ceil:
		n = node(t.mathFunction(th, roundings[e.Kind]), args[0])
	default:
		name, ok := exprOperators[e.Kind]
		if !ok {
			return nil, Unsupportedf("Unsupported symbolic expression", e.String(), "The size %s cannot be computed in the graph.", e)
		}
		n = node(t.Operator(th, name), args[0], args[1])
		for _, a := range args[2:] {
			n = node(t.Operator(th, name), n, a)
		}
	}
	n.Meta.Example = symbolic.FromExpr(e)
	if symbolic.IsReal(e) {
		n.Meta.Example = symbolic.FloatOf(e)
	}
	if t.sizes == nil {
		t.sizes = map[*symbolic.Expr]*fxgraph.Node{}
	}
	t.sizes[e] = n
	return n, nil
}

// unnamed is what nodes that compute sizes are called until the graph is whole. They get their names then, behind those of what the program computes: in
// PyTorch a pass puts them in the place of calls of size().
const unnamed = "_size"

// NameSizes gives the nodes that compute sizes their names.
func (t *Trace) NameSizes() {
	for _, n := range t.Graph.Nodes() {
		if n.Op == fxgraph.CallFunction && strings.HasPrefix(n.Name, unnamed) {
			n.Rename(fxgraph.TargetName(n.Target))
		}
	}
}

// SymbolNode is the placeholder of a symbol.
func (t *Trace) SymbolNode(name string) *fxgraph.Node { return t.symbols[name] }

// symbolicInt is a size as a tracker.
func (t *Trace) symbolicInt(th *object.Thread, v symbolic.Int) Tracker {
	v = t.Shapes.Simplify(v)
	if c, ok := v.Const(); ok {
		return NewConstant(object.Int(c))
	}
	t.AskedSize = true
	x := &SymInt{Expr: v}
	if n, err := t.exprNode(th, v.Expr()); err == nil {
		x.Node, _ = n.(*fxgraph.Node)
	}
	return x
}

// node records a call_function node without computing anything.
func (t *Trace) node(th *object.Thread, target *fxgraph.Function, args []Tracker, kwargs []KW) (*fxgraph.Node, error) {
	return t.create(th, fxgraph.CallFunction, target, args, kwargs)
}

func (t *Trace) create(th *object.Thread, op fxgraph.Op, target any, args []Tracker, kwargs []KW) (node *fxgraph.Node, err error) {
	defer func() { err = t.inCall(th, err, args, kwargs) }()
	fxArgs := make([]any, len(args))
	for i, a := range args {
		x, err := t.FX(th, a)
		if err != nil {
			return nil, err
		}
		fxArgs[i] = x
	}
	var fxKwargs []fxgraph.KW
	for _, kw := range kwargs {
		x, err := t.FX(th, kw.Value)
		if err != nil {
			return nil, err
		}
		fxKwargs = append(fxKwargs, fxgraph.KW{Name: kw.Name, Value: x})
	}
	op, target = t.pastOverride(th, op, target, args)
	n := t.Graph.Create(op, target, fxArgs, fxKwargs, "")
	n.Meta.Stack = t.stack(th)
	if t.Recorded != nil {
		t.Recorded(th, n)
	}
	return n, nil
}

// pastOverride makes a method of Tensor that the class of the tensor puts a function in the place of a function of the graph: tracing went into what is written there already.
func (t *Trace) pastOverride(th *object.Thread, op fxgraph.Op, target any, args []Tracker) (fxgraph.Op, any) {
	name, ok := target.(string)
	if op != fxgraph.CallMethod || !ok || len(args) == 0 {
		return op, target
	}
	x, ok := t.Peek(args[0]).(*Tensor)
	if !ok {
		return op, target
	}
	if v, ok := t.ownMember(th, x, name); !ok {
		return op, target
	} else if _, method := object.AsFunction(v); !method {
		return op, target
	}
	method := t.tensorMethodObject(th, name)
	return fxgraph.CallFunction, &fxgraph.Function{Name: name, Qualified: t.Host.FunctionPath(th, method), Impl: method}
}
