package variables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// Derivatives inside of graphs (torch._dynamo.config.trace_autograd_ops): torch.autograd.grad is a node, which runs while tracing on tensors without data,
// and backward is such a node with additions to the gradients of leaves.

func init() {
	RegisterFunction("torch.autograd.grad", func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		if !t.Config.TraceAutograd {
			const title = "using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`"
			return nil, &Unsupported{Title: title, Context: "trace_autograd_ops=False",
				Explanation: "Attempted to call `torch.autograd.grad` with config `torch._dynamo.config.trace_autograd_ops` set to `False`.",
				Hints:       []string{"Change `torch._dynamo.config.trace_autograd_ops` to `True`."}}
		}
		return t.recordGrad(th, args, kwargs)
	})
}

// consumption is a pass of derivatives that has used up the history of its outputs.
type consumption struct{ nodes map[*fxgraph.Node]bool }

func (t *Trace) recordGrad(th *object.Thread, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 0 {
		return nil, Unsupportedf("Unsupported torch.autograd.grad call", "torch.autograd.grad", "Dynamo traces `torch.autograd.grad` with outputs as a positional argument.")
	}
	if t.GradUsedUp != nil {
		return nil, t.GradUsedUp
	}
	if err := t.realizeArguments(th, args, kwargs); err != nil {
		return nil, err
	}
	outputs, err := t.tensorsOf(th, args[0])
	if err != nil {
		return nil, err
	}
	behind := ancestors(nodesOf(outputs))
	if err := t.insideOnly(behind); err != nil {
		return nil, err
	}
	if again := t.consumedAgain(behind); again > 0 {
		return nil, &Unsupported{Title: "autograd.grad with already consumed grad_fn", Context: fmt.Sprintf("double consumed grad_fns: %d", again),
			Explanation: "torch.autograd.grad() is trying to consume grad_fns that were already consumed by a previous autograd.grad() call. This would cause 'backward through graph a second time' errors at runtime.",
			Hints:       []string{"Use retain_graph=True in the first autograd.grad() call if you need to compute gradients through the same graph multiple times."}}
	}
	grad := t.Host.Attribute(th, "torch.autograd.grad")
	node, err := t.node(th, &fxgraph.Function{Name: "grad", Qualified: "torch.autograd.grad", Impl: grad}, args, kwargs)
	if err != nil {
		return nil, err
	}
	node.Meta.Stack = nil
	result, err := t.onFakes(th, grad, args, kwargs)
	if err != nil {
		_ = t.Graph.Erase(node)
		return nil, t.raisedOnFakes(th, err, "call_function "+guards.ReprOf(th, grad), args, kwargs)
	}
	keeps := false
	for _, kw := range kwargs {
		if c, ok := t.Peek(kw.Value).(*Constant); ok && (kw.Name == "retain_graph" || kw.Name == "create_graph") {
			keeps = keeps || c.V == object.True
		}
	}
	if !keeps {
		t.consumed = append(t.consumed, consumption{behind})
	}
	values, _ := object.Items(result)
	results := make([]Tracker, len(values))
	for i, v := range values {
		if v.IsNone() {
			results[i] = None()
			continue
		}
		out, err := t.Host.ToOps(th, v)
		if err != nil {
			return nil, err
		}
		get := t.Graph.Create(fxgraph.CallFunction, t.Operator(th, "getitem"), []any{node, int64(i)}, nil, "")
		get.Meta.Stack = t.stack(th)
		if results[i], err = t.wrapResult(th, get, nil, out, nil); err != nil {
			return nil, err
		}
	}
	return t.NewTuple(results), nil
}

// ancestors are nodes and what they are computed of, through values that have a history.
func ancestors(nodes []*fxgraph.Node) map[*fxgraph.Node]bool {
	all := map[*fxgraph.Node]bool{}
	var visit func(n *fxgraph.Node)
	visit = func(n *fxgraph.Node) {
		if f, ok := n.Meta.Example.(*ops.Fake); all[n] || ok && !f.NeedsGrad() {
			return
		}
		all[n] = true
		for _, in := range n.Inputs() {
			visit(in)
		}
	}
	for _, n := range nodes {
		visit(n)
	}
	return all
}

// consumedAgain counts the nodes whose history an earlier pass has used up.
func (t *Trace) consumedAgain(behind map[*fxgraph.Node]bool) (count int) {
	for n := range behind {
		f, ok := n.Meta.Example.(*ops.Fake)
		if ok && f.GradFn != nil && slices.ContainsFunc(t.consumed, func(c consumption) bool { return c.nodes[n] }) {
			count++
		}
	}
	return count
}

