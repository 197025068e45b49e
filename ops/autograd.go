package ops

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// GradEnabled says whether operators are recorded for autograd.
func (ctx *Context) GradEnabled() bool { return ctx.gradEnabled }

// SetGradEnabled switches recording and returns the old state.
func (ctx *Context) SetGradEnabled(on bool) bool {
	old := ctx.gradEnabled
	ctx.gradEnabled = on
	return old
}

// InferenceMode says whether results are inference tensors.
func (ctx *Context) InferenceMode() bool { return ctx.inferenceMode }

// SetInferenceMode switches inference mode and returns the old state; grad mode is set separately.
func (ctx *Context) SetInferenceMode(on bool) bool {
	old := ctx.inferenceMode
	ctx.inferenceMode = on
	return old
}

// Node is a recorded operation: given the gradients of its outputs it computes those of its inputs.
type Node struct {
	name  string
	seq   int64
	Edges []Edge
	apply func(n *Node, grads []Value) []Value

	saved    *Saved
	variable Value // for AccumulateGrad: the leaf
	outputs  []outputMeta
	released bool

	tensorHooks map[int][]*Hook // by output number
	retain      map[int]Value   // tensors whose gradient is kept
	PreHooks    []*NodeHook     // see the gradients of the outputs before apply
	PostHooks   []*NodeHook     // see the gradients of the inputs after apply
	PostAcc     []*Hook         // of AccumulateGrad: run after accumulation
	// Wrapper is the script object that stands for the node.
	Wrapper any
}

// Edge leads to the input of a node that a gradient flows to; Node is nil where none is needed.
type Edge struct {
	Node *Node
	Nr   int
}

// Hook sees and may replace a gradient; a nil Value keeps it.
type Hook struct {
	Fn func(grad Value) (Value, error)
}

// NodeHook sees the gradients of a node's outputs and (for post hooks) inputs.
type NodeHook struct {
	Fn func(gradInputs, gradOutputs []Value) ([]Value, error)
}

type outputMeta struct {
	sizes []symbolic.Int
	dtype tensor.DType
}

// Name is the name that scripts see.
func (n *Node) Name() string { return n.name }

// Variable is the leaf of an AccumulateGrad node, else nil.
func (n *Node) Variable() Value { return n.variable }

// Sequence orders nodes by creation.
func (n *Node) Sequence() int64 { return n.seq }

// Apply runs the node alone, as a script that calls grad_fn does.
func (n *Node) Apply(grads []Value) (out []Value, err error) {
	defer catch(&err)
	return n.apply(n, grads), nil
}

// NewNode makes a node of a custom function; inputs are the tensors (or nil) that gradients may flow to.
func (ctx *Context) NewNode(name string, inputs []Value, apply func(n *Node, grads []Value) ([]Value, error)) *Node {
	n := newNode(ctx, name, func(n *Node, grads []Value) []Value {
		out, err := apply(n, grads)
		rethrow(err)
		return out
	})
	for _, v := range inputs {
		n.Edges = append(n.Edges, edgeOf(ctx, v))
	}
	return n
}

func newNode(ctx *Context, name string, apply func(*Node, []Value) []Value) *Node {
	ctx.nextSeq++
	return &Node{name: name, seq: ctx.nextSeq, apply: apply}
}

// Released says whether the node's saved values were freed by a backward pass.
func (n *Node) Released() bool { return n.released }

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
}

// viewInfo says that a tensor is a differentiable view and for which version its GradFn holds.
type viewInfo struct {
	version int
	noGrad  bool   // made under no_grad
	multi   string // made by an operator with several views
}

func extraOf(a *tensor.Autograd) *tensorExtra {
	if x, ok := a.Extra.(*tensorExtra); ok {
		return x
	}
	x := &tensorExtra{}
	a.Extra = x
	return x
}

func viewOf(t *tensor.Tensor) *viewInfo {
	if x, ok := t.Extra.(*tensorExtra); ok && t.Base != nil {
		return x.view
	}
	return nil
}

// GradFn is the node that made the tensor, nil for leaves. The node of a view is renewed when its base was changed in place.
func (ctx *Context) GradFn(v Value) *Node {
	a := autogradOf(v)
	if a == nil {
		return nil
	}
	if t, ok := v.(*tensor.Tensor); ok && viewIsStale(t) {
		n := asStridedNode(ctx, t)
		t.GradFn, t.OutputNr = n, 0
		viewOf(t).version = t.Version()
	}
	n, _ := a.GradFn.(*Node)
	return n
}

