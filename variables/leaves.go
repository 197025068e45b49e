package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// A tensor that the graph has made may become a leaf, by requires_grad_(), as long as nothing that has a history since then leaves the graph: a backend
// that captures ahead of time makes outputs of its own, which would not know of the leaf.

func tensorRequiresGrad(th *object.Thread, t *Trace, x *Tensor, args []Tracker, kwargs []KW) (Tracker, error) {
	for _, kw := range kwargs {
		if kw.Name != "requires_grad" || len(args) > 0 {
			return nil, object.TypeErrorf("requires_grad_() got an unexpected keyword argument '%s'", kw.Name)
		}
		args = []Tracker{kw.Value}
	}
	want := true
	if len(args) == 1 {
		b, err := t.Truth(th, args[0])
		if err != nil {
			return nil, err
		}
		want = b
	}
	switch {
	case x.src == nil && want && t.body == nil:
		return x, t.makeLeaf(th, x)
	case x.Fake.NeedsGrad() == want:
		return x, nil
	}
	return nil, Unsupportedf("Unsupported Tensor.requires_grad_() call", "call_method TensorVariable() requires_grad_", "Dynamo does not support changes to a Tensor's `requires_grad` through calling `requires_grad_()`.")
}

// makeLeaf records that x requires gradients from here on.
func (t *Trace) makeLeaf(th *object.Thread, x *Tensor) error {
	if t.LeafLeaks {
		return &Unsupported{Title: "requires_grad_() intermediate leaked as output", Context: "call_method TensorVariable() requires_grad_",
			Explanation: "An intermediate tensor with requires_grad_() called on it (or a tensor derived from it) is returned from the compiled region. Graph breaking here to preserve partial acceleration.",
			Hints: []string{"Call .detach() before returning if you only need values.",
				"Consume the gradient inside the compiled function (call backward() and use .grad), or move requires_grad_() outside torch.compile."}}
	}
	allow := t.FromValue(t.Host.Attribute(th, "torch._C._functorch.set_inplace_requires_grad_allowed"))
	if _, err := t.Call(th, allow, []Tracker{NewConstant(object.True)}, nil); err != nil {
		return err
	}
	if err := t.Host.Ops(th).SetRequiresGrad(x.Fake, true); err != nil {
		return t.fakeError(err)
	}
	if _, err := t.create(th, fxgraph.CallMethod, "requires_grad_", []Tracker{x}, nil); err != nil {
		return err
	}
	t.leaves, t.madeLeaves = append(t.leaves, x.Fake), append(t.madeLeaves, x)
	_, err := t.Call(th, allow, []Tracker{NewConstant(object.False)}, nil)
	return err
}

// LeafEscapes tells whether an output of the graph, or a changed input, has a history that leads to a leaf of the graph.
func (t *Trace) LeafEscapes(outputs []*fxgraph.Node) bool {
	if len(t.leaves) == 0 {
		return false
	}
	derived := map[*ops.Fake]bool{}
	for _, leaf := range t.leaves {
		derived[leaf] = true
	}
	for _, n := range t.Graph.Nodes() {
		f, ok := n.Meta.Example.(*ops.Fake)
		if !ok || !f.NeedsGrad() {
			continue
		}
		for _, in := range n.Inputs() {
			if from, ok := in.Meta.Example.(*ops.Fake); ok && derived[from] {
				derived[f] = true
			}
		}
	}
	escapes := func(n *fxgraph.Node) bool {
		f, ok := n.Meta.Example.(*ops.Fake)
		return ok && derived[f] && f.NeedsGrad()
	}
	for _, n := range outputs {
		if escapes(n) {
			return true
		}
	}
	for _, in := range t.Inputs {
		if escapes(in.Node) {
			return true
		}
	}
	return false
}

// ReturnedLeaf is the break of such an output where no break is allowed.
func ReturnedLeaf() *Unsupported {
	return &Unsupported{Title: "returning intermediate with requires_grad_()", Context: "graph output depends on source-less requires_grad_()",
		Explanation: "An intermediate tensor that had requires_grad_() called on it (or a tensor derived from it) is being returned from the compiled region. AOTAutograd's functionalization drops the requires_grad_() effect on graph outputs, producing wrong results. If you only need the tensor values without gradients, call .detach() before returning.",
		Hints: []string{"If you only need the tensor values without gradients, call .detach() before returning.",
			"Consume the gradient inside the compiled function (call backward() and use .grad), or move requires_grad_() outside torch.compile."}}
}

// refuseLeaf breaks at the call of a function that makes a tensor which requires gradients.
func (t *Trace) refuseLeaf(th *object.Thread, fn object.Value, args []Tracker, kwargs []KW) error {
	for _, kw := range kwargs {
		if kw.Name != "requires_grad" {
			continue
		}
		if on, err := t.Truth(th, kw.Value); err != nil || !on {
			return err
		}
		return &Unsupported{Title: "Attempted to use tensor creation function with requires_grad=True", Explanation: "Dynamo does not support this.",
			Context: "fn=" + guards.ReprOf(th, fn) + ", args=" + t.DescribeAll(th, args) + ", kwargs=" + t.DescribeKeywords(th, kwargs),
			Hints:   []string{"Create the tensor outside the compiled region.", "Do not set `requires_grad=True`.", Supportable}}
	}
	return nil
}
