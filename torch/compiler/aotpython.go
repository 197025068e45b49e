package compiler

import (
	"errors"
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/backend/aot"
	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// pythonCompiler captures for compilers that scripts bring: callables (graph module, example inputs) → callable.
// With keepWrites, graphs that nothing is derived of write into their inputs themselves.
func pythonCompiler(th *object.Thread, forward, backward, inference object.Value, minCut, keepWrites bool) *aot.Compiler {
	return &aot.Compiler{
		Whole: known, Recompute: cheap, Plain: !minCut, Shown: true, Outside: !keepWrites, Written: writtenForm(th),
		Names: shownNames,
		Backend: func(g *graph.Graph, kind aot.Kind) (aot.Executable, error) {
			th := th.Running()
			return compileByScript(th, g, kind, map[aot.Kind]object.Value{aot.Forward: forward, aot.Backward: backward, aot.Inference: inference}[kind], keepWrites)
		},
	}
}

func compileByScript(th *object.Thread, g *graph.Graph, kind aot.Kind, compile object.Value, keepWrites bool) (aot.Executable, error) {
	keepWrites = keepWrites && kind != aot.Backward
	var m object.Value
	var told int
	var err error
	if kind == aot.Inference {
		m, err = showATen(th, g, keepWrites)
	} else {
		m, told, err = shownParts(th, g, keepWrites)
	}
	if err != nil {
		return nil, err
	}
	var examples []object.Value
	var takes []int
	if kind == aot.Backward {
		if takes, err = taken(th, g); err != nil {
			return nil, err
		}
	} else {
		for i := range g.Inputs {
			takes = append(takes, i)
		}
	}
	for _, i := range takes {
		if in := g.Inputs[i]; in.IsNumber() {
			examples = append(examples, torch.FromOps(th, in.Number))
		} else {
			examples = append(examples, seenTensor(th, in.Meta, false))
		}
	}
	if shown, ok := fx.AsModule(m); ok && kind != aot.Inference {
		shown.Class = "GraphModule" // a part of the joint graph
		if kind == aot.Backward {
			for _, n := range shown.Graph.Nodes() { // also what is computed again
				if m := &n.Meta; len(m.Forward) == 0 {
					m.Stack, m.Forward = nil, m.Stack
				}
			}
		}
	}
	made, err := object.Call(th, compile, m, object.NewList(examples...).Ref())
	if err != nil {
		return nil, err
	}
	e := &scripted{graph: g, call: made, machine: th.Machine, writes: keepWrites, told: told, takes: takes}
	if flag, err := object.GetAttr(th, made, "_boxed_call"); err == nil {
		e.boxed, _ = object.IsTrue(th, flag)
	}
	return e, nil
}

// scripted is a graph compiled by a script.
type scripted struct {
	graph   *graph.Graph
	call    object.Value
	boxed   bool  // it takes one list, which it may empty
	writes  bool  // it writes into its inputs
	told    int   // how many sizes it gives behind its results, for the backward part
	takes   []int // the inputs that it takes, by their places, in order
	machine *object.Machine
}

// TellsSizes says whether it gives sizes for the backward part.
func (s *scripted) TellsSizes() bool { return s.told > 0 }

// Run calls it. Its results are the writes of the graph, which are made here, and the outputs.
func (s *scripted) Run(ctx *ops.Context, inputs []ops.Value) ([]ops.Value, error) {
	th := s.machine.Running()
	defer ctx.SetGradEnabled(ctx.SetGradEnabled(false))
	var args []object.Value
	for _, i := range s.takes {
		args = append(args, torch.FromOps(th, inputs[i]))
	}
	if s.boxed {
		args = []object.Value{object.NewList(args...).Ref()}
	}
	out, err := object.Call(th, s.call, args...)
	if err != nil {
		return nil, err
	}
	results := []object.Value{out}
	if out.Type() == object.ListType || out.Type() == object.TupleType {
		if results, err = object.ToSlice(th, out); err != nil {
			return nil, err
		}
	}
	writes := len(s.graph.Writes)
	if s.writes {
		writes = 0
	}
	if s.told > 0 && len(results) == writes+len(s.graph.Outputs)+s.told {
		results = results[:len(results)-s.told]
	}
	if want := writes + len(s.graph.Outputs); len(results) != want {
		return nil, object.RuntimeErrorf("a compiled graph gives %d results where %d are expected", len(results), want)
	}
	outs := make([]ops.Value, len(results))
	for i, v := range results {
		if outs[i], err = torch.ToOps(th, v); err != nil {
			return nil, err
		}
	}
	for i, w := range s.graph.Writes[:writes] {
		if _, err := ctx.Call(copyInto(), []ops.Value{inputs[w.Input], outs[i], false}); err != nil {
			return nil, err
		}
	}
	return outs[writes:], nil
}

func copyInto() *ops.Op { return ops.Lookup("copy_") }

// constantSizes is the environment of a function whose tensors have the sizes of its arguments: no size is a symbol.
type constantSizes struct{ th *object.Thread }

func (constantSizes) Decide(b symbolic.Bool) bool {
	value, _ := b.Const()
	return value
}

func (constantSizes) Hint(v symbolic.Int) int64 {
	n, _ := v.Const()
	return n
}

// NeedData raises what FakeTensorMode raises where an answer depends on data.
func (c constantSizes) NeedData(name string) {
	ops.Throw(newException(c.th, "torch._subclasses.fake_tensor.DataDependentOutputException", nil, attribute(c.th, "torch.ops.aten."+name+".default")))
}

// FreshUnbacked raises what FakeTensorMode raises where a size would depend on data.
func (c constantSizes) FreshUnbacked(why string) symbolic.Int {
	class := "DynamicOutputShapeException"
	if why == "item" {
		class, why = "DataDependentOutputException", "_local_scalar_dense"
	}
	operator := attribute(c.th, "torch.ops.aten."+why+".default")
	if operator.IsNull() { // one of the script's own
		operator = object.NewStr(why)
	}
	ops.Throw(newException(c.th, "torch._subclasses.fake_tensor."+class, nil, operator))
	return symbolic.Int{}
}

// varyingSizes is the environment of a function whose tensors may have other sizes than its arguments: sizes beside 0 and 1 are symbols.
type varyingSizes struct {
	scriptEnv
	constantSizes
}

func newVaryingSizes(th *object.Thread) varyingSizes {
	shapes := guards.NewShapeEnv()
	shapes.Where = func() guards.UserLine { return guards.UserLine{} }
	return varyingSizes{traceEnv(th, shapes), constantSizes{th}}
}

func (e varyingSizes) Decide(b symbolic.Bool) bool { return e.scriptEnv.Decide(b) }
func (e varyingSizes) Hint(v symbolic.Int) int64   { return e.scriptEnv.Hint(v) }
func (e varyingSizes) NeedData(name string)        { e.constantSizes.NeedData(name) }
func (e varyingSizes) FreshUnbacked(why string) symbolic.Int {
	return e.constantSizes.FreshUnbacked(why)
}

// sized is argument i, whose equal sizes are one symbol.
func (e varyingSizes) sized(t *tensor.Tensor, i int) *ops.Fake {
	f, source := ops.FakeOf(t), guards.NewConstant(fmt.Sprintf("args[%d]", i), object.None)
	f.Sizes, f.Strides = slices.Clone(f.Sizes), slices.Clone(f.Strides)
	for d, n := range t.Sizes() {
		f.Sizes[d] = e.r.shapes.Create(guards.Place{Source: source, Property: guards.Size, Dim: d}, int64(n), guards.Duck, guards.UserLine{})
	}
	e.r.strides(f, t, source)
	return f
}

// captureFunction captures a Python function of tensors that gives a list.
// Those from number varying on have sizes that vary; none where it is negative.
func captureFunction(th *object.Thread, fn object.Value, examples []object.Value, varying int64, compiler *aot.Compiler) (f *aot.Function, err error) {
	p := &aot.Program{Name: "function", Env: constantSizes{th}} // what the function makes has no data either
	describe := func(t *tensor.Tensor, _ int) *ops.Fake { return ops.FakeOf(t) }
	if varying >= 0 {
		env := newVaryingSizes(th)
		p.Env, describe = env, func(t *tensor.Tensor, i int) *ops.Fake {
			if int64(i) < varying {
				return ops.FakeOf(t)
			}
			return env.sized(t, i)
		}
	}
	for i, v := range examples {
		t, ok := torch.Unwrap(v)
		if !ok || t.Layer != nil && !isFakeTensor(th, v) {
			return nil, fmt.Errorf("%w: an argument that is a tensor of a transform", aot.ErrUnsupported)
		}
		p.Inputs = append(p.Inputs, aot.Input{Value: describe(t, i), RequiresGrad: t.NeedsGrad()})
	}
	p.Run = func(ctx *ops.Context, inputs []ops.Value, b *graph.Builder) ([]ops.Value, error) {
		th := th.Running()
		args := make([]object.Value, len(inputs))
		for i, v := range inputs {
			args[i] = torch.FromOps(th, v)
		}
		before := ctx.TakeApart(true)
		out, err := object.Call(th, fn, args...)
		ctx.TakeApart(before)
		if err != nil {
			return nil, err
		}
		return flatResults(th, out)
	}
	err = interp.Sheltered(th, func(th *object.Thread) (err error) {
		defer undecided(&err)
		f, err = compiler.Compile(torch.Context(th), p)
		return err
	})
	return f, err
}

// aotCompile is (function, arguments, forward compiler, backward compiler, inference compiler, min-cut, keep writes, varying) → callable. The
// function is a GraphModule, or takes tensors and gives a list; arguments from number varying on, if that is not
// negative, may have other sizes in later calls.
func aotCompile(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	if !torch.Dispatching(th) { // a FakeTensorMode does not see the capture
		defer torch.SuspendDispatch(th)()
	}
	examples, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	minCut, _ := object.IsTrue(th, args[5])
	keepWrites, _ := object.IsTrue(th, args[6])
	compiler := pythonCompiler(th, args[2], args[3], args[4], minCut, keepWrites)
	if m, ok := fx.AsModule(args[0]); ok {
		c, err := capture(th, m, examples, compiler)
		if err != nil {
			return object.Null, uncaptured(err)
		}
		return object.NewFuncValue("forward", c.call), nil
	}
	fn := args[0]
	varying, err := object.ToInt(th, args[7])
	if err != nil {
		return object.Null, err
	}
	f, err := captureFunction(th, fn, examples, int64(varying), compiler)
	if err != nil {
		return object.Null, uncaptured(err)
	}
	return object.NewFuncValue("forward", func(th *object.Thread, call, _ []object.Value) (object.Value, error) {
		inputs := make([]ops.Value, len(call))
		for i, v := range call {
			t, ok := torch.Unwrap(v)
			if !ok {
				return object.Null, object.TypeErrorf("a compiled function takes tensors, not %s", v.Type().Name)
			}
			inputs[i] = t
		}
		outs, err := f.Call(torch.Context(th), inputs)
		if errors.Is(err, aot.ErrShared) {
			return object.Call(th, fn, call...)
		}
		if err != nil {
			return object.Null, torch.Raise(err)
		}
		items := make([]object.Value, len(outs))
		for i, v := range outs {
			items[i] = torch.FromOps(th, v)
		}
		return object.NewList(items...).Ref(), nil
	}), nil
}

// aotChanges is (function, arguments) → the numbers of the arguments whose values the function changes, and of those whose layout it changes.
func aotChanges(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	examples, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	f, err := captureFunction(th, args[0], examples, -1, &aot.Compiler{
		Whole: known, Recompute: cheap, Plain: true, Shown: true, Outside: true, Written: writtenForm(th), Backend: aot.Eager,
	})
	if err != nil {
		return object.Null, uncaptured(err)
	}
	list := func(numbers []int) object.Value {
		items := make([]object.Value, len(numbers))
		for i, n := range numbers {
			items[i] = object.Int(int64(n))
		}
		return object.NewList(items...).Ref()
	}
	values, layouts := f.Changes()
	return object.NewTuple(list(values), list(layouts)).Ref(), nil
}

// uncaptured is the Python error of what is not captured; others are passed on.
func uncaptured(err error) error {
	var recorded *graph.RecordError
	if errors.Is(err, aot.ErrUnsupported) || errors.As(err, &recorded) {
		return object.RuntimeErrorf("aot_autograd: %s", err.Error())
	}
	return torch.Raise(err)
}

// mayShare is (tensor, tensor): whether stretches of one memory in which their elements lie meet.
func mayShare(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	a, err := torch.ToOps(th, args[0])
	if err != nil {
		return object.Null, err
	}
	b, err := torch.ToOps(th, args[1])
	if err != nil {
		return object.Null, err
	}
	t, ok := a.(*tensor.Tensor)
	o, also := b.(*tensor.Tensor)
	return object.Bool(ok && also && t.MayShare(o)), nil
}