// viewIsStale says whether the base of a view was changed in place since the view's node was made.
func viewIsStale(t *tensor.Tensor) bool {
	info := viewOf(t)
	return info != nil && info.version != t.Version() && t.Base.NeedsGrad() && !info.noGrad
}

const asStridedName = "AsStridedBackward0"

func asStridedNode(ctx *Context, t *tensor.Tensor) *Node {
	base := t.Base
	sizes, strides, offset := t.Sizes(), t.Strides(), t.Offset()
	baseMeta := FakeOf(base)
	n := newNode(ctx, asStridedName, func(n *Node, g []Value) []Value {
		zero := ctx.call1("new_empty_strided", g[0], sizeList(baseMeta.Sizes), sizeList(baseMeta.Strides), nil, nil, nil, nil)
		ctx.call("zero_", zero)
		part := ctx.call1("as_strided", zero, ints(sizes...), ints(strides...), int64(offset-base.Offset()))
		ctx.call("copy_", part, g[0])
		return []Value{zero}
	})
	n.Edges = []Edge{edgeOf(ctx, base)}
	n.outputs = []outputMeta{{symbolic.Ints(sizes), t.DType()}}
	return n
}

// RequiresGrad is what scripts see as requires_grad.
func RequiresGrad(v Value) bool {
	a := autogradOf(v)
	if a == nil {
		return false
	}
	t, real := v.(*tensor.Tensor)
	return a.RequiresGrad || a.GradFn != nil || real && viewIsStale(t)
}

// edgeOf is where the gradient of v goes.
func edgeOf(ctx *Context, v Value) Edge {
	a := autogradOf(v)
	if a == nil {
		return Edge{}
	}
	if n := ctx.GradFn(v); n != nil {
		return Edge{n, a.OutputNr}
	}
	if !a.RequiresGrad {
		return Edge{}
	}
	return Edge{ctx.AccumulateNode(v), 0}
}

// AccumulateNode is the node that adds gradients into a leaf; there is one for each leaf.
func (ctx *Context) AccumulateNode(v Value) *Node {
	x := extraOf(autogradOf(v))
	if x.accumulate == nil {
		n := newNode(ctx, "torch::autograd::AccumulateGrad", nil)
		n.seq = 1 << 62
		n.variable = v
		m := metaOf(v)
		n.outputs = []outputMeta{{m.Sizes, m.DType}}
		n.apply = func(n *Node, g []Value) []Value {
			accumulate(ctx, v, g[0])
			return nil
		}
		x.accumulate = n
	}
	return x.accumulate
}

// SetHistory makes v output nr of n.
func SetHistory(v Value, n *Node, nr int) {
	a := autogradOf(v)
	a.GradFn, a.OutputNr, a.RequiresGrad = n, nr, false
	m := metaOf(v)
	for len(n.outputs) <= nr {
		n.outputs = append(n.outputs, outputMeta{})
	}
	n.outputs[nr] = outputMeta{m.Sizes, m.DType}
	if t, ok := v.(*tensor.Tensor); ok {
		if info := viewOf(t); info != nil {
			info.version = t.Version()
		}
	}
}

// AddHook registers a gradient hook on a tensor and returns it for removal.
func (ctx *Context) AddHook(v Value, fn func(grad Value) (Value, error)) (h *Hook, err error) {
	defer catch(&err)
	if !RequiresGrad(v) {
		throwRuntime("cannot register a hook on a tensor that doesn't require gradient")
	}
	e := edgeOf(ctx, v)
	h = &Hook{fn}
	if e.Node.tensorHooks == nil {
		e.Node.tensorHooks = map[int][]*Hook{}
	}
	e.Node.tensorHooks[e.Nr] = append(e.Node.tensorHooks[e.Nr], h)
	return h, nil
}

// RemoveHook takes a hook off a tensor.
func (ctx *Context) RemoveHook(v Value, h *Hook) {
	e := edgeOf(ctx, v)
	if e.Node == nil {
		return
	}
	for nr, hooks := range e.Node.tensorHooks {
		for i, other := range hooks {
			if other == h {
				e.Node.tensorHooks[nr] = append(hooks[:i:i], hooks[i+1:]...)
				return
			}
		}
	}
	for i, other := range e.Node.PostAcc {
		if other == h {
			e.Node.PostAcc = append(e.Node.PostAcc[:i:i], e.Node.PostAcc[i+1:]...)
			return
		}
	}
}

// RetainGrad keeps the gradient of a tensor that is not a leaf.
func (ctx *Context) RetainGrad(v Value) (err error) {
	defer catch(&err)
	if !RequiresGrad(v) {
		throwRuntime("can't retain_grad on Tensor that has requires_grad=False")
	}
	n := ctx.GradFn(v)
	if n == nil {
		return nil
	}
	a := autogradOf(v)
	a.RetainsGrad = true
	if n.retain == nil {
		n.retain = map[int]Value{}
	}
	n.retain[a.OutputNr] = v
	return nil
}

