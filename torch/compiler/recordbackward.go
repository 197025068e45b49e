package compiler

import (
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// Compiled autograd: backward passes are planned, recorded as graphs, and run by what a script makes of these (torch/_dynamo/compiled_autograd.py).

// backwardPlanType is the type of plans.
var backwardPlanType = object.NewType("BackwardPlan", "torch._dynamo.compiled_autograd", nil, object.Spec{Layout: object.LayoutNative})

// setCompiledBackward is (function or None): it gives the function from before.
func setCompiledBackward(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	fn := args[0]
	if fn.IsNone() {
		fn = object.Null
	}
	if before := torch.SetCompiledBackward(th, fn); !before.IsNull() {
		return before, nil
	}
	return object.None, nil
}

// sizePatternType is the type of what a recording relies on of sizes.
var sizePatternType = object.NewType("SizePattern", "torch._dynamo.compiled_autograd", nil, object.Spec{Layout: object.LayoutNative})

func planOf(v object.Value) *ops.BackwardPlan {
	n, _ := object.AsNative(v)
	return n.V.(*ops.BackwardPlan)
}

// planBackward is (roots, gradients, inputs or None, adds, whether sizes are constants): the plan, its text, the gradients of the roots, the
// saved tensors, the leaves, the contexts of custom functions, the scripts of hooks, the name of a node that cannot be recorded and the sizes.
func planBackward(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	var lists [3][]ops.Value
	for i := range lists {
		if args[i].IsNone() {
			continue
		}
		items, err := object.ToSlice(th, args[i])
		if err != nil {
			return object.Null, err
		}
		lists[i] = make([]ops.Value, 0, len(items))
		for _, v := range items {
			x, err := torch.ToOps(th, v)
			if err != nil {
				return object.Null, err
			}
			lists[i] = append(lists[i], x)
		}
	}
	p, err := torch.Context(th).PlanBackward(lists[0], lists[1], lists[2], args[3] == object.True, args[4] == object.True)
	if err != nil {
		return object.Null, torch.Raise(err)
	}
	tensors := func(values []ops.Value) object.Value {
		out := make([]object.Value, len(values))
		for i, v := range values {
			out[i] = torch.FromOps(th, v)
		}
		return object.NewList(out...).Ref()
	}
	contexts := make([]object.Value, len(p.Functions))
	for i, n := range p.Functions {
		contexts[i], _ = torch.ContextOf(n)
	}
	hooks := make([]object.Value, len(p.Scripts))
	for i, fn := range p.Scripts {
		hooks[i] = fn.(object.Value)
	}
	return object.NewTuple(object.NewNative(backwardPlanType, p), object.NewStr(p.Key), tensors(p.Start), tensors(p.Saved), tensors(p.Leaves),
		object.NewList(contexts...).Ref(), object.NewList(hooks...).Ref(), object.NewStr(p.Foreign), listOfInts(p.Sizes())).Ref(), nil
}

// openGeometry is (plan, tensors that it lists): the sizes and strides of each as texts, in symbols for the sizes of the plan.
func openGeometry(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	items, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	texts := func(list []symbolic.Int) object.Value {
		out := make([]object.Value, len(list))
		for i, s := range list {
			out[i] = object.NewStr(s.String())
		}
		return object.NewTuple(out...).Ref()
	}
	out := make([]object.Value, len(items))
	for i, v := range items {
		x, err := torch.ToOps(th, v)
		if err != nil {
			return object.Null, err
		}
		sizes, strides := planOf(args[0]).Geometry(x.(*tensor.Tensor))
		out[i] = object.NewTuple(texts(sizes), texts(strides)).Ref()
	}
	return object.NewList(out...).Ref(), nil
}

// sizePattern is (plan): what the recording of it that goes on relies on of sizes and numbers.
func sizePattern(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	shapes := states.Of(th).recorder.shapes
	return object.NewNative(sizePatternType, planOf(args[0]).Pattern(append(shapes.Decided(), shapes.Conditions()...))), nil
}

// fittingSizes is (pattern, plan of the same text): the sizes for the recording, None if that is not right for the plan.
func fittingSizes(_ *object.Thread, args, _ []object.Value) (object.Value, error) {
	pattern, _ := object.AsNative(args[0])
	sizes, ok := pattern.V.(*ops.SizePattern).Sizes(planOf(args[1]))
	if !ok {
		return object.None, nil
	}
	return listOfInts(sizes), nil
}

func listOfInts(list []int64) object.Value {
	out := make([]object.Value, len(list))
	for i, n := range list {
		out[i] = object.Int(n)
	}
	return object.NewList(out...).Ref()
}

// endBackward is (plan, release).
func endBackward(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	planOf(args[0]).Done(args[1] == object.True)
	return object.None, nil
}

// runBackward is (function, arguments...): what the function gives, called as a backward pass.
func runBackward(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	fn, given := args[0], slices.Clone(args[1:])
	var out object.Value
	err := torch.Context(th).RunRecorded(func() (err error) {
		out, err = object.Call(th, fn, given...)
		return err
	})
	if err != nil {
		return object.Null, torch.Raise(err)
	}
	return out, nil
}

// backwardOf is (plan, for each custom function the tensors that it has saved, the tensors that are inputs of the graph, whether the pass will be
// differentiated): a function of what stands for the inputs that runs the plan for record_calls.
func backwardOf(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	p := planOf(args[0])
	saved, err := object.ToSlice(th, args[1])
	if err != nil {
		return object.Null, err
	}
	values, err := object.ToSlice(th, args[2])
	if err != nil {
		return object.Null, err
	}
	create := args[3] == object.True
	return object.NewFuncValue("backward", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		b := &backwardRecorder{recorder: states.Of(th).recorder, plan: p, saved: saved, stands: map[ops.Value]ops.Value{}}
		given, err := object.ToSlice(th, args[0])
		if err != nil {
			return object.Null, err
		}
		for i, v := range values {
			if b.stands[b.unwrap(v)] = b.unwrap(given[i]); b.failed != nil {
				return object.Null, b.failed
			}
		}
		out, err := torch.Context(th).RecordBackward(p, b, b.standIn, create)
		if err == nil {
			err = b.failed
		}
		if err != nil {
			return object.Null, torch.Raise(err)
		}
		wanted := []object.Value{}
		if !p.Adds() {
			for _, v := range out {
				if v == nil {
					wanted = append(wanted, object.None)
				} else {
					wanted = append(wanted, torch.FromOps(th, v))
				}
			}
		}
		return object.NewList(wanted...).Ref(), nil
	}), nil
}

