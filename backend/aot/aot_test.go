package aot

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// caller calls operators by name; missing arguments take their defaults.
func caller(t *testing.T, ctx *ops.Context) func(name string, args ...ops.Value) ops.Value {
	return func(name string, args ...ops.Value) ops.Value {
		t.Helper()
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
}

type call = func(name string, args ...ops.Value) ops.Value

// static is the environment of programs without symbolic sizes.
type static struct{}

func (static) Decide(symbolic.Bool) bool             { return false }
func (static) Hint(symbolic.Int) int64               { return 0 }
func (static) FreshUnbacked(why string) symbolic.Int { panic(why) }

// compiled captures f for 2×3 matrices, of which those marked require a gradient.
func compiled(t *testing.T, ctx *ops.Context, requiresGrad []bool, f func(call call, x []ops.Value) []ops.Value) *Function {
	t.Helper()
	p := &Program{Name: "f", Env: static{}}
	for _, g := range requiresGrad {
		p.Inputs = append(p.Inputs, Input{ops.NewFake(tensor.Float64, symbolic.Ints([]int{2, 3})), g})
	}
	p.Run = func(ctx *ops.Context, inputs []ops.Value, b *graph.Builder) ([]ops.Value, error) {
		return f(caller(t, ctx), inputs), nil
	}
	c := &Compiler{Whole: func(*ops.Op) bool { return true }, Backend: Eager, Recompute: (*ops.Op).Elementwise}
	function, err := c.Compile(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	return function
}

func texts(f *Function) (list []string) {
	for _, g := range f.Graphs() {
		list = append(list, g.String())
	}
	return list
}

// TestGraphs: what is cheap is computed again in the backward pass, products are not, and of the arguments only those are saved
// that derivatives look at.
func TestGraphs(t *testing.T) {
	f := compiled(t, ops.NewContext(), []bool{true, false}, func(call call, x []ops.Value) []ops.Value {
		return []ops.Value{call("sin", call("mm", call("exp", x[0]), call("t", x[1])))}
	})
	want := []string{`graph f_forward(primals_1: float64[2, 3], primals_2: float64[2, 3])
    exp: float64[2, 3] = exp(primals_1)
    t: float64[3, 2] = t(primals_2)
    mm: float64[2, 2] = mm(exp, t)
    sin: float64[2, 2] = sin(mm)
    return sin, primals_2, exp, mm
`, `graph f_backward(primals_2: float64[2, 3], exp: float64[2, 3], mm: float64[2, 2], tangents_1: float64[2, 2])
    t: float64[3, 2] = t(primals_2)
    cos: float64[2, 2] = cos(mm)
    mul: float64[2, 2] = mul.Tensor(tangents_1, cos)
    t_1: float64[2, 3] = t(t)
    mm_1: float64[2, 3] = mm(mul, t_1)
    mul_1: float64[2, 3] = mul.Tensor(mm_1, exp)
    return mul_1, None
`}
	if d := cmp.Diff(want, texts(f)); d != "" {
		t.Error(d)
	}
}

// TestWrites: a change of an argument leaves the graph as a write.
func TestWrites(t *testing.T) {
	f := compiled(t, ops.NewContext(), []bool{false, false}, func(call call, x []ops.Value) []ops.Value {
		row := call("select.int", x[0], int64(0), int64(1))
		call("mul_.Tensor", row, 2.0)
		return []ops.Value{call("add.Tensor", x[0], x[1]), row}
	})
	want := []string{`graph f(primals_1: float64[2, 3], primals_2: float64[2, 3])
    select: float64[3] = select.int(primals_1, 0, 1)
    mul: float64[3] = mul.Tensor(select, 2)
    select_scatter: float64[2, 3] = select_scatter(primals_1, mul, 0, 1)
    add: float64[2, 3] = add.Tensor(select_scatter, primals_2, 1)
    write select_scatter into primals_1
    return add
`}
	if d := cmp.Diff(want, texts(f)); d != "" {
		t.Error(d)
	}
	ctx := ops.NewContext()
	x, y := ramp(t, ctx), ramp(t, ctx)
	outs, err := f.Call(ctx, []ops.Value{x, y})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(x.Floats(), outs[0].(*tensor.Tensor).Floats()); got != "[0 1 2 6 8 10] [0 2 4 9 12 15]" {
		t.Error(got)
	}
	if row := outs[1].(*tensor.Tensor); row.Storage() != x.Storage() || row.Offset() != 3 {
		t.Error("the row does not show the argument's memory")
	}
	if _, err := f.Call(ctx, []ops.Value{x, x}); err != ErrShared {
		t.Errorf("arguments that share memory: %v", err)
	}
}

// TestTraining compares gradients with those of the plain program, and refuses a second backward.
func TestTraining(t *testing.T) {
	program := func(call call, x []ops.Value) []ops.Value {
		y := call("tanh", call("mul.Tensor", x[0], x[1]))
		return []ops.Value{call("sum.dim_IntList", y, []ops.Value{int64(1)}), y}
	}
	ctx := ops.NewContext()
	f := compiled(t, ctx, []bool{true, true}, program)
	gradients := func(run func(x []ops.Value) []ops.Value) (grads [][]float64, outs []ops.Value) {
		x, y := ramp(t, ctx), ramp(t, ctx)
		for _, v := range []*tensor.Tensor{x, y} {
			if err := ctx.SetRequiresGrad(v, true); err != nil {
				t.Fatal(err)
			}
		}
		outs = run([]ops.Value{x, y})
		ones := caller(t, ctx)("ones_like", outs[0])
		if err := ctx.Backward(outs[:1], []ops.Value{ones}, false, false, nil); err != nil {
			t.Fatal(err)
		}
		return [][]float64{x.Grad.Floats(), y.Grad.Floats()}, outs
	}
	plain, _ := gradients(func(x []ops.Value) []ops.Value { return program(caller(t, ctx), x) })
	captured, outs := gradients(func(x []ops.Value) []ops.Value {
		outs, err := f.Call(ctx, x)
		if err != nil {
			t.Fatal(err)
		}
		return outs
	})
	if !slices.EqualFunc(plain, captured, slices.Equal) {
		t.Errorf("gradients %v became %v", plain, captured)
	}
	if err := ctx.Backward(outs[:1], []ops.Value{caller(t, ctx)("ones_like", outs[0])}, false, false, nil); err == nil {
		t.Error("a second backward succeeds")
	}
}

// ramp is [[0, 1, 2], [3, 4, 5]].
func ramp(t *testing.T, ctx *ops.Context) *tensor.Tensor {
	call := caller(t, ctx)
	return call("view", call("arange", int64(6), tensor.Float64), []ops.Value{int64(2), int64(3)}).(*tensor.Tensor)
}

func TestMinCut(t *testing.T) {
	for _, c := range []struct {
		edges [][3]int64
		side  []int // vertices with the source
	}{
		{[][3]int64{{0, 2, 3}, {2, 1, 5}}, []int{0}},
		{[][3]int64{{0, 2, 9}, {2, 3, 4}, {3, 1, 7}}, []int{0, 2}},
		{[][3]int64{{0, 2, 10}, {0, 3, 10}, {2, 4, 4}, {3, 4, 4}, {2, 3, 1}, {4, 1, 6}}, []int{0, 2, 3, 4}},
		{[][3]int64{{0, 2, infinite}, {2, 3, 8}, {2, 4, 2}, {4, 3, 1}, {3, 1, infinite}}, []int{0, 2, 4}},
	} {
		f := newFlow(5)
		for _, e := range c.edges {
			f.edge(int(e[0]), int(e[1]), e[2])
		}
		var side []int
		for v, reached := range f.minCut(0, 1) {
			if reached {
				side = append(side, v)
			}
		}
		if !slices.Equal(side, c.side) {
			t.Errorf("%v: %v are with the source, want %v", c.edges, side, c.side)
		}
	}
}

// Gradients that are inputs of the backward pass, saved tensors or constants live on when the pass is over.
func TestGradientsThatAreSomethingElse(t *testing.T) {
	const n = 4096
	ctx := ops.NewContext()
	constant := tensor.New(tensor.Float32, n)
	constant.Fill(5.0)
	p := &Program{Name: "f", Env: static{}}
	for range 2 {
		p.Inputs = append(p.Inputs, Input{ops.NewFake(tensor.Float32, symbolic.Ints([]int{n})), true})
	}
	p.Run = func(ctx *ops.Context, x []ops.Value, b *graph.Builder) ([]ops.Value, error) {
		call := caller(t, ctx)
		product := call("mul.Tensor", x[0], call("exp", x[1]))
		return []ops.Value{call("sum", product), call("dot", x[0], constant), call("add.Tensor", x[0], x[1])}, nil
	}
	c := &Compiler{Whole: func(*ops.Op) bool { return true }, Backend: Eager, Recompute: func(*ops.Op) bool { return false }}
	f, err := c.Compile(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	leaf := func() *tensor.Tensor {
		x := tensor.New(tensor.Float32, n)
		x.RequiresGrad = true
		return x
	}
	x, y := leaf(), leaf()
	for range 3 {
		outs, err := f.Call(ctx, []ops.Value{x, y})
		if err != nil {
			t.Fatal(err)
		}
		seed := tensor.New(tensor.Float32, n)
		seed.Fill(1.0)
		one := tensor.New(tensor.Float32)
		one.Fill(1.0)
		if err := ctx.Backward(outs, []ops.Value{one, one, seed}, false, false, nil); err != nil {
			t.Fatal(err)
		}
		tensor.NewUninit(tensor.Float32, n).Fill(-7.0)
		if a, b := x.Grad.Floats()[9], y.Grad.Floats()[9]; a != 7 || b != 1 {
			t.Fatalf("gradients %g and %g, not 7 and 1", a, b)
		}
		x.Grad.Fill(100.0)
		y.Grad.Fill(100.0)
		if constant.Floats()[0] != 5 || seed.Floats()[0] != 1 {
			t.Fatal("changing a gradient changes something else")
		}
		x.Grad, y.Grad = nil, nil
	}
}