// Saved is what a derivative may look at: the arguments and results of the call.
type Saved struct {
	node     *Node
	args     []Value
	outs     []Value
	versions map[Value]int
	origins  map[Value]string // which output of which node a value was when it was saved
	inMetas  []*Fake
	outMetas []*Fake
	need     []bool
}

// GradFunc computes the gradients of the arguments (nil where there is none, a list for a list of tensors) from
// those of the results.
type GradFunc func(ctx *Context, s *Saved, g []Value) []Value

func (s *Saved) unpack(v Value) Value {
	if s.node.released {
		throwRuntime("Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward.")
	}
	if t, ok := v.(*tensor.Tensor); ok && t != nil {
		if want, ok := s.versions[v]; ok && t.Version() != want {
			throwRuntime("one of the variables needed for gradient computation has been modified by an inplace operation: [%s %s]%s is at version %d; expected version %d instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).",
				LegacyTypeName(t.DType()), sizesText(symbolic.Ints(t.Sizes())), s.origins[v], t.Version(), want)
		}
	}
	return v
}

func outputOf(t *tensor.Tensor) string {
	n, _ := t.GradFn.(*Node)
	if n == nil {
		return ""
	}
	return originText(n.name, t.OutputNr)
}

func originText(name string, nr int) string {
	if i := strings.LastIndex(name, "Backward"); i > 0 {
		name = name[:i]
	}
	return fmt.Sprintf(", which is output %d of %s,", nr, name)
}

// LegacyTypeName is the old name of a tensor type: "torch.FloatTensor".
func LegacyTypeName(d tensor.DType) string {
	return "torch." + d.ScalarName() + "Tensor"
}

// In is argument i as it was at the time of the call.
func (s *Saved) In(i int) Value {
	return s.unpack(s.args[i])
}

// List is argument i, a list.
func (s *Saved) List(i int) []Value {
	list, _ := s.args[i].([]Value)
	for _, v := range list {
		s.unpack(v)
	}
	return list
}

// Arg is argument i when it is no tensor.
func (s *Saved) Arg(i int) Value { return s.args[i] }

// Args are the plain arguments, for reading numbers.
func (s *Saved) Args() Args { return s.args }

// Out is result i.
func (s *Saved) Out(i int) Value { return s.unpack(s.outs[i]) }

// InMeta describes tensor argument i without using its data.
func (s *Saved) InMeta(i int) *Fake { return s.inMetas[i] }

// OutMeta describes result i.
func (s *Saved) OutMeta(i int) *Fake { return s.outMetas[i] }

// Need says whether argument i needs a gradient.
func (s *Saved) Need(i int) bool { return i < len(s.need) && s.need[i] }

func anyRequiresGrad(args []Value) bool {
	for _, v := range args {
		switch v := v.(type) {
		case *tensor.Tensor:
			if v != nil && RequiresGrad(v) {
				return true
			}
		case *Fake:
			if v != nil && v.NeedsGrad() {
				return true
			}
		case []Value:
			if anyRequiresGrad(v) {
				return true
			}
		}
	}
	return false
}

// recordCall runs the layers below and records a node when an argument requires grad.
func recordCall(ctx *Context, op *Op, args []Value) []Value {
	e := op.e
	record := ctx.gradEnabled && !e.NonDiff && anyRequiresGrad(args)
	if !record {
		if op.Variant == InPlace && ctx.gradEnabled {
			checkInPlaceView(ctx, args[0])
		}
		outs := ctx.below(op, args)
		if op.view && op.Variant == Plain {
			markViews(ctx, op, args, outs)
		}
		return outs
	}
	if op.Variant == Out {
		throwRuntime("%s(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.", op.Name)
	}
	if op.Variant == InPlace {
		return recordInPlace(ctx, op, args)
	}
	ctx.gradEnabled = false
	outs := func() []Value {
		defer func() { ctx.gradEnabled = true }()
		return ctx.below(op, args)
	}()
	n, s := operatorNode(ctx, op, args)
	flat := outs
	if len(outs) == 1 {
		if list, ok := outs[0].([]Value); ok {
			flat = list
		}
	}
	s.setOuts(flat)
	if op.view {
		markViews(ctx, op, args, outs)
	}
	attached := false
	for i, v := range flat {
		if !isTensor(v) || !dtypeOf(v).Differentiable() {
			continue
		}
		attached = true
		SetHistory(v, n, i)
	}
	if !attached {
		return outs
	}
	n.outputs = n.outputs[:len(n.outputs):len(n.outputs)]
	return outs
}