// backwardRecorder writes into the graph of a backward pass what is not made of operators: calls of functions of torch._dynamo.external_utils.
type backwardRecorder struct {
	*recorder
	plan   *ops.BackwardPlan
	saved  []object.Value
	stands map[ops.Value]ops.Value // of the inputs of the graph
	failed error
}

// standIn is what stands for a tensor in the recording.
func (b *backwardRecorder) standIn(v ops.Value) ops.Value {
	if s, ok := b.stands[v]; ok {
		return s
	}
	return v
}

func (b *backwardRecorder) unwrap(v object.Value) ops.Value {
	x, err := torch.ToOps(b.machine.Running(), v)
	if err != nil && b.failed == nil {
		b.failed = err
	}
	return x
}

// call writes a call of a function of torch._dynamo.external_utils.
func (b *backwardRecorder) call(name string, args ...any) *fxgraph.Node {
	path := "torch._dynamo.external_utils." + name
	return b.to.Create(fxgraph.CallFunction, &fxgraph.Function{Name: name, Qualified: path, Impl: attribute(b.machine.Running(), path)}, args, nil, name)
}

// operand is the node of a gradient, nil for none.
func (b *backwardRecorder) operand(v ops.Value) any {
	if v == nil {
		return nil
	}
	n, err := b.argument(b.machine.Running(), b.standIn(v))
	if err != nil && b.failed == nil {
		b.failed = err
	}
	return n
}

// result is a gradient like another, which a node gives.
func (b *backwardRecorder) result(n *fxgraph.Node, like ops.Value) ops.Value {
	f := ops.Describe(like)
	v := ops.NewFake(f.DType, f.Sizes)
	v.Strides, v.Device = f.Strides, f.Device
	b.made(n, v)
	return v
}

