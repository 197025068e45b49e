package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// This file traces torch.autograd.Function: forward and backward are bodies of
// one operator. What backward reads of forward comes out of forward's body
// beside its results, and goes into backward's behind the gradients.

func init() {
	const where = "torch.autograd.function."
	RegisterFunction(where+"Function.apply", traceAutogradFunction)
	RegisterFunction(where+"FunctionCtx.save_for_backward", func(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		ctx, err := t.Realize(args[0])
		if err != nil {
			return nil, err
		}
		o, ok := ctx.(*Object)
		if !ok {
			return nil, Unsupportedf("Unsupported autograd.Function context `save_for_backward`", ctx.Kind(), "Dynamo expects the context that it made.")
		}
		t.holdAttr(o, "to_save", t.NewTuple(args[1:]))
		return None(), nil
	})
	RegisterFunction(where+"FunctionCtx.saved_tensors", func(t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		return t.GetAttr(args[0], "to_save")
	})
}

func traceAutogradFunction(t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	self, err := t.Realize(args[0])
	if err != nil {
		return nil, err
	}
	cls, ok := self.(*Class)
	if !ok || len(kwargs) > 0 {
		return nil, Unsupportedf("Unsupported autograd.Function method", "apply", "Dynamo traces `apply` of classes with positional arguments.")
	}
	args = append([]Tracker{}, args[1:]...)
	needs := make([]Tracker, len(args))
	any := false
	for i := range args {
		if args[i], err = t.Realize(args[i]); err != nil {
			return nil, err
		}
		x, isTensor := args[i].(*Tensor)
		need := isTensor && x.Fake.NeedsGrad() && t.GradMode
		any = any || need
		needs[i] = NewConstant(object.Bool(need))
	}
	f := &functionTrace{t: t, cls: cls, args: args, needs: needs, tracked: any}
	forward, err := f.forward()
	if err != nil {
		return nil, err
	}
	if !any { // nothing will ask for gradients: what forward did is all there is
		return f.plain(forward)
	}
	backward, err := f.backward(forward)
	if err != nil {
		return nil, err
	}
	return f.record(forward, backward)
}

// functionTrace is a call of apply that is being traced.
type functionTrace struct {
	t       *Trace
	cls     *Class
	args    []Tracker
	needs   []Tracker
	ctx     *Object
	tracked bool
}

func (f *functionTrace) forward() (*Body, error) {
	t := f.t
	return t.TraceBody("torch.autograd.Function", func() (Tracker, error) {
		x, err := t.New(f.cls.T, nil, nil)
		if err != nil {
			return nil, err
		}
		f.ctx = x.(*Object)
		for name, v := range map[string]Tracker{"to_save": t.NewTuple(nil), "_freed": NewConstant(object.False), "dirty_tensors": t.NewTuple(nil), "non_differentiable": t.NewTuple(nil),
			"materialize_grads": NewConstant(object.True), "needs_input_grad": t.NewTuple(f.needs)} {
			t.holdAttr(f.ctx, name, v)
		}
		mode := t.GradMode
		t.SetGrad(false)
		forward, err := t.GetAttr(f.cls, "forward")
		if err != nil {
			return nil, err
		}
		separate := f.overrides("setup_context")
		var result Tracker
		if separate {
			result, err = t.Call(forward, f.args, nil)
		} else {
			result, err = t.Call(forward, append([]Tracker{f.ctx}, f.args...), nil)
		}
		if err == nil && separate {
			var setup Tracker
			if setup, err = t.GetAttr(f.cls, "setup_context"); err == nil {
				_, err = t.Call(setup, []Tracker{f.ctx, t.NewTuple(f.args), result}, nil)
			}
		}
		t.SetGrad(mode)
		return result, err
	})
}

// overrides tells whether the class has a method of its own.
func (f *functionTrace) overrides(name string) bool {
	_, owner := f.cls.T.LookupWhere(object.Intern(name))
	return owner != nil && owner.ModuleName() != "torch.autograd.function"
}

// attribute lists the tensors in an attribute of the context.
func (f *functionTrace) attribute(name string) ([]Tracker, error) {
	x, err := f.t.GetAttr(f.ctx, name)
	if err != nil {
		return nil, err
	}
	return f.t.Unpack(x)
}

func (f *functionTrace) backward(forward *Body) (*Body, error) {
	t := f.t
	dirty, err := f.attribute("dirty_tensors")
	if err != nil {
		return nil, err
	}
	if len(dirty) > 0 {
		return nil, Unsupportedf("Unsupported autograd.Function context method", "mark_dirty", "Dynamo does not trace functions that change their arguments.")
	}
	name := "backward"
	if !f.overrides(name) {
		name = "vjp"
	}
	fn, err := t.GetAttr(f.cls, name)
	if err != nil {
		return nil, err
	}
	return t.TraceBody("torch.autograd.Function", func() (Tracker, error) {
		mode := t.GradMode
		t.SetGrad(false)
		grads := []Tracker{f.ctx}
		for _, r := range forward.Results {
			x, ok := r.(*Tensor)
			if !ok {
				return nil, Unsupportedf("Unsupported autograd.Function method", name, "forward returned a %s.", r.Kind())
			}
			grads = append(grads, t.newOperand(f.gradName(fn, len(grads)), withoutData(plainFake(x.Fake), x.Fake.Sizes)))
		}
		result, err := t.Call(fn, grads, nil)
		t.SetGrad(mode)
		return result, err
	})
}