func (s *Saved) setOuts(outs []Value) {
	s.outs = outs
	for i, v := range outs {
		s.outMetas = append(s.outMetas, metaOf(v))
		if t, ok := v.(*tensor.Tensor); ok {
			s.versions[v], s.origins[v] = t.Version(), originText(s.node.name, i)
		}
	}
}

// linearOps have derivatives that look at no argument.
var linearOps = map[string]bool{"add": true, "add_": true, "sub": true, "sub_": true, "rsub": true, "neg": true, "sum": true, "mean": true, "cat": true, "stack": true, "clone": true, "_to_copy": true, "copy_": true}

// operatorNode makes the node of a call, with edges for the tensor arguments in order.
func operatorNode(ctx *Context, op *Op, args []Value) (*Node, *Saved) {
	e := op.e
	n := newNode(ctx, nodeName(op), nil)
	s := &Saved{node: n, args: args, versions: map[Value]int{}, origins: map[Value]string{}, inMetas: make([]*Fake, len(args)), need: make([]bool, len(args))}
	n.saved = s
	saveVersion := func(v Value) {
		if t, ok := v.(*tensor.Tensor); ok && t != nil {
			s.versions[v], s.origins[v] = t.Version(), outputOf(t)
			if t.Inference && !ctx.inferenceMode && !linearOps[op.Name] && !op.view {
				throwRuntime("Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.")
			}
		}
	}
	for i, v := range args {
		switch v := v.(type) {
		case *tensor.Tensor, *Fake:
			edge := edgeOf(ctx, v)
			s.inMetas[i], s.need[i] = metaOf(v), edge.Node != nil
			n.Edges = append(n.Edges, edge)
			saveVersion(v)
		case []Value:
			for _, x := range v {
				if isTensor(x) || isTensorParam(op, i) {
					edge := edgeOf(ctx, x)
					s.need[i] = s.need[i] || edge.Node != nil
					n.Edges = append(n.Edges, edge)
					saveVersion(x)
				}
			}
		}
	}
	n.apply = func(n *Node, g []Value) []Value {
		if e.Grad == nil {
			throwRuntime("derivative for aten::%s is not implemented", op.Name)
		}
		for i := range g {
			if g[i] == nil && len(g) > 1 && i < len(s.outMetas) && s.outMetas[i] != nil && s.outMetas[i].DType.Differentiable() {
				g[i] = zerosOf(ctx, s.outMetas[i])
			}
		}
		return flattenGrads(op, s, e.Grad(ctx, s, g))
	}
	return n, s
}

func isTensorParam(op *Op, i int) bool {
	params := op.Schema().Params
	return i < len(params) && params[i].Type.Base == "Tensor"
}

// flattenGrads aligns gradients of arguments with the node's edges.
func flattenGrads(op *Op, s *Saved, grads []Value) []Value {
	var flat []Value
	for i, v := range s.args {
		var g Value
		if i < len(grads) {
			g = grads[i]
		}
		switch v := v.(type) {
		case *tensor.Tensor, *Fake:
			flat = append(flat, g)
		case []Value:
			list, _ := g.([]Value)
			k := 0
			for _, x := range v {
				if isTensor(x) || isTensorParam(op, i) {
					if k < len(list) {
						flat = append(flat, list[k])
					} else {
						flat = append(flat, nil)
					}
				}
				k++
			}
		}
	}
	return flat
}

// zerosOf makes zeros as m describes.
func zerosOf(ctx *Context, m *Fake) Value {
	return ctx.call1("zeros", sizeList(m.Sizes), m.DType, nil, nil, nil)
}

