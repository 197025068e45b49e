package jit

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/backend/aot"
	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/backend/native"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// A group of fused operators is a function of the native backend: its graph is captured on tensors without data, whose sizes are those of its types, or
// symbols. What the backend does not take, and calls that it could not answer as the operators do, run operator by operator.

// kernel is a group of operators.
type kernel struct {
	code    *exec.Code // operator by operator
	sub     *ir.Graph
	sizes   int            // how many of the last inputs are the sizes of symbols
	entries []*kernelEntry // by the numbers that the group takes
	refused bool
}

// kernelEntry is what a group was compiled to for some numbers.
type kernelEntry struct {
	numbers  []Value
	function *aot.Function
	// decided are the conditions on symbolic sizes that were asked, with their answers: sizes of others run operator by operator.
	decided []decision
	symbols []symbolSize
	dtype   tensor.DType // that new tensors of floats had
}

// decision is a condition on sizes with its answer.
type decision struct {
	condition symbolic.Bool
	holds     bool
}

// symbolSize is where a symbol's value is found.
type symbolSize struct {
	name       string
	input, dim int
}

// mostKernels is how many different numbers a group is compiled for.
const mostKernels = 4

// groupOperator runs a node prim::TensorExprGroup.
func (h *runtime) groupOperator(n *ir.Node) exec.Operator {
	sub, _ := n.Attr("Subgraph").(*ir.Graph)
	if sub == nil {
		return nil
	}
	code, err := exec.Compile("", sub, h)
	if err != nil {
		return nil
	}
	k := &kernel{code: code, sub: sub}
	if c, ok := n.Attr("symbolic_shape_inputs").(ir.Constant); ok {
		symbols, _ := c.V.([]ir.Constant)
		k.sizes = len(symbols)
	}
	return k.run
}

// groupFunction is the function of a graph of tensors: args[0].
func groupFunction(th *object.Thread, args, _ []Value) (Value, error) {
	g := mustPayload[*ir.Graph](args[0])
	code, err := exec.Compile("", g, runtimeOf(th))
	if err != nil {
		return object.Null, raised(th, err)
	}
	k := &kernel{code: code, sub: g}
	return object.NewFuncValue("kernel", func(th *object.Thread, args, _ []Value) (Value, error) {
		if len(args) != len(g.Inputs()) {
			return object.Null, object.RuntimeErrorf("the graph has %d inputs, not %d", len(g.Inputs()), len(args))
		}
		run := k.run
		for i, v := range g.Inputs() { // others have no kernel
			if t, ok := torch.Unwrap(args[i]); ok && (v.Type.Shape == nil || !hasType(t, v.Type.Shape)) {
				run = func(th *object.Thread, args []Value) (Value, error) { return exec.RunInner(th, code, args) }
			}
		}
		out, err := run(th, args)
		if f, failed := err.(*exec.Failure); failed {
			return object.Null, runtimeOf(th).Raised(th, f)
		}
		return out, err
	}), nil
}

func (k *kernel) run(th *object.Thread, args []Value) (Value, error) {
	if entry := k.entryFor(th, args); entry != nil {
		inputs := make([]ops.Value, 0, len(args))
		for _, v := range args {
			if t, ok := torch.Unwrap(v); ok {
				inputs = append(inputs, t)
			}
		}
		if entry.fits(inputs) {
			return entry.run(th, inputs)
		}
	}
	return exec.RunInner(th, k.code, args)
}

// entryFor is the compiled group for the operands of a call, nil where operators must run by themselves: where somebody sees each of them, and where gradients are
// recorded.
func (k *kernel) entryFor(th *object.Thread, args []Value) *kernelEntry {
	ctx := torch.Context(th)
	if k.refused || ctx.Transformed() || ctx.Autocast().On {
		return nil
	}
	var numbers []Value
	for i, v := range args {
		if t, ok := torch.Unwrap(v); ok {
			if t.Layer != nil || t.IsMeta() || ctx.GradEnabled() && t.NeedsGrad() {
				return nil
			}
			continue
		}
		if i < len(args)-k.sizes {
			numbers = append(numbers, v)
		}
	}
	for _, e := range k.entries {
		if e.dtype == ctx.DefaultDType() && slices.EqualFunc(e.numbers, numbers, sameNumber) {
			return e
		}
	}
	if len(k.entries) >= mostKernels {
		return nil
	}
	e, err := k.compile(th, args)
	if err != nil {
		k.refused = true
		return nil
	}
	e.numbers, e.dtype = numbers, ctx.DefaultDType()
	k.entries = append(k.entries, e)
	return e
}

// sameNumber says whether two operands that are no tensors are the same to a kernel.
func sameNumber(a, b Value) bool {
	if a.Type() != b.Type() {
		return false
	}
	switch {
	case a.IsNone():
		return true
	case a.IsSmallInt() || a.Type() == object.BoolType:
		return a == b
	}
	x, ok := a.AsFloat()
	y, ok2 := b.AsFloat()
	return ok && ok2 && math.Float64bits(x) == math.Float64bits(y)
}

