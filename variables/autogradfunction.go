package variables

import (
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// A custom torch.autograd.Function becomes one node with two bodies: forward, which gives its results and whatever backward reads,
// and backward, which takes the gradients of the results and what forward gave for it.

// tracedApply is Function.apply: the first argument is the class.
func tracedApply(t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	cls, ok := t.Peek(args[0]).(*Class)
	if !ok || len(kwargs) > 0 {
		return nil, Unsupportedf("Unsupported custom autograd.Function call", "Function.apply", "Dynamo traces `apply` of a class, with positional arguments.")
	}
	a := &application{t: t, cls: cls}
	for _, x := range args[1:] {
		x, err := t.deepTensors(x)
		if err != nil {
			return nil, err
		}
		a.args = append(a.args, x)
	}
	a.separate = cls.T.Lookup(object.Intern("setup_context")) != functionClass(cls.T).Lookup(object.Intern("setup_context"))
	recorded := false
	for _, x := range a.args {
		v, ok := x.(*Tensor)
		recorded = recorded || ok && v.Fake.NeedsGrad()
	}
	if !recorded || !t.GradMode {
		return a.forward()
	}
	for i, x := range a.args {
		if v, ok := x.(*Tensor); ok && slices.ContainsFunc(a.args[:i], func(y Tracker) bool { w, ok := y.(*Tensor); return ok && w.Node == v.Node }) {
			return nil, &Unsupported{Title: "autograd.Function.apply: duplicate tensor input",
				Explanation: "Dynamo does not support tracing autograd.Function.apply when the same tensor is passed to multiple forward inputs."}
		}
	}
	return a.record()
}

// functionClass is the class Function that t derives from.
func functionClass(t *object.Type) *object.Type {
	for _, c := range t.MRO {
		if c.ModuleName() == "torch.autograd.function" && c.Name == "Function" {
			return c
		}
	}
	return t
}

// application is one call of apply.
type application struct {
	t        *Trace
	cls      *Class
	args     []Tracker
	separate bool // the class has setup_context
	ctx      Tracker
	fwd, bwd *body
	saved    []*fxgraph.Node // of fwd, which backward reads
}

// forward calls the class's forward, and setup_context where it has that.
func (a *application) forward() (Tracker, error) {
	t := a.t
	var err error
	if a.ctx, err = t.Call(t.FromValue(t.Host.Attribute("torch.autograd.function.TracedContext")), a.needs(), nil); err != nil {
		return nil, err
	}
	forward, err := t.GetAttr(a.cls, "forward")
	if err != nil {
		return nil, err
	}
	if !a.separate {
		return t.Call(forward, append([]Tracker{a.ctx}, a.args...), nil)
	}
	result, err := t.Call(forward, a.args, nil)
	if err != nil {
		return nil, err
	}
	setup, err := t.GetAttr(a.cls, "setup_context")
	if err != nil {
		return nil, err
	}
	_, err = t.Call(setup, []Tracker{a.ctx, t.NewTuple(a.args), result}, nil)
	return result, err
}

// needs are the values of ctx.needs_input_grad.
func (a *application) needs() []Tracker {
	out := make([]Tracker, len(a.args))
	for i, x := range a.args {
		v, ok := x.(*Tensor)
		out[i] = NewConstant(object.Bool(ok && v.Fake.NeedsGrad()))
	}
	return out
}

// record traces both bodies and records the node.
func (a *application) record() (Tracker, error) {
	t := a.t
	var err error
	a.fwd, err = t.traceBody("autograd.Function.forward", func(b *body) (Tracker, error) {
		outer := slices.Clone(a.args)
		defer func() { a.args = outer }()
		for i, x := range a.args {
			inside, err := t.operand(b, x)
			if err != nil {
				return nil, err
			}
			a.args[i] = inside
		}
		t.SetGrad(false)
		result, err := a.forward()
		if err != nil {
			return nil, err
		}
		name := "out"
		if _, single := t.Peek(result).(*Tensor); single {
			name = "outs"
			if a.separate {
				name = "output"
			}
		}
		return result, a.nameResults(result, name)
	})
	if err != nil {
		return nil, err
	}
	for _, x := range a.args {
		t.NameNode(x, "arg")
	}
	skipped, err := a.nonDifferentiable()
	if err != nil {
		return nil, err
	}
	if err := a.backward(); err != nil {
		return nil, err
	}
	keptIndex, err := a.keptIndices()
	if err != nil {
		return nil, err
	}
	outs, err := t.bodyOutputs(a.fwd)
	if err != nil {
		return nil, err
	}
	saved := make(fxgraph.Tuple, len(a.saved))
	for i, n := range a.saved {
		saved[i] = n
	}
	forward := t.end2(a.fwd, "fwd_body", fxgraph.Tuple{fxgraph.Tuple(outs), saved})
	backward := t.child(a.bwd, "bwd_body")
	return a.result(append([]any{forward, backward}, operands(a.fwd)...), skipped, keptIndex)
}

// end2 switches grad mode back at the end of a body, and ends it.
func (t *Trace) end2(b *body, name string, output any) *fxgraph.Node {
	around, body, mode := t.Graph, t.body, t.GradMode
	t.Graph, t.body, t.GradMode = b.graph, b, false
	t.SetGrad(true)
	t.Graph, t.body, t.GradMode = around, body, mode
	return t.end(b, name, output)
}

func (a *application) nameResults(x Tracker, name string) error {
	x, err := a.t.deepTensors(x)
	if c, ok := x.(*Container); ok && err == nil {
		for _, e := range a.t.Items(c) {
			a.t.NameNode(e, name)
		}
		return nil
	}
	a.t.NameNode(x, name)
	return err
}

// attribute lists the trackers of a tuple that the context holds.
func (a *application) attribute(name string) ([]Tracker, error) {
	x, err := a.t.GetAttr(a.ctx, name)
	if err != nil {
		return nil, err
	}
	if x, err = a.t.deepTensors(x); err != nil {
		return nil, err
	}
	c, ok := x.(*Container)
	if !ok {
		return nil, nil
	}
	return a.t.Items(c), nil
}

// nonDifferentiable are the positions of the results that forward has marked.
func (a *application) nonDifferentiable() (positions []int, err error) {
	if dirty, err := a.attribute("dirty_tensors"); err != nil || len(dirty) > 0 {
		return nil, errOr(err, Unsupportedf("autograd.Function.forward: mark_dirty", "mark_dirty", "Dynamo does not trace custom functions that change their inputs."))
	}
	marked, err := a.attribute("non_differentiable")
	for i, x := range a.fwd.outputs {
		if slices.Contains(marked, x) {
			positions = append(positions, i)
		}
	}
	return positions, err
}

func errOr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// backward traces the class's backward for gradients of all results.
func (a *application) backward() error {
	t := a.t
	fn, err := t.GetAttr(a.cls, "backward")
	if err != nil {
		return err
	}
	if b := functionClass(a.cls.T); a.cls.T.Lookup(object.Intern("backward")) == b.Lookup(object.Intern("backward")) {
		if fn, err = t.GetAttr(a.cls, "vjp"); err != nil {
			return err
		}
	}
	names := t.parameters(fn)
	var grads []any
	a.bwd, err = t.traceBody("autograd.Function.backward", func(b *body) (Tracker, error) {
		b.sibling, b.saved = a.fwd, &a.saved
		args := []Tracker{a.ctx}
		for i, x := range a.fwd.outputs {
			out, ok := x.(*Tensor)
			if !ok {
				return nil, Unsupportedf("autograd.Function.forward: result", x.Kind(), "A custom function returned a %s.", x.Kind())
			}
			f := ops.NewFake(out.Fake.DType, out.Fake.Sizes)
			args = append(args, &Tensor{Node: b.placeholder(parameter(names, 1+i, "grad"), f), Fake: f, Type: t.Host.TensorType()})
		}
		t.SetGrad(false)
		result, err := t.Call(fn, args, nil)
		if err != nil {
			return nil, err
		}
		t.SetGrad(true)
		grads, err = a.gradients(b, result)
		return None(), err
	})
	if err != nil {
		return err
	}
	t.endBody(a.bwd, fxgraph.Tuple(grads))
	return nil
}

// gradients are what backward gave for each operand of the node.
func (a *application) gradients(b *body, result Tracker) ([]any, error) {
	t := a.t
	result, err := t.deepTensors(result)
	if err != nil {
		return nil, err
	}
	list := []Tracker{result}
	if c, ok := result.(*Container); ok {
		list = t.Items(c)
	}
	for len(list) > len(a.args) {
		if c, ok := t.Peek(list[len(list)-1]).(*Constant); !ok || !c.V.IsNone() {
			break
		}
		list = list[:len(list)-1]
	}
	if len(list) != len(a.args) {
		return nil, object.Raisef(object.RuntimeError, "function %sBackward returned an incorrect number of gradients (expected %d, got %d)", a.cls.T.Name, len(a.args), len(list))
	}
	of := map[*fxgraph.Node]any{}
	for i, x := range a.args {
		if v, ok := x.(*Tensor); ok {
			g, err := t.FX(list[i])
			if err != nil {
				return nil, err
			}
			of[v.Node] = g
		}
	}
	grads := make([]any, len(a.fwd.free))
	for i, n := range a.fwd.free {
		grads[i] = of[n]
	}
	return grads, nil
}

// keptIndices are the positions among the saved values of those that went through save_for_backward.
func (a *application) keptIndices() (fxgraph.List, error) {
	kept, err := a.attribute("to_save")
	indices := fxgraph.List{}
	for i, n := range a.saved {
		for _, x := range kept {
			if v, ok := a.t.Peek(x).(*Tensor); ok && a.fwd.here(v.Node) == n {
				indices = append(indices, int64(i))
				break
			}
		}
	}
	return indices, err
}

// result records the node and builds what apply returns: tensors with a history, but for those that are not differentiable.
func (a *application) result(args []any, skipped []int, kept fxgraph.List) (Tracker, error) {
	t := a.t
	marks := fxgraph.List{}
	for _, i := range skipped {
		marks = append(marks, int64(i))
	}
	leaves := make([]Tracker, len(a.fwd.outputs))
	for i, x := range a.fwd.outputs {
		v := x.(*Tensor)
		f := *v.Fake
		f.Wrapper, f.GradFn, f.RequiresGrad = nil, nil, false
		if f.DType.Differentiable() && !slices.Contains(skipped, i) {
			f.GradFn = t.Host.Ops().NewNode(a.cls.T.Name+"Backward", nil, nil)
		}
		leaves[i] = &Tensor{Fake: &f, Type: v.Type}
	}
	results, err := t.callBodies("autograd_function_apply", args, []fxgraph.KW{{Name: "non_differentiable_idx", Value: marks}, {Name: "saved_for_backward_idx", Value: kept}}, leaves)
	if err != nil {
		return nil, err
	}
	for _, x := range results {
		t.keepName(x)
	}
	return a.fwd.result(results)
}