// nodeName follows PyTorch: the operator's name in camel case, "Backward", and a number.
func nodeName(op *Op) string {
	e := op.e
	if e.GradName != "" {
		return e.GradName
	}
	name := op.Name
	if op.Functional != nil {
		name = op.Functional.Name
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	var b strings.Builder
	for _, part := range strings.Split(strings.TrimLeft(name, "_"), "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String() + "Backward" + strconv.Itoa(e.GradNo)
}

// markViews notes that tensors are differentiable views.
func markViews(ctx *Context, op *Op, args, outs []Value) {
	list := outs
	multi := ""
	if len(outs) == 1 {
		if l, ok := outs[0].([]Value); ok {
			list, multi = l, op.Name
		}
	}
	for _, v := range list {
		t, ok := v.(*tensor.Tensor)
		if !ok || t.Base == nil {
			continue
		}
		if op.Name == "detach" {
			t.Base = nil
			continue
		}
		x := extraOf(&t.Autograd)
		x.view = &viewInfo{version: t.Version(), noGrad: !ctx.gradEnabled && RequiresGrad(args[0]), multi: multi}
	}
}

func checkInPlaceView(ctx *Context, v Value) {
	t, ok := v.(*tensor.Tensor)
	if !ok {
		return
	}
	if t.Inference && !ctx.inferenceMode {
		throwRuntime("Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details.")
	}
}

// recordInPlace runs an in-place operator on tensors of which one requires grad and moves the history.
func recordInPlace(ctx *Context, op *Op, args []Value) []Value {
	self := args[0]
	a := autogradOf(self)
	t, real := self.(*tensor.Tensor)
	info := (*viewInfo)(nil)
	if real {
		info = viewOf(t)
		checkInPlaceView(ctx, self)
	}
	if RequiresGrad(self) && ctx.GradFn(self) == nil {
		throwRuntime("a leaf Variable that requires grad is being used in an in-place operation.")
	}
	if info != nil {
		if t.Base.RequiresGrad && t.Base.GradFn == nil {
			throwRuntime("a view of a leaf Variable that requires grad is being used in an in-place operation.")
		}
		if info.multi != "" {
			throwRuntime("Output %d of %s is a view and is being modified inplace. This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace. You should replace the inplace operation by an out-of-place one.", a.OutputNr, nodeNameOf(t))
		}
		if info.noGrad {
			throwRuntime("A view was created in no_grad mode and is being modified inplace with grad mode enabled. Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and the inplace either both inside the no_grad block (if you don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked).")
		}
	}
	saved := append([]Value(nil), args...)
	n, s := operatorNode(ctx, op, saved)
	if real {
		before := t.Compact()
		before.Autograd = t.Autograd
		before.Extra = nil
		saved[0] = before
		delete(s.versions, self)
	}
	ctx.gradEnabled = false
	outs := func() []Value {
		defer func() { ctx.gradEnabled = true }()
		return ctx.below(op, args)
	}()
	var retained bool
	if old := GradFnQuiet(self); old != nil && a.RetainsGrad {
		delete(old.retain, a.OutputNr)
		retained = true
	}
	if op.e.Grad == nil && op.Name == "zero_" {
		s.need = nil
	}
	if real && info != nil {
		rebaseView(ctx, t, n)
		s.setOuts(outs)
		return outs
	}
	SetHistory(self, n, 0)
	s.setOuts(outs)
	if retained {
		n.retain = map[int]Value{0: self}
	}
	return outs
}

// GradFnQuiet is the recorded node without renewing that of a view.
func GradFnQuiet(v Value) *Node {
	n, _ := autogradOf(v).GradFn.(*Node)
	return n
}

func nodeNameOf(t *tensor.Tensor) string {
	if n, ok := t.GradFn.(*Node); ok {
		return n.name
	}
	return "a function"
}

// rebaseView records an in-place change of a view as a change of its base: the base's node becomes CopySlices, which
// applies the operator's derivative to the part of the gradient that the view covers.
func rebaseView(ctx *Context, t *tensor.Tensor, inner *Node) {
	base := t.Base
	inner.outputs = []outputMeta{{symbolic.Ints(t.Sizes()), t.DType()}}
	geometry := FakeOf(base)
	sizes, strides, offset := t.Sizes(), t.Strides(), t.Offset()-base.Offset()
	n := newNode(ctx, "torch::autograd::CopySlices", func(n *Node, g []Value) []Value {
		result := ctx.call1("new_empty_strided", g[0], sizeList(geometry.Sizes), sizeList(geometry.Strides), nil, nil, nil, nil)
		ctx.call("copy_", result, g[0])
		part := ctx.call1("as_strided", result, ints(sizes...), ints(strides...), int64(offset))
		grads := inner.apply(inner, []Value{ctx.call1("clone", part)})
		if len(grads) > 0 && grads[0] != nil {
			ctx.call("copy_", part, grads[0])
		} else {
			ctx.call("zero_", part)
		}
		return append([]Value{result}, grads[1:]...)
	})
	n.saved = inner.saved
	n.Edges = append([]Edge{edgeOfBase(ctx, base)}, inner.Edges[1:]...)
	base.GradFn, base.OutputNr, base.RequiresGrad = n, 0, false
	n.outputs = []outputMeta{{geometry.Sizes, geometry.DType}}
	if info := viewOf(t); info != nil {
		info.version = -1 // renewed when asked for
	}
}

func edgeOfBase(ctx *Context, base *tensor.Tensor) Edge { return edgeOf(ctx, base) }