// compile captures the group and compiles it.
func (k *kernel) compile(th *object.Thread, args []Value) (*kernelEntry, error) {
	e := &kernelEntry{}
	env := &groupEnv{values: map[string]int64{}}
	p := &aot.Program{Name: "group", Env: env}
	at := map[int]int{} // of the inputs of the group, which of the program
	for i, v := range k.sub.Inputs() {
		t, ok := torch.Unwrap(args[i])
		if !ok {
			continue
		}
		at[i] = len(p.Inputs)
		fake := ops.FakeOf(t)
		if s := v.Type.Shape; s != nil && slices.ContainsFunc(s.Sizes, func(n int64) bool { return n < 0 }) {
			sizes := make([]symbolic.Int, len(s.Sizes))
			for d, n := range s.Sizes {
				sizes[d] = symbolic.IntOf(n)
				if n >= 0 {
					continue
				}
				name := symbolName(n)
				sizes[d] = symbolic.FromExpr(symbolic.NewSymbol(name))
				if _, known := env.values[name]; !known {
					env.values[name] = int64(t.Sizes()[d])
					e.symbols = append(e.symbols, symbolSize{name, len(p.Inputs), d})
				}
			}
			fake = ops.NewFake(t.DType(), sizes)
		}
		p.Inputs = append(p.Inputs, aot.Input{Value: fake})
	}
	given := slices.Clone(args)
	p.Run = func(ctx *ops.Context, inputs []ops.Value, _ *graph.Builder) ([]ops.Value, error) {
		th := th.Running()
		defer torch.DisableTorchFunction(th)()
		for i, j := range at {
			given[i] = torch.FromOps(th, inputs[j])
		}
		out, err := exec.RunInner(th, k.code, given)
		if err != nil {
			return nil, err
		}
		v, err := torch.ToOps(th, out)
		if list, several := v.([]ops.Value); several {
			return list, err
		}
		return []ops.Value{v}, err
	}
	compiler := &aot.Compiler{Whole: func(*ops.Op) bool { return true }, Recompute: (*ops.Op).Elementwise, Backend: func(g *graph.Graph, _ aot.Kind) (aot.Executable, error) {
		ctx := torch.Context(th.Running())
		machine, products, err := ctx.Engines()
		if err != nil {
			return nil, err
		}
		return native.Compile(g, native.Options{Hint: env.Hint, Compiler: machine, Products: products, Default: ctx.DefaultDType(), Repro: ctx.Reproducers})
	}}
	err := interp.Sheltered(th, func(th *object.Thread) (err error) {
		e.function, err = compiler.Compile(torch.Context(th), p)
		return err
	})
	if err == nil && len(e.function.Graphs()) != 1 {
		err = aot.ErrUnsupported
	}
	e.decided = env.decided
	return e, err
}

func symbolName(n int64) string { return "s" + itoa(int(-n)) }

// fits says whether the sizes of a call answer what was asked of them as those did that the kernel was made for.
func (e *kernelEntry) fits(inputs []ops.Value) bool {
	value := func(name string) (int64, bool) {
		for _, s := range e.symbols {
			if s.name == name {
				return int64(inputs[s.input].(*tensor.Tensor).Sizes()[s.dim]), true
			}
		}
		return 0, false
	}
	for _, d := range e.decided {
		n, err := symbolic.Eval(d.condition.Expr(), value)
		if err != nil || (n != 0) != d.holds {
			return false
		}
	}
	return true
}

func (e *kernelEntry) run(th *object.Thread, inputs []ops.Value) (Value, error) {
	outs, err := e.function.CallInto(torch.Context(th), inputs, nil, false)
	if err != nil {
		return object.Null, torch.Raised(err)
	}
	if len(outs) == 1 {
		return torch.FromOps(th, outs[0]), nil
	}
	items := make([]Value, len(outs))
	for i, v := range outs {
		items[i] = torch.FromOps(th, v)
	}
	return object.NewTuple(items...).Ref(), nil
}

// groupEnv decides by the sizes that a group is compiled for, and remembers what was asked.
type groupEnv struct {
	values  map[string]int64
	decided []decision
}

// Hint is the value of a size now.
func (g *groupEnv) Hint(n symbolic.Int) int64 {
	v, err := symbolic.Eval(n.Expr(), func(name string) (int64, bool) { v, ok := g.values[name]; return v, ok })
	if err != nil {
		return 0
	}
	return v
}

// Decide is the truth of a condition now.
func (g *groupEnv) Decide(b symbolic.Bool) bool {
	if v, ok := b.Const(); ok {
		return v
	}
	holds := g.Hint(symbolic.FromExpr(b.Expr())) != 0
	g.decided = append(g.decided, decision{b, holds})
	return holds
}

// FreshUnbacked is for operators whose sizes depend on data, which groups do not hold.
func (g *groupEnv) FreshUnbacked(why string) symbolic.Int {
	panic(object.RuntimeErrorf("magneto: a group holds %s, whose size depends on data", why))
}