// number is the place of a hook in the list of them.
func (b *backwardRecorder) number(h any) int64 { return int64(b.plan.HookNumber(h)) }

func (b *backwardRecorder) Hook(h *ops.Hook, grad ops.Value) ops.Value {
	return b.result(b.call("call_hook", b.number(h), b.operand(grad)), grad)
}

func (b *backwardRecorder) NodeHook(h *ops.NodeHook, inputs, outputs []ops.Value) []ops.Value {
	list := func(grads []ops.Value) any {
		l := make(fxgraph.Tuple, len(grads))
		for i, g := range grads {
			l[i] = b.operand(g)
		}
		return l
	}
	var n *fxgraph.Node
	seen := inputs
	if inputs == nil {
		n, seen = b.call("call_prehook", b.number(h), list(outputs)), outputs
	} else {
		n = b.call("call_posthook", b.number(h), list(inputs), list(outputs))
	}
	after := make([]ops.Value, len(seen))
	for i, g := range seen {
		if g != nil {
			after[i] = b.item(n, i, g)
		}
	}
	return after
}

// item is result i of a node, a gradient like another.
func (b *backwardRecorder) item(n *fxgraph.Node, i int, like ops.Value) ops.Value {
	th := b.machine.Running()
	return b.result(b.to.Create(fxgraph.CallFunction, operatorFunction(th, "getitem"), []any{n, int64(i)}, nil, "getitem"), like)
}

func (b *backwardRecorder) Function(n *ops.Node, grads []ops.Value) []ops.Value {
	th := b.machine.Running()
	number := slices.Index(b.plan.Functions, n)
	saved, err := object.ToSlice(th, b.saved[number])
	if err != nil && b.failed == nil {
		b.failed = err
	}
	kept := make(fxgraph.Tuple, len(saved))
	for i, v := range saved {
		if x, ok := torch.Unwrap(v); ok {
			kept[i] = b.operand(x)
		}
	}
	args := []any{int64(number), kept}
	for _, g := range grads {
		args = append(args, b.operand(g))
	}
	call := b.call("call_backward", args...)
	specs := make(fxgraph.Tuple, len(n.Edges))
	for i, e := range n.Edges {
		specs[i] = b.spec(n, i, e)
	}
	checked := b.call("call_checked", n.Name(), call, specs)
	out := make([]ops.Value, len(n.Edges))
	for i, e := range n.Edges {
		if e.Node != nil {
			out[i] = b.item(checked, i, ops.GradientOf(e))
		}
	}
	return out
}

// spec is what gradient i of a custom function has to be: None for an argument that is no tensor, () for one that needs no gradient, else its sizes, its
// type, and whether zeros take the place of none.
func (b *backwardRecorder) spec(n *ops.Node, i int, e ops.Edge) any {
	switch {
	case n.NoTensor(i):
		return nil
	case e.Node == nil:
		return fxgraph.Tuple{}
	}
	like := ops.GradientOf(e)
	sizes := make(fxgraph.Tuple, len(like.Sizes))
	for d, s := range like.Sizes {
		sizes[d] = b.operand(s)
	}
	return fxgraph.Tuple{sizes, b.operand(like.DType), e.Node.Variable() == nil}
}

func (b *backwardRecorder) Accumulate(leaf, grad ops.Value, after []*ops.Hook) {
	b.call("call_accumulate_grad", b.operand(leaf), b.operand(gradOf(leaf)), b.operand(grad), len(after) > 0)
	for _, h := range after {
		b.call("call_post_accumulate_hook", b.number(h), b.operand(leaf))
	}
}

func (b *backwardRecorder) Retain(v, grad ops.Value) {
	b.call("call_retain_grad", b.operand(v), b.operand(gradOf(v)), b.operand(grad))
}

// gradOf is the gradient of a tensor, nil for none.
func gradOf(v ops.Value) ops.Value {
	if t, ok := v.(*tensor.Tensor); ok && t.Grad != nil {
		return t.Grad
	}
	return nil
}
