package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"slices"
)

// Node is a recorded operation: given the gradients of its outputs it computes those of its inputs.
type Node struct {
	name  string
	seq   int64
	Edges []Edge
	apply func(ctx *Context, n *Node, grads []Value) []Value
	plain []bool // of custom functions: the inputs that are no tensors, whose edges are not shown

	op       string // of operators: the name, the entry and what is kept for its derivative
	entry    *entry
	saved    *Saved
	parts    *parts // of operators recorded as one that are several
	shared   bool   // several nodes run this one: none of them releases it
	variable Value  // for AccumulateGrad: the leaf
	outputs  []outputMeta
	released bool

	tensorHooks map[int][]*Hook // by output number
	retain      map[int]Value   // tensors whose gradient is kept
	PreHooks    []*NodeHook     // see the gradients of the outputs before apply
	PostHooks   []*NodeHook     // see the gradients of the inputs after apply
	PostAcc     []*Hook         // of AccumulateGrad: run after accumulation
	// OwnsGrads: of the tensors that apply gives and did not get, nothing else knows, unless it holds their memory.
	OwnsGrads bool
	// Recorded, of custom functions that are made of operators when a pass is recorded, tells what of them a recording relies on.
	Recorded func() (BackwardRecording, error)
	// OnRelease, if there is one, is called when the node lets go of what was saved.
	OnRelease func()
	// Trace, in anomaly mode, is the stack of the call that was recorded.
	Trace string
	// Parent, in anomaly mode, is the node whose step has recorded this one.
	Parent *Node
	// Wrapper is the script object that stands for the node.
	Wrapper any
}

// BackwardRecording is what the recording of a node relies on. Where it is open, the sizes may differ.
type BackwardRecording struct {
	Text  string
	Sizes []int64
	Open  bool
}

// Edge leads to the input of a node that a gradient flows to; Node is nil where none is needed.
type Edge struct {
	Node *Node
	Nr   int
}

// Hook sees and may replace a gradient; a nil Value keeps it.
type Hook struct {
	Fn   func(grad Value) (Value, error)
	Name string // for messages
	// Script is the function of a script that Fn calls, nil if there is none.
	Script any
}

// NodeHook sees the gradients of a node's outputs and (for post hooks) inputs.
type NodeHook struct {
	Fn   func(gradInputs, gradOutputs []Value) ([]Value, error)
	Name string // for messages
	// Script is the function of a script that Fn calls, nil if there is none.
	Script any
}

// outputMeta is what the gradient of an output must look like.
type outputMeta struct {
	sizes []symbolic.Int
	dtype tensor.DType
	known bool

	anyType bool // gradients keep the type in which they come, see SetGradDType
}

// Received describes the gradients that a node is given, as far as it is known: they are as large as the outputs of its function.
func (n *Node) Received() []*Fake {
	if n.variable != nil {
		return []*Fake{metaOf(n.variable)}
	}
	var given []*Fake
	for _, o := range n.outputs {
		if !o.known {
			break
		}
		given = append(given, NewFake(o.dtype, o.sizes))
	}
	return given
}

// Name is the name that scripts see.
func (n *Node) Name() string { return n.name }

// Variable is the leaf of an AccumulateGrad node, else nil.
func (n *Node) Variable() Value { return n.variable }

// NoTensor tells whether argument i of a custom function is no tensor.
func (n *Node) NoTensor(i int) bool { return i < len(n.plain) && n.plain[i] }

// Sequence orders nodes by creation.
func (n *Node) Sequence() int64 { return n.seq }

// release frees what the node keeps for its derivative.
func (n *Node) release() {
	if n.shared {
		return
	}
	n.released = true
	if n.saved != nil {
		n.saved.release()
	}
	n.parts = nil
	if n.OnRelease != nil {
		n.OnRelease()
	}
}

// ApplyNode runs one node alone, as a script that calls grad_fn does.
func (ctx *Context) ApplyNode(n *Node, grads []Value) (out []Value, err error) {
	defer ctx.catch(&err, ctx.state())
	if n.entry != nil && !slices.ContainsFunc(grads, func(g Value) bool { return g != nil }) {
		return make([]Value, len(n.Edges)), nil
	}
	return n.apply(ctx, n, grads), nil
}

// NewNode makes a node of a custom function; inputs are the tensors (or nil) that gradients may flow to.
func (ctx *Context) NewNode(name string, inputs []Value, apply func(n *Node, grads []Value) ([]Value, error)) *Node {
	n := ctx.newNode(name, func(_ *Context, n *Node, grads []Value) []Value {
		out, err := apply(n, grads)
		rethrow(err)
		return out
	})
	for _, v := range inputs {
		n.Edges = append(n.Edges, ctx.edgeOf(v))
		n.plain = append(n.plain, v == nil)
	}
	return n
}

// MadeByCustom tells whether v is the result of a custom function.
func (ctx *Context) MadeByCustom(v Value) bool {
	n := ctx.GradFn(v)
	return n != nil && n.entry == nil && n.plain != nil
}

func (ctx *Context) newNode(name string, apply func(*Context, *Node, []Value) []Value) *Node {
	ctx.nextSeq++
	n := &Node{name: name, seq: ctx.nextSeq, apply: apply}
	if ctx.anomaly && ctx.stackText != nil {
		n.Trace, n.Parent = ctx.stackText(), ctx.stepping
	}
	return n
}

