package jit

import (
	"fmt"
	"strconv"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Sizes in a trace. While one is taken, Python sees the sizes of a tensor as tensors of no dimensions, whose arithmetic is recorded as any
// other. Where an operator takes one for a number it gets a symbolic size, whose name leads to the value of the graph; the recorder turns
// it into the number of this run before kernels see it.

// traceValues is torch.Tracing of the machine that asks.
type traceValues struct{}

// tracedNumber is what a symbolic size stands for.
type tracedNumber struct {
	value *ir.Value
	hint  int64
}

// active is the tracer if a trace is taken here, nil if not: what operators are made of is not traced.
func active(th *object.Thread) *tracer {
	if t := states.Of(th).tracer; t != nil && t.paused == 0 && torch.Context(th).Sees(t.level) {
		return t
	}
	return nil
}

func (traceValues) Instead(th *object.Thread, name string) (Value, bool) {
	if active(th) == nil {
		return object.Null, false
	}
	m, err := interp.ImportModule(th, "torch.jit._functional")
	if err != nil {
		return object.Null, false
	}
	if f := attr(th, m, name); !f.IsNull() && attrText(th, f, "__module__") == "torch.nn.functional" {
		return f, true
	}
	return object.Null, false
}

func (traceValues) Converting(th *object.Thread, kind string) error { return warnConversion(th, kind) }

func (traceValues) Sizes(th *object.Thread, x *tensor.Tensor) ([]Value, bool) {
	t := active(th)
	if t == nil {
		return nil, false
	}
	items := make([]Value, x.Dim())
	for i := range items {
		items[i] = t.size(x, int64(i))
	}
	return items, true
}

func (traceValues) Size(th *object.Thread, x *tensor.Tensor, dim int64) (Value, bool) {
	t := active(th)
	if t == nil {
		return object.Null, false
	}
	return t.size(x, dim), true
}

func (traceValues) Numel(th *object.Thread, x *tensor.Tensor) (Value, bool) {
	t := active(th)
	if t == nil {
		return object.Null, false
	}
	g := t.frame.g
	g.Where = callerRange(t.th)
	n := g.CreateTyped("aten::numel", ir.Int, t.tensor(x))
	g.Insert(n)
	return t.asTensor(n.Output(), int64(x.Numel())), true
}

// size asks for one size of a tensor in the graph.
func (t *tracer) size(x *tensor.Tensor, dim int64) Value {
	g := t.frame.g
	g.Where = callerRange(t.th)
	of := t.tensor(x)
	n := g.CreateTyped("aten::size", ir.Int, of, g.Constant(ir.Constant{V: dim}, nil))
	g.Insert(n)
	i := int(dim)
	if i < 0 {
		i += x.Dim()
	}
	return t.asTensor(n.Output(), int64(x.Sizes()[i]))
}

// Made writes down how a tensor was made of data: numbers are a constant, and what is made of a tensor follows it.
func (traceValues) Made(th *object.Thread, function string, x, from *tensor.Tensor, copied, detached bool) error {
	t := active(th)
	if t == nil || x.IsMeta() || isShell(x) {
		return nil
	}
	g := t.frame.g
	g.Where = callerRange(th)
	var v *ir.Value
	if from == nil {
		v = t.tensor(x)
	} else {
		v = t.tensor(from)
		if detached {
			v = g.Insert(g.CreateTyped("aten::detach", tensorType(x), v)).Output()
		}
	}
	to := g.CreateTyped("aten::to", tensorType(x), v, t.operand(x.Device(), false, nil), g.Constant(ir.Constant{V: scalarNumbers[x.DType()]}, nil),
		g.Constant(ir.Constant{V: false}, nil), g.Constant(ir.Constant{V: copied}, nil), g.Constant(ir.Constant{}, nil))
	ir.MatchSchema(to)
	made := g.Insert(to)
	if detached {
		made = g.Insert(g.CreateTyped("aten::detach", tensorType(x), made.Output()))
	}
	t.define(x, made.Output())
	if function == "" {
		return nil
	}
	warn, err := helper(th, "torch.jit._trace", "_warn_constant")
	if err == nil {
		t.paused++
		_, err = object.Call(th, warn, object.NewStr(function))
		t.paused--
	}
	return err
}

// asTensor is the tensor that Python sees of an integer of the graph.
func (t *tracer) asTensor(v *ir.Value, hint int64) Value {
	g := t.frame.g
	x := tensor.Scalar(tensor.Int64, hint)
	n := g.CreateTyped("prim::NumToTensor", sizeTensor(), v)
	g.Insert(n)
	t.define(x, n.Output())
	return torch.Wrap(t.th, x)
}

// sizeTensor is the type of a size as a tensor.
func sizeTensor() *ir.Type {
	return &ir.Type{Kind: ir.TensorKind, Shape: &ir.Shape{ScalarType: "Long", Ranked: true, Device: "cpu"}}
}

func (traceValues) Follow(th *object.Thread) ops.Follow {
	t := active(th)
	if t == nil {
		return nil
	}
	return t.follow
}

// follow is the symbolic size of a tensor of integers that an operator takes for a number. A float stays its value, for which the next
// operator to be recorded has the value of the graph in this parameter.
func (t *tracer) follow(x *tensor.Tensor, param *ops.Param) (ops.Value, bool) {
	if x.Numel() != 1 || ops.DispatcherOf(x) != nil {
		return nil, false
	}
	kind, typ := "aten::Int", ir.Int
	switch param.Type.Base {
	case "Scalar":
		kind, typ = "aten::ScalarImplicit", ir.Number
	case "float":
		kind, typ = "aten::Float", ir.Float
	}
	from := t.tensor(x)
	n := t.frame.g.CreateTyped(kind, typ, from)
	n.InsertAfter(from.Node())
	if !x.DType().IsIntegral() {
		if t.stash == nil {
			t.stash = map[string]*ir.Value{}
		}
		t.stash[param.Name] = n.Output()
		return nil, false
	}
	hint, _ := x.Item().(int64)
	name := "%" + strconv.Itoa(len(t.numbers))
	t.numbers[name] = tracedNumber{n.Output(), hint}
	return symbolic.FromExpr(symbolic.NewSymbol(name)), true
}

// Hint is the number of a symbolic size in this run.
func (t *tracer) Hint(s symbolic.Int) int64 { return t.evaluate(s.Expr()) }

// Decide is the truth of a condition in this run, which the trace keeps, as one of Python.
func (t *tracer) Decide(b symbolic.Bool) bool { return t.evaluate(b.Expr()) != 0 }

// FreshUnbacked is not reached: tensors of a trace have data.
func (t *tracer) FreshUnbacked(why string) symbolic.Int {
	panic("jit: a size that depends on data in a trace: " + why)
}

func (t *tracer) evaluate(e *symbolic.Expr) int64 {
	v, err := symbolic.Eval(e, func(name string) (int64, bool) {
		n, ok := t.numbers[name]
		return n.hint, ok
	})
	if err != nil {
		panic(fmt.Sprintf("jit: a size of a trace: %v", err))
	}
	return v
}

// sizeOperators compute what operators made of symbolic sizes.
var sizeOperators = map[symbolic.Kind]string{
	symbolic.Add: "aten::add", symbolic.Mul: "aten::mul", symbolic.FloorDiv: "aten::floordiv", symbolic.Mod: "aten::remainder",
	symbolic.Min: "prim::min", symbolic.Max: "prim::max",
}

// number is the value of a symbolic size; as a tensor where the operator takes one.
func (t *tracer) number(s symbolic.Int, isTensor bool) *ir.Value {
	v := t.expression(s.Expr())
	if !isTensor {
		return v
	}
	return t.frame.g.Insert(t.frame.g.CreateTyped("prim::NumToTensor", sizeTensor(), v)).Output()
}

func (t *tracer) expression(e *symbolic.Expr) *ir.Value {
	g := t.frame.g
	switch e.Kind {
	case symbolic.Const:
		return g.Constant(ir.Constant{V: e.Value}, nil)
	case symbolic.Symbol:
		return t.reach(t.frame, t.numbers[e.Name].value)
	case symbolic.Pow:
		base := t.expression(e.Args[0])
		v := base
		for i := int64(1); i < e.Value; i++ {
			v = t.computed("aten::mul", v, base)
		}
		return v
	}
	kind, ok := sizeOperators[e.Kind]
	if !ok {
		t.err = object.RuntimeErrorf("magneto: a trace cannot keep the size %s", e)
		return g.Constant(ir.Constant{V: t.evaluate(e)}, nil)
	}
	v := t.expression(e.Args[0])
	for _, arg := range e.Args[1:] {
		v = t.computed(kind, v, t.expression(arg))
	}
	return v
}

func (t *tracer) computed(kind string, a, b *ir.Value) *ir.Value {
	g := t.frame.g
	n := g.CreateTyped(kind, ir.Int, a, b)
	ir.MatchSchema(n)
	return g.Insert(n).Output()
}

// reach is a value in the graph of a frame: itself, or, from a frame further out, handed in.
func (t *tracer) reach(f *traceFrame, v *ir.Value) *ir.Value {
	if v.Node().Graph() == f.g || f.parent == nil {
		return v
	}
	outer := t.reach(f.parent, v)
	in := t.handIn(f, outer)
	f.captured = append(f.captured, outer)
	return in
}

// stateClass is torch._C.TracingState: the trace that is being taken.
var stateClass = object.NewExtensionType("TracingState", "torch._C", nil, object.Spec{Layout: object.LayoutNative, NoNew: true, Methods: []object.Method{
	noArgs("graph", func(_ *object.Thread, self Value) (Value, error) {
		return graphObject(mustPayload[*tracer](self).frame.g), nil
	}),
}})

func (traceValues) State(th *object.Thread) Value {
	if t := active(th); t != nil {
		return object.NewNative(stateClass, t)
	}
	return object.None
}