// insideOnly refuses derivatives whose history begins outside of the graph.
func (t *Trace) insideOnly(behind map[*fxgraph.Node]bool) error {
	var external []string
	for _, in := range t.Inputs {
		real := guards.TensorOf(in.Value)
		if behind[in.Node] && real != nil && real.NeedsGrad() && !real.IsLeaf() {
			external = append(external, "\""+in.Source.Text()+"\"")
		}
	}
	if external == nil {
		return nil
	}
	return &Unsupported{Title: "autograd.grad with external grad_fn", Context: "inputs with external grad_fn: [" + strings.Join(external, ", ") + "]",
		Explanation: "torch.autograd.grad() cannot trace through the autograd graph because it's output depends on a tensor that was created outside the compiled region and has a grad_fn attached. The autograd graph extends beyond the compiled region boundary, which Dynamo cannot trace.",
		Hints: []string{"If you don't need gradients to flow back to the original tensor outside the compiled region, detach the input: `tensor.detach().requires_grad_(True)`.",
			"Otherwise, move the autograd.grad() call outside the compiled region.", Supportable}}
}

// UsedUp is the break of outputs whose history a pass of derivatives inside of the graph has used up; nil if there are none.
func (t *Trace) UsedUp(outputs []*fxgraph.Node) *Unsupported {
	var names []string
	for _, n := range outputs {
		f, ok := n.Meta.Example.(*ops.Fake)
		if !ok || f.GradFn == nil {
			continue
		}
		lost := false
		for above := range ancestors([]*fxgraph.Node{n}) {
			g, ok := above.Meta.Example.(*ops.Fake)
			for _, c := range t.consumed {
				lost = lost || ok && g.GradFn != nil && c.nodes[above]
			}
		}
		if lost {
			names = append(names, n.Name)
		}
	}
	if names == nil {
		return nil
	}
	list := strings.Join(names, ", ")
	return &Unsupported{Title: "autograd.grad consumed returned tensor's grad_fn", Context: "Leaked output tensors: " + list,
		Explanation: "torch.autograd.grad() consumes grad_fns that are needed by tensors returned from this compiled function. This would cause 'backward through graph a second time' errors.\n  The following returned tensors have consumed grad_fns: " + list,
		Hints: []string{"Detach the problematic tensor(s) before returning: e.g. `" + names[0] + ".detach()`",
			"If you need to backward through the returned tensor, use retain_graph=True in autograd.grad()."}}
}

// tensorBackward is x.backward(): gradients of all leaves, or of those that inputs lists, which are added to what the leaves have.
func tensorBackward(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	if !t.Config.TraceAutograd {
		return nil, &Unsupported{Title: "Unsupported Tensor.backward() call", Context: "call_method TensorVariable() backward None None None None",
			Explanation: "Dynamo currently does not support tracing `Tensor.backward()` when trace_autograd_ops is off.",
			Hints:       []string{"Set torch._dynamo.trace_autograd_ops=True"}}
	}
	p, err := parameters("backward", args, kwargs, "gradient", "retain_graph", "create_graph", "inputs")
	if err != nil {
		return nil, err
	}
	given := func(v Tracker) bool {
		c, constant := t.Peek(v).(*Constant)
		return v != nil && !(constant && (c.V.IsNone() || c.V == object.False))
	}
	var leaves []Tracker
	if given(p[3]) {
		if leaves, err = t.gradTargets(th, p[3]); err != nil {
			return nil, err
		}
	} else {
		leaves = t.gradLeaves()
	}
	positional := []Tracker{x, t.NewList(leaves)}
	if given(p[0]) {
		positional = append(positional, p[0])
	}
	settings := []KW{{Name: "allow_unused", Value: NewConstant(object.Bool(!given(p[3])))}}
	for i, name := range []string{"retain_graph", "create_graph"} {
		if given(p[i+1]) {
			settings = append(settings, KW{Name: name, Value: p[i+1]})
		}
	}
	grads, err := t.recordGrad(th, positional, settings)
	if err != nil {
		return nil, err
	}
	add := t.FromValue(t.Host.Attribute(th, "torch._dynamo.polyfills.accumulate_grads"))
	_, err = t.Call(th, add, []Tracker{t.NewList(leaves), grads}, nil)
	return None(), err
}

// gradTargets are the tensors that inputs of backward lists.
func (t *Trace) gradTargets(th *object.Thread, inputs Tracker) ([]Tracker, error) {
	list, err := t.tensorsOf(th, inputs)
	if err != nil {
		return nil, err
	}
	for _, x := range list {
		if x.Fake.GradFn != nil {
			return nil, &Unsupported{Title: "backward() with non-leaf tensor", Context: "inputs of backward", Explanation: "backward(inputs=[...]) with non-leaf tensors is not supported."}
		}
	}
	return trackersOf(list), nil
}

// gradLeaves are the leaves that require gradients: those that the graph makes, then its inputs.
func (t *Trace) gradLeaves() (leaves []Tracker) {
	leaves = append(leaves, t.madeLeaves...)
	for _, in := range t.Inputs {
		known := t.tracked[in.Value]
		if known == nil {
			continue
		}
		x, ok := t.Peek(known).(*Tensor)
		if ok && x.Fake.RequiresGrad && x.Fake.GradFn == nil && guards.TensorOf(x.Real).IsLeaf() {
			leaves = append(leaves, x)
		}
	}
	return leaves
}