// autogradOf is the metadata of a tensor value.
func autogradOf(v Value) *tensor.Autograd {
	switch v := v.(type) {
	case *tensor.Tensor:
		if v != nil {
			return &v.Autograd
		}
	case *Fake:
		if v != nil {
			return &v.Autograd
		}
	}
	return nil
}

// tensorExtra is what autograd hangs on a tensor beyond the plain fields.
type tensorExtra struct {
	accumulate *Node
	view       *viewInfo
	grads      *gradType
	fakeGrad   *Fake // the gradient of a tensor with data in a program that is being recorded
}

func extraOf(a *tensor.Autograd) *tensorExtra {
	if x, ok := a.Extra.(*tensorExtra); ok {
		return x
	}
	x := &tensorExtra{}
	a.Extra = x
	return x
}

// GradFn is the node that made the tensor, nil for leaves. The node of a view is renewed when its base was changed in place.
func (ctx *Context) GradFn(v Value) *Node {
	if t, ok := v.(*tensor.Tensor); ok && t != nil && viewIsStale(t) {
		n := ctx.asStridedNode(t)
		takeRetained(t)
		n.retainFor(t, t.RetainsGrad)
		t.GradFn, t.OutputNr = n, 0
		viewOf(t).version = t.Version()
	}
	return recordedNode(v)
}

// recordedNode is GradFn without renewing that of a view.
func recordedNode(v Value) *Node {
	a := autogradOf(v)
	if a == nil {
		return nil
	}
	n, _ := a.GradFn.(*Node)
	return n
}

// RequiresGrad is what scripts see as requires_grad.
func RequiresGrad(v Value) bool {
	switch v := v.(type) {
	case *tensor.Tensor:
		return v != nil && v.NeedsGrad()
	case *Fake:
		return v != nil && (v.RequiresGrad || v.GradFn != nil)
	}
	return false
}

// HasOwnGradient says whether gradients of v go anywhere: not for a view that was made without a history.
func HasOwnGradient(v Value) bool {
	if t, ok := v.(*tensor.Tensor); ok && t != nil {
		return t.RequiresGrad || t.GradFn != nil || viewIsStale(t)
	}
	return RequiresGrad(v)
}

// edgeOf is where the gradient of v goes.
func (ctx *Context) edgeOf(v Value) Edge {
	if e, ok := v.(Edge); ok {
		return e
	}
	a := autogradOf(v)
	if a == nil {
		return Edge{}
	}
	rethrow(HistoryLost(v))
	if n := ctx.GradFn(v); n != nil {
		return Edge{n, int(a.OutputNr)}
	}
	if !a.RequiresGrad {
		return Edge{}
	}
	return Edge{ctx.AccumulateNode(v), 0}
}

// AccumulateNode is the node that adds gradients into a leaf. There is one for each leaf, until the leaf is given data of
// another type or size: what was recorded before then still brings gradients as they were, what follows brings the new kind.
func (ctx *Context) AccumulateNode(v Value) *Node {
	x := extraOf(autogradOf(v))
	before := x.accumulate
	if before != nil && before.fitsLeaf(x) {
		return before
	}
	n := ctx.newNode("torch::autograd::AccumulateGrad", func(ctx *Context, n *Node, g []Value) []Value {
		accumulate(ctx, n.variable, g[0], nobodys)
		return nil
	})
	n.seq = 1 << 62
	n.variable = v
	if t, ok := v.(*tensor.Tensor); ok {
		t.Storage().Hold()
	}
	n.outputs = []outputMeta{{sizes: sizesOf(v), dtype: dtypeOf(v), known: true}}
	n.outputs[0].take(x.grads)
	if before != nil {
		n.tensorHooks, n.PostAcc = before.tensorHooks, before.PostAcc
	}
	x.accumulate = n
	ctx.created(n)
	return n
}

// fitsLeaf says whether the leaf of an AccumulateGrad node still has the type and sizes that the node was made for.
func (n *Node) fitsLeaf(x *tensorExtra) bool {
	t, ok := n.variable.(*tensor.Tensor)
	if !ok {
		return true
	}
	m := n.outputs[0]
	if x.grads == nil && m.dtype != t.DType() || len(m.sizes) != t.Dim() {
		return false
	}
	for d, size := range t.Sizes() {
		if c, ok := m.sizes[d].Const(); !ok || c != int64(size) {
			return false
		}
	}
	return true
}

// SetHistory makes v output nr of n.
func SetHistory(v Value, n *Node, nr int) {
	a := autogradOf(v)
	a.GradFn, a.OutputNr, a.RequiresGrad = n, int32(nr), false
	for len(n.outputs) <= nr {
		n.outputs = append(n.outputs, outputMeta{})
	}
	n.outputs[nr] = outputMeta{sizes: sizesOf(v), dtype: dtypeOf(v), known: true}
	if t, ok := v.(*tensor.Tensor); ok {
		if info := viewOf(t); info != nil {
			info.version = t.Version()
		}
	}
}

// SetRequiresGrad marks a leaf.
func (ctx *Context) SetRequiresGrad(v Value, on bool) (err error) {
	defer ctx.catch(&err, ctx.state())
	if CaptureLevel(v) != nil { // the tape knows it as another one
		v, _ = ctx.Recorded(v)
	}
	a := autogradOf(v)
	if ctx.GradFn(v) != nil {
		if on {
			return nil
		}
		throwRuntime("you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().")
	}
	if on && !dtypeOf(v).Differentiable() {
		throwRuntime("only Tensors of floating point and complex dtype can require gradients")
	}
	if on && a.Inference && !ctx.inferenceMode {
		throwRuntime("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
	}
	a.RequiresGrad = on
	return nil
}
