package graph

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// shapes is an environment in which all that is asked of symbolic sizes is false.
type shapes struct{}

func (shapes) Decide(symbolic.Bool) bool             { return false }
func (shapes) Hint(symbolic.Int) int64               { return 3 }
func (shapes) FreshUnbacked(why string) symbolic.Int { panic("unbacked size of " + why) }

// trace records a function of one symbolic matrix [s0, 4].
func trace(t *testing.T, f func(call func(name string, args ...ops.Value) ops.Value, x ops.Value) []ops.Value) *Graph {
	t.Helper()
	ctx := ops.NewContext()
	b := NewBuilder("test")
	ctx.PushRecorder(b)
	ctx.SetEnv(shapes{})
	x := ops.NewFake(tensor.Float32, []symbolic.Int{symbolic.FromExpr(symbolic.NewSymbol("s0")), symbolic.IntOf(4)})
	b.Input("x", x)
	call := func(name string, args ...ops.Value) ops.Value {
		op := ops.Lookup(name)
		for i := len(args); i < len(op.Schema().Params); i++ {
			args = append(args, op.Schema().Params[i].Default)
		}
		outs, err := ctx.Call(op, args)
		if err != nil {
			t.Fatal(err)
		}
		return outs[0]
	}
	var outs []*Value
	for _, v := range f(call, x) {
		outs = append(outs, b.Value(v))
	}
	g, err := b.Finish(outs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRecordedGraphRuns(t *testing.T) {
	g := trace(t, func(call func(string, ...ops.Value) ops.Value, x ops.Value) []ops.Value {
		call("exp", x) // nobody reads it
		y := call("add.Tensor", x, call("mul.Tensor", x, x))
		rows := call("split.Tensor", call("t", y), int64(2)).([]ops.Value)
		z := call("empty_like", y)
		call("copy_", z, y)
		return []ops.Value{rows[1], z, call("sum", call("relu", z))}
	})
	want := `graph test(x: float32[s0, 4])
    mul: float32[s0, 4] = mul.Tensor(x, x)
    add: float32[s0, 4] = add.Tensor(x, mul, 1)
    t: float32[4, s0] = t(add)
    split: float32[2, s0], split_1: float32[2, s0] = split.Tensor(t, 2, 0)
    empty_like: float32[s0, 4] = empty_like(add, None, None, None, None, None)
    copy: float32[s0, 4] = copy(empty_like, add, False)
    relu: float32[s0, 4] = relu(copy)
    sum: float32[] = sum(relu, None)
    return split_1, copy, sum
`
	if d := cmp.Diff(want, g.String()); d != "" {
		t.Error(d)
	}
	r, err := NewRunner(g)
	if err != nil {
		t.Fatal(err)
	}
	x := must(ops.NewContext().Call(ops.Lookup("arange.start"), []ops.Value{int64(-3), int64(5), tensor.Float32, nil, nil, nil}))
	x = must(ops.NewContext().Call(ops.Lookup("view"), []ops.Value{x, []ops.Value{int64(2), int64(4)}}))
	outs, err := r.Run(ops.NewContext(), []ops.Value{x})
	if err != nil {
		t.Fatal(err)
	}
	if got := outs[2].(*tensor.Tensor).Floats()[0]; got != 6+2+0+0+2+6+12+20 {
		t.Errorf("the sum is %v", got)
	}
	if got := outs[0].(*tensor.Tensor).Sizes(); !cmp.Equal(got, []int{2, 2}) {
		t.Errorf("the split has the sizes %v", got)
	}
}

func TestMergeKeepsOutputsApart(t *testing.T) {
	g := trace(t, func(call func(string, ...ops.Value) ops.Value, x ops.Value) []ops.Value {
		once := call("add.Tensor", call("exp", x), call("exp", x))
		return []ops.Value{once, call("clone", x), call("clone", x), call("t", call("neg", x)), call("neg", x),
			call("_unsafe_view", call("abs", x), []ops.Value{int64(2), int64(-1)}), call("_unsafe_view", call("abs", x), []ops.Value{int64(2), int64(-1)})}
	})
	g.Merge(nil)
	want := `graph test(x: float32[s0, 4])
    exp: float32[s0, 4] = exp(x)
    add: float32[s0, 4] = add.Tensor(exp, exp, 1)
    clone: float32[s0, 4] = clone(x, None)
    clone_1: float32[s0, 4] = clone(x, None)
    neg: float32[s0, 4] = neg(x)
    t: float32[4, s0] = t(neg)
    neg_1: float32[s0, 4] = neg(x)
    abs: float32[s0, 4] = abs(x)
    _unsafe_view: float32[2, 2*s0] = _unsafe_view(abs, [2, -1])
    abs_1: float32[s0, 4] = abs(x)
    _unsafe_view_1: float32[2, 2*s0] = _unsafe_view(abs_1, [2, -1])
    return add, clone, clone_1, t, neg_1, _unsafe_view, _unsafe_view_1
`
	if d := cmp.Diff(want, g.String()); d != "" {
		t.Error(d)
	}
}

func must(outs []ops.Value, err error) ops.Value {
	if err != nil {
		panic(err)
	}
	return outs[0]
}
