package variables

import (
	"slices"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// A custom torch.autograd.Function becomes one node with two bodies: forward, which gives its results and whatever backward reads,
// and backward, which takes the gradients of the results and what forward gave for it.

func init() { pythonFunctions["torch.autograd.function.Function.apply"] = tracedApply }

// tracedApply is Function.apply: the first argument is the class.
func tracedApply(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if err := t.realizeArguments(th, args[:1], nil); err != nil {
		return nil, err
	}
	cls, ok := t.Peek(args[0]).(*Class)
	if !ok || len(kwargs) > 0 {
		return nil, Unsupportedf("Unsupported custom autograd.Function call", "Function.apply", "Dynamo traces `apply` of a class, with positional arguments.")
	}
	a := &application{t: t, cls: cls}
	recorded, twice := false, false
	for _, x := range args[1:] {
		x, err := t.deepTensors(th, x)
		if err != nil {
			return nil, err
		}
		if v, ok := x.(*Tensor); ok {
			recorded = recorded || v.Fake.NeedsGrad()
			twice = twice || slices.ContainsFunc(a.args, func(y Tracker) bool { w, ok := y.(*Tensor); return ok && w.Node == v.Node })
		}
		a.args = append(a.args, x)
	}
	a.separate = !a.inherits(th, "setup_context")
	if !recorded || !t.GradMode {
		return a.forward(th, false)
	}
	if !a.inherits(th, "jvp") {
		return nil, &Unsupported{Title: "Unsupported custom jvp", Context: "call_apply AutogradFunctionVariable() " + t.DescribeAll(th, args[1:]) + " {}",
			Explanation: "Dynamo does not support tracing `torch.autograd.Function` subclasses that define a custom `jvp` method.", Hints: []string{"Remove the custom `jvp` method if possible.", Supportable}}
	}
	if twice {
		return nil, &Unsupported{Title: "autograd.Function.apply: duplicate tensor input", Operator: "autograd.Function", Hints: []string{Supportable},
			Explanation: "Dynamo does not support tracing autograd.Function.apply when the same tensor is passed to multiple forward inputs."}
	}
	return a.record(th)
}

// application is one call of apply.
type application struct {
	t        *Trace
	cls      *Class
	args     []Tracker
	separate bool // the class has setup_context
	ctx      Tracker
	fwd, bwd *Body
	dirty    []int // the positions of inputs that forward changes among its results
}

// inherits says whether the class has a method from torch.autograd.Function.
func (a *application) inherits(th *object.Thread, method string) bool {
	name := object.Intern(method)
	for _, c := range a.cls.T.MRO {
		if c.ModuleName() == "torch.autograd.function" && c.Name == "Function" {
			return a.cls.T.Lookup(th, name) == c.Lookup(th, name)
		}
	}
	return false
}

// forward calls the class's forward, and setup_context where it has that. Where the call is not recorded as one node, forward joins the graph.
func (a *application) forward(th *object.Thread, recorded bool) (Tracker, error) {
	t := a.t
	needs := make([]Tracker, len(a.args)) // ctx.needs_input_grad
	for i, x := range a.args {
		v, ok := x.(*Tensor)
		needs[i] = NewConstant(object.Bool(ok && v.Fake.NeedsGrad()))
	}
	var err error
	class := "torch.autograd.function.InlinedContext"
	if recorded {
		class = "torch.autograd.function.TracedContext"
	}
	if a.ctx, err = t.Call(th, t.FromValue(t.Host.Attribute(th, class)), needs, nil); err != nil {
		return nil, err
	}
	forward, err := t.GetAttr(th, a.cls, "forward")
	if err != nil {
		return nil, err
	}
	if !a.separate {
		return t.Call(th, forward, append([]Tracker{a.ctx}, a.args...), nil)
	}
	result, err := t.Call(th, forward, a.args, nil)
	if err != nil {
		return nil, err
	}
	setup, err := t.GetAttr(th, a.cls, "setup_context")
	if err != nil {
		return nil, err
	}
	_, err = t.Call(th, setup, []Tracker{a.ctx, t.NewTuple(a.args), result}, nil)
	return result, err
}

// record traces both bodies and records the node.
func (a *application) record(th *object.Thread) (Tracker, error) {
	t := a.t
	if err := a.traceForward(th); err != nil {
		return nil, err
	}
	for _, x := range a.args {
		t.NameNode(x, "arg")
	}
	skipped, err := a.marked(th, "non_differentiable")
	if err != nil {
		return nil, err
	}
	if a.dirty, err = a.changed(th); err != nil {
		return nil, err
	}
	if err := a.traceBackward(th); err != nil {
		return nil, err
	}
	saved := fxgraph.Tuple{}
	for _, n := range a.bwd.traced.saved {
		saved = append(saved, n)
	}
	kept, err := a.keptIndices(th)
	if err != nil {
		return nil, err
	}
	a.fwd.setOutput(fxgraph.Tuple{a.fwd.Graph.OutputNode().Args[0], saved})
	operands := t.operands(a.fwd.Lifted)
	forward, backward := t.Subgraph(th, "fwd_body", a.fwd.Graph), t.Subgraph(th, "bwd_body", a.bwd.Graph)
	options := []fxgraph.KW{{Name: "non_differentiable_idx", Value: indices(skipped)}, {Name: "saved_for_backward_idx", Value: indices(kept)}}
	if len(a.dirty) > 0 {
		options = append(options, fxgraph.KW{Name: "dirty_idx", Value: indices(a.dirty)})
	}
	node := t.higherOrder(th, "autograd_function_apply", append([]any{forward, backward}, operands...), options)
	return a.result(th, node, skipped)
}

func indices(list []int) fxgraph.List {
	out := fxgraph.List{}
	for _, i := range list {
		out = append(out, int64(i))
	}
	return out
}

// traceForward traces forward, whose inputs are what it reads, in this order, then the rest of the tensors among the arguments.
func (a *application) traceForward(th *object.Thread) (err error) {
	t := a.t
	a.fwd, err = t.traceBody(th, "autograd.Function.forward", bodyStyle{effects: true, loose: true}, func() (Tracker, error) {
		t.SetGrad(th, false)
		result, err := a.forward(th, true)
		if err != nil {
			return nil, err
		}
		t.SetGrad(th, true)
		for _, x := range a.args { // those that forward has not read
			if v, ok := x.(*Tensor); ok {
				t.lift(v.Node)
			}
		}
		if err := a.nameResults(th, result); err != nil {
			return nil, err
		}
		return a.viewsOfInputs(th, result)
	})
	return err
}

// nameResults gives the values that forward returns the names that PyTorch's own code gives them.
func (a *application) nameResults(th *object.Thread, x Tracker) error {
	x, err := a.t.deepTensors(th, x)
	if c, ok := x.(*Container); ok && err == nil {
		for _, e := range a.t.Items(th, c) {
			a.nameResult(e, "out")
		}
		return nil
	}
	if a.separate {
		a.nameResult(x, "output")
	} else {
		a.nameResult(x, "outs")
	}
	return err
}

// viewsOfInputs gives views for the inputs among the results of forward, which have a history of their own, but for those that forward has marked as changed.
func (a *application) viewsOfInputs(th *object.Thread, result Tracker) (Tracker, error) {
	t := a.t
	result, err := t.deepTensors(th, result)
	if err != nil {
		return nil, err
	}
	dirty, err := a.attribute(th, "dirty_tensors")
	if err != nil {
		return nil, err
	}
	view := func(x Tracker) (Tracker, error) {
		if v, ok := x.(*Tensor); !ok || !slices.Contains(a.args, Tracker(v)) || slices.Contains(dirty, x) {
			return x, nil
		}
		return t.CallMethod(th, x, "view_as", []Tracker{x}, nil)
	}
	c, ok := result.(*Container)
	if !ok || !c.V.Type().IsSubtype(object.TupleType) && !c.V.Type().IsSubtype(object.ListType) {
		return view(result)
	}
	items := t.Items(th, c)
	values := make([]object.Value, len(items))
	for i, x := range items {
		if x, err = view(x); err != nil {
			return nil, err
		}
		values[i] = t.ToValue(x)
	}
	v, err := emptyLike(th, c.V, values)
	return t.newContainer(v), err
}

func (a *application) nameResult(x Tracker, name string) {
	if v, ok := x.(*Tensor); ok && v.Node.Graph() == a.t.Graph {
		a.t.NameNode(x, name)
	}
}

// attribute lists the trackers of a tuple that the context holds.
func (a *application) attribute(th *object.Thread, name string) ([]Tracker, error) {
	x, err := a.t.GetAttr(th, a.ctx, name)
	if err != nil {
		return nil, err
	}
	if x, err = a.t.deepTensors(th, x); err != nil {
		return nil, err
	}
	c, ok := x.(*Container)
	if !ok {
		return nil, nil
	}
	return a.t.Items(th, c), nil
}

func init() {
	RegisterFunction("torch.autograd.function.FunctionCtx.mark_dirty", func(*object.Thread, *Trace, []Tracker, []KW) (Tracker, error) {
		return nil, &Unsupported{Title: "Unsupported autograd.Function context `mark_dirty`", Context: "call_method AutogradFunctionContextVariable(FunctionCtx) mark_dirty",
			Explanation: "Dynamo only supports tracing ctx.mark_dirty inside autograd.Function.apply.", Hints: []string{Supportable}}
	})
}

// marked are the positions among the results of the tensors that forward has told the context under a name.
func (a *application) marked(th *object.Thread, name string) (positions []int, err error) {
	marked, err := a.attribute(th, name)
	for i, x := range a.fwd.Results {
		if slices.Contains(marked, x) {
			positions = append(positions, i)
		}
	}
	return positions, err
}

// changed are the positions among the results of the inputs that forward has marked as changed in place, each of which it must return.
func (a *application) changed(th *object.Thread) ([]int, error) {
	dirty, err := a.attribute(th, "dirty_tensors")
	if err != nil {
		return nil, err
	}
	for _, x := range dirty {
		if !slices.Contains(a.fwd.Results, x) {
			return nil, &Unsupported{Title: "autograd.Function.apply: mark_dirty input not returned", Operator: "autograd.Function",
				Explanation: "Dynamo only supports ctx.mark_dirty when each dirty input is also returned from forward."}
		}
	}
	return a.marked(th, "dirty_tensors")
}

// traceBackward traces backward for gradients of all results. It gives a gradient for each input of forward.
func (a *application) traceBackward(th *object.Thread) error {
	t := a.t
	method := "backward"
	if a.inherits(th, method) {
		method = "vjp"
	}
	fn, err := t.GetAttr(th, a.cls, method)
	if err != nil {
		return err
	}
	names := t.parameterNames(th, fn)
	var grads []Tracker
	a.bwd, err = t.TraceBody(th, "autograd.Function.backward", func() (Tracker, error) {
		t.body.sibling = a.fwd
		args := []Tracker{a.ctx}
		results, err := a.results(th)
		if err != nil {
			return nil, err
		}
		for i, x := range results {
			if _, number := x.(*Constant); number { // PyTorch's engine gives None for what is no tensor
				args = append(args, NewConstant(object.None))
				continue
			}
			out, ok := x.(*Tensor)
			if !ok {
				return nil, Unsupportedf("autograd.Function.forward: result", x.Kind(), "A custom function returned a %s.", x.Kind())
			}
			args = append(args, t.bodyInput(th, parameterName(names, 1+i, "grad"), ops.NewFake(out.Fake.DType, out.Fake.Sizes)))
		}
		t.liftSymbols(args)
		t.SetGrad(th, false)
		result, err := t.Call(th, fn, args, nil)
		if err != nil {
			return nil, err
		}
		t.SetGrad(th, true)
		grads, err = a.gradients(th, result)
		return t.NewTuple(grads), err
	})
	if err != nil {
		return err
	}
	given := a.bwd.Graph.OutputNode().Args[0].(fxgraph.Tuple)
	of := map[*fxgraph.Node]any{}
	for i, x := range a.args {
		if _, ok := grads[i].(*Tensor); !ok {
			continue
		}
		if v, ok := x.(*Tensor); ok {
			of[a.fwd.read(v.Node)] = given[0]
		}
		given = given[1:]
	}
	output := fxgraph.Tuple{}
	for _, n := range a.fwd.Graph.Nodes() {
		if n.Op == fxgraph.Placeholder {
			output = append(output, of[n])
		}
	}
	a.bwd.setOutput(output)
	return nil
}

// results are what backward has gradients of: the items of what forward returns, constants among them, or the tensors in it.
func (a *application) results(th *object.Thread) ([]Tracker, error) {
	value, err := a.t.deepTensors(th, a.fwd.value)
	if err != nil {
		return nil, err
	}
	c, ok := value.(*Container)
	if !ok {
		return a.fwd.Results, nil
	}
	items := a.t.Items(th, c)
	for i, x := range items {
		items[i] = a.t.Peek(x)
		if _, number := items[i].(*Constant); !number && !slices.Contains(a.fwd.Results, items[i]) {
			return a.fwd.Results, nil
		}
	}
	return items, nil
}

// gradients are what backward gave for each argument of apply, tensors and None: like PyTorch's, traces ask for those of tensors alone.
func (a *application) gradients(th *object.Thread, result Tracker) ([]Tracker, error) {
	result, err := a.t.deepTensors(th, result)
	if err != nil {
		return nil, err
	}
	list := []Tracker{result}
	if c, ok := result.(*Container); ok {
		list = a.t.Items(th, c)
	}
	list = list[:min(len(list), len(a.args))]
	for i := len(list); i < len(a.args); i++ {
		if _, ok := a.args[i].(*Tensor); ok {
			break
		}
		list = append(list, NewConstant(object.None))
	}
	if len(list) != len(a.args) {
		return nil, object.Raisef(object.RuntimeError, "function %sBackward returned an incorrect number of gradients (expected %d, got %d)", a.cls.T.Name, len(a.args), len(list))
	}
	return list, nil
}

// keptIndices are the positions among the saved values of those that went through save_for_backward.
func (a *application) keptIndices(th *object.Thread) (positions []int, err error) {
	kept, err := a.attribute(th, "to_save")
	for i, n := range a.bwd.traced.saved {
		for _, x := range kept {
			if v, ok := a.t.Peek(x).(*Tensor); ok && a.fwd.read(v.Node) == n {
				positions = append(positions, i)
				break
			}
		}
	}
	return positions, err
}

// result is what apply returns: tensors with a history, but for those that are not differentiable.
func (a *application) result(th *object.Thread, node *fxgraph.Node, skipped []int) (Tracker, error) {
	t := a.t
	fakes := make([]any, len(a.fwd.Results))
	for i, x := range a.fwd.Results {
		f := *x.(*Tensor).Fake
		f.Wrapper, f.GradFn, f.RequiresGrad = nil, nil, false
		if f.DType.Differentiable() && !slices.Contains(skipped, i) {
			f.GradFn = t.Host.Ops(th).NewNode(a.cls.T.Name+"Backward", nil, nil)
		}
		fakes[i] = &f
	}
	for _, i := range a.dirty {
		a.fwd.dirty = append(a.fwd.dirty, a.fwd.Results[i])
	}
	r, err := t.resultsOf(th, node, a.fwd, fakes)
	if err != nil {
		return nil, err
	}
	for _, n := range node.Users() { // the results are not named after locals
		t.keepName(n)
	}
	return r, nil
}