// gradName is the name of a parameter of backward.
func (f *functionTrace) gradName(fn Tracker, i int) string {
	if r, err := f.t.Realize(fn); err == nil {
		if g, ok := r.(*Function); ok && i < g.Fn.Code.ArgCount {
			return g.Fn.Code.LocalsPlus[i]
		}
	}
	return "grad"
}

func plainFake(x *ops.Fake) *ops.Fake {
	f := *x
	f.RequiresGrad, f.GradFn = false, nil
	return &f
}

// plain gives forward's results where nothing is differentiated: a call of its body.
func (f *functionTrace) plain(forward *Body) (Tracker, error) {
	sub := f.t.Subgraph("fwd_body", forward.Graph)
	node := f.t.higherOrder("wrap", append([]any{sub}, f.t.operands(forward.Lifted)...), nil)
	return f.t.resultsOf(node, forward, nil)
}

func (f *functionTrace) record(forward, backward *Body) (Tracker, error) {
	t := f.t
	// What backward reads comes out of forward.
	at := map[*fxgraph.Node]*fxgraph.Node{} // placeholders of forward by what they stand for
	var placeholders []*fxgraph.Node
	for _, n := range forward.Graph.Nodes() {
		if n.Op == fxgraph.Placeholder {
			placeholders = append(placeholders, n)
		}
	}
	for i, n := range forward.Lifted {
		at[n] = placeholders[i]
	}
	saved := fxgraph.Tuple{}
	savedIndex := fxgraph.List{}
	for i, n := range backward.Lifted {
		inside := n
		if n.Graph() != forward.Graph {
			if at[n] == nil {
				at[n] = placeholderFor(forward.Graph, n)
				forward.Lifted = append(forward.Lifted, n)
			}
			inside = at[n]
		}
		saved = append(saved, inside)
		savedIndex = append(savedIndex, int64(i))
	}
	out := forward.Graph.OutputNode()
	out.SetArgs([]any{fxgraph.Tuple{out.Args[0], saved}}, nil)
	if err := f.gradients(forward, backward); err != nil {
		return nil, err
	}
	still, err := f.attribute("non_differentiable")
	if err != nil {
		return nil, err
	}
	non := fxgraph.List{}
	for i, r := range forward.Results {
		for _, x := range still {
			if same, err := t.Is(r, x); err == nil && same {
				non = append(non, int64(i))
			}
		}
	}
	fwd, bwd := t.Subgraph("fwd_body", forward.Graph), t.Subgraph("bwd_body", backward.Graph)
	node := t.higherOrder("autograd_function_apply", append([]any{fwd, bwd}, t.operands(forward.Lifted)...),
		[]fxgraph.KW{{Name: "non_differentiable_idx", Value: non}, {Name: "saved_for_backward_idx", Value: savedIndex}})
	fakes := make([]any, len(forward.Results))
	for i, r := range forward.Results {
		fake := *r.(*Tensor).Fake
		fake.Sizes, fake.Strides = append([]symbolic.Int{}, fake.Sizes...), append([]symbolic.Int{}, fake.Strides...)
		fake.RequiresGrad, fake.GradFn = false, t.Host.Ops().NewNode(f.cls.T.ShortName()+"Backward", nil, nil)
		for _, k := range non {
			if k == int64(i) {
				fake.GradFn = nil
			}
		}
		fakes[i] = &fake
	}
	return t.resultsOf(node, forward, fakes)
}

// gradients has backward's body return a gradient for each operand of forward, None where there is none.
func (f *functionTrace) gradients(forward, backward *Body) error {
	t := f.t
	given, err := t.Realize(backward.value)
	if err != nil {
		return err
	}
	byArgument := []Tracker{given}
	if c, ok := given.(*Container); ok {
		byArgument = t.Items(c)
	}
	if len(byArgument) < len(f.args) {
		return object.RuntimeErrorf("function %sBackward returned an incorrect number of gradients (expected %d, got %d)", f.cls.T.ShortName(), len(f.args), len(byArgument))
	}
	inside := map[*fxgraph.Node]*fxgraph.Node{}
	var own []*fxgraph.Node
	for _, n := range backward.Graph.Nodes() {
		if n.Op == fxgraph.Placeholder {
			own = append(own, n)
		}
	}
	for i, n := range backward.Lifted {
		inside[n] = own[len(own)-len(backward.Lifted)+i]
	}
	grads := make(fxgraph.Tuple, len(forward.Lifted))
	for i, n := range forward.Lifted {
		for k, a := range f.args {
			x, ok := a.(*Tensor)
			if !ok || x.Node != n {
				continue
			}
			if g, ok := t.Peek(byArgument[k]).(*Tensor); ok {
				grads[i] = g.Node
				if p := inside[g.Node]; p != nil {
					grads[i] = p
				}
			}
		}
	}
	backward.Graph.OutputNode().SetArgs([]any{grads}, nil)
	return nil
}
