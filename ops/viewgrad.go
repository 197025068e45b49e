package ops

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// viewInfo says that a tensor is a differentiable view and for which version its GradFn holds.
type viewInfo struct {
	version int
	noGrad  bool   // made under no_grad, or in inference mode
	infers  bool   // made in inference mode
	multi   string // made by an operator with several views
	custom  bool   // made by a custom function
}

// MarkCustomView says that a tensor, if it is a view, is a result of a custom function, which has several or one.
func MarkCustomView(v Value, several bool) {
	if t, ok := v.(*tensor.Tensor); ok && t.Base != nil {
		info := &viewInfo{version: t.Version(), custom: true}
		if several {
			info.multi = "a custom function"
		}
		extraOf(&t.Autograd).view = info
	}
}

// SetChanged makes n, the node of a custom function, the history of a tensor that the function has changed in place: of its base, if it is a view.
func (ctx *Context) SetChanged(v Value, n *Node, nr int, several bool) (err error) {
	defer ctx.catch(&err, ctx.state())
	t, ok := v.(*tensor.Tensor)
	if !ok || viewOf(t) == nil {
		SetHistory(v, n, nr)
		return nil
	}
	check(!several, "If your Function modifies inplace an input that is a view of another Tensor, your Function cannot return more than one Tensor. This is not supported by the current autograd engine. You should either make sure the input is not a view (using .clone() for example) or make your Function only return one Tensor (potentially splitting it into two Functions: one doing the inplace that returns a single Tensor and a second one that does the other operations). You can ask on the forum https://discuss.pytorch.org/ if you need help to do this change.")
	rebaseView(ctx, t, n)
	return nil
}

func viewOf(t *tensor.Tensor) *viewInfo {
	if t.Base == nil {
		return nil
	}
	if x, ok := t.Extra.(*tensorExtra); ok {
		return x.view
	}
	return nil
}

// viewIsStale says whether the base of a view was changed in place since the view's node was made.
func viewIsStale(t *tensor.Tensor) bool {
	info := viewOf(t)
	return info != nil && info.version != t.Version() && t.Base.NeedsGrad() && !info.noGrad
}

const asStridedName = "AsStridedBackward0"

// asStridedNode leads from a view to its base, whatever the operators that made it.
func (ctx *Context) asStridedNode(t *tensor.Tensor) *Node {
	base := t.Base
	from, to := FakeOf(base), FakeOf(t)
	n := ctx.newNode(asStridedName, func(ctx *Context, n *Node, g []Value) []Value {
		return []Value{asStridedBackward(ctx, g[0], from, to)}
	})
	n.Recorded = func() (BackwardRecording, error) {
		return BackwardRecording{Text: geometryText(from) + geometryText(to)}, nil
	}
	n.Edges = []Edge{ctx.edgeOf(base)}
	n.outputs = []outputMeta{{sizes: to.Sizes, dtype: to.DType, known: true}}
	ctx.created(n)
	return n
}

// geometryText is a place in memory in words.
func geometryText(f *Fake) string {
	return fmt.Sprint(f.DType, f.Conj, f.Neg, f.Sizes, f.Strides, f.Offset)
}

// asStridedBackward is the gradient of a tensor of geometry from, given that of a view of it with geometry to.
func asStridedBackward(ctx *Context, g Value, from, to *Fake) Value {
	if to.Conj != from.Conj {
		g = ctx.conj(g)
	}
	if to.Neg != from.Neg {
		g = ctx.neg(g)
	}
	if from.DType.IsComplex() && !to.DType.IsComplex() {
		return ctx.call1("view_as_complex", asStridedBackward(ctx, g, realGeometry(from), plainFlags(to)))
	}
	if to.DType.IsComplex() && !from.DType.IsComplex() {
		return asStridedBackward(ctx, ctx.call1("view_as_real", ctx.call1("resolve_conj", g)), plainFlags(from), realGeometry(to))
	}
	return ctx.call1("as_strided_backward", g, sizeList(from.Sizes), sizeList(from.Strides), sizeList(to.Sizes), sizeList(to.Strides), intValue(to.Offset.Sub(from.Offset)))
}

// realGeometry is the geometry of a complex tensor seen as pairs of real numbers.
func realGeometry(f *Fake) *Fake {
	two := sym(2)
	strides := make([]symbolic.Int, len(f.Strides))
	for i, s := range f.Strides {
		strides[i] = s.Mul(two)
	}
	return &Fake{Sizes: append(slices.Clone(f.Sizes), two), Strides: append(strides, one), Offset: f.Offset.Mul(two), DType: f.DType.ToReal(), Device: f.Device}
}

// plainFlags is the geometry without lazy conjugation and negation.
func plainFlags(f *Fake) *Fake {
	return &Fake{Sizes: f.Sizes, Strides: f.Strides, Offset: f.Offset, DType: f.DType, Device: f.Device}
}

// windowOf is the view with geometry to of a tensor with geometry from, lazy flags included.
func windowOf(ctx *Context, whole Value, from, to *Fake) Value {
	if from.DType.IsComplex() && !to.DType.IsComplex() {
		from, whole = realGeometry(from), ctx.call1("view_as_real", whole)
	}
	if to.DType.IsComplex() && !from.DType.IsComplex() {
		pairs := windowOf(ctx, whole, plainFlags(from), realGeometry(to))
		whole = ctx.call1("view_as_complex", pairs)
		if to.Conj {
			whole = ctx.conj(whole)
		}
		return whole
	}
	v := ctx.call1("as_strided", whole, sizeList(to.Sizes), sizeList(to.Strides), intValue(to.Offset.Sub(from.Offset)))
	if to.Conj != from.Conj && to.DType.IsComplex() {
		v = ctx.conj(v)
	}
	if to.Neg != from.Neg {
		v = ctx.call1("_neg_view", v)
	}
	return v
}

// markViews notes that results are differentiable views.
func markViews(ctx *Context, op *Op, args, outs []Value) {
	list, many := flatResults(outs)
	multi := ""
	if many {
		multi = op.Name
	}
	noGrad := !ctx.gradEnabled && RequiresGrad(args[0])
	infers := noGrad && ctx.inferenceMode
	if t, ok := args[0].(*tensor.Tensor); ok { // a view of a view may be changed only where that may
		if from := viewOf(t); from != nil {
			noGrad, infers = noGrad || from.noGrad, infers || from.infers
			if multi == "" {
				multi = from.multi
			}
		}
	}
	for _, v := range list {
		t, ok := v.(*tensor.Tensor)
		if !ok {
			continue
		}
		if t.Base == nil && DispatcherOf(t) != nil && op.Name != "detach" {
			t.Base = baseAmongDispatchers(args[0], t)
		}
		if t.Base == nil {
			continue
		}
		if op.Name == "detach" || op.String() == "view.dtype" { // neither has a history, so what is written to them is not recorded for the base
			t.Base = nil
			continue
		}
		extraOf(&t.Autograd).view = &viewInfo{version: t.Version(), noGrad: noGrad, infers: infers, multi: multi}
		t.ShowsBase = op.derived() && t.DType().Differentiable()
	}
}

// baseAmongDispatchers is the base of a view that a class with its own meaning of operators has made: what was viewed, if it is of such a
// class, too, and not the view itself.
func baseAmongDispatchers(from Value, view *tensor.Tensor) *tensor.Tensor {
	t, ok := from.(*tensor.Tensor)
	if !ok || t == view || DispatcherOf(t) == nil {
		return nil
	}
	if t.Base != nil {
		return t.Base
	}
	return t
}

// RefuseInference is an error for a tensor of inference mode that is to be changed outside of it.
func (ctx *Context) RefuseInference(v Value) (err error) {
	defer ctx.catch(&err, ctx.state())
	checkInference(ctx, v)
	return nil
}

func checkInference(ctx *Context, v Value) {
	if t, ok := v.(*tensor.Tensor); ok && t.Inference && !ctx.inferenceMode {
		throwRuntime("Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details.")
	}
}

const inPlaceOnLeaf = "a leaf Variable that requires grad is being used in an in-place operation."

// checkInPlaceGrad refuses in-place changes whose gradient would have no meaning.
func checkInPlaceGrad(ctx *Context, self Value) {
	leaf := RequiresGrad(self) && ctx.GradFn(self) == nil
	t, ok := self.(*tensor.Tensor)
	if !ok {
		if leaf {
			throwRuntime(inPlaceOnLeaf)
		}
		return
	}
	info := viewOf(t)
	switch {
	case info == nil:
		if leaf {
			throwRuntime(inPlaceOnLeaf)
		}
	case info.multi != "":
		name := "a function"
		if n := recordedNode(t); n != nil {
			name = n.name[:max(strings.LastIndex(n.name, "Backward"), 0)]
		}
		throwRuntime("Output %d of %s is a view and is being modified inplace. This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace. You should replace the inplace operation by an out-of-place one.", t.OutputNr, name)
	case info.custom:
		name := "a function"
		if n := recordedNode(t); n != nil {
			name = strings.TrimSuffix(n.name, "Backward")
		}
		throwRuntime("Output %d of %s is a view and is being modified inplace. This view was created inside a custom Function (or because an input was returned as-is) and the autograd logic to handle view+inplace would override the custom backward associated with the custom Function, leading to incorrect gradients. This behavior is forbidden. You can fix this by cloning the output of the custom Function.", t.OutputNr, name)
	case info.noGrad:
		throwRuntime("%s", info.unseenChange())
	case RequiresGrad(self) && t.Base.GradFn == nil:
		throwRuntime("a view of a leaf Variable that requires grad is being used in an in-place operation.")
	}
}

// CheckSet says whether putting a tensor over other memory is recorded, or why that may not be.
func (ctx *Context) CheckSet(t *tensor.Tensor) (recorded bool, err error) {
	defer ctx.catch(&err, ctx.state())
	if !ctx.gradEnabled || !RequiresGrad(t) {
		return false, nil
	}
	checkInPlaceGrad(ctx, t)
	return true, nil
}

// RecordSet records that a tensor was put over other memory, of which there is no derivative.
func (ctx *Context) RecordSet(t *tensor.Tensor) {
	n := ctx.newNode(pick(viewOf(t) == nil, "NotImplemented", "torch::autograd::CopySlices"), func(*Context, *Node, []Value) []Value {
		throwRuntime("derivative for set_ is not implemented")
		return nil
	})
	n.outputs = []outputMeta{{sizes: symbolic.Ints(t.Sizes()), dtype: t.DType(), known: true}}
	if viewOf(t) != nil { // as other changes of it, it is one of its base
		n.outputs = []outputMeta{{sizes: symbolic.Ints(t.Base.Sizes()), dtype: t.Base.DType(), known: true}}
		SetHistory(t.Base, n, 0)
		viewOf(t).version = -1
	} else {
		SetHistory(t, n, 0)
	}
	ctx.created(n)
}

const (
	noGradView    = "A view was created in no_grad mode and %s with grad mode enabled. Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and the inplace either both inside the no_grad block (if you don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked)."
	inferenceView = "A view was created in inference mode and %s in normal mode. Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and the inplace either both inside the inference_mode block (if you don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked)."
)

func (i *viewInfo) words(what string) string {
	if i.infers {
		return fmt.Sprintf(inferenceView, what)
	}
	return fmt.Sprintf(noGradView, what)
}

// unseenChange words a change that only the tensor below would know of.
func (i *viewInfo) unseenChange() string { return i.words("is being modified inplace") }

// HistoryLost is the error of asking for the history of a view that was made without one, once what it shows was changed in place.
func HistoryLost(v Value) error {
	t, ok := v.(*tensor.Tensor)
	if !ok || t == nil || t.GradFn != nil || t.RequiresGrad {
		return nil
	}
	if info := viewOf(t); info != nil && info.noGrad && info.version != t.Version() && t.ShowsBase && t.Base.NeedsGrad() {
		return &Error{Kind: "RuntimeError", Msg: info.words("its base or another view of its base has been modified inplace")}
	}
	return nil
}

// withCopy has a copy of the first argument in its place, which the operator changes.
func (tp *tape) withCopy(ctx *Context, args []Value) []Value {
	old := tp.below(ctx, mustLookup("clone"), Args{args[0], nil})[0]
	a, b := autogradOf(args[0]), autogradOf(old)
	b.GradFn, b.OutputNr, b.RequiresGrad = a.GradFn, a.OutputNr, a.RequiresGrad
	return append([]Value{old}, args[1:]...)
}

// recordInPlace runs an in-place operator on tensors of which one requires grad and moves the history. Only a derivative
// that looks at the old value costs a copy of it.
func (tp *tape) recordInPlace(ctx *Context, op *Op, args []Value) []Value {
	self := args[0]
	checkInference(ctx, self)
	if tp.owns(self) {
		checkInPlaceGrad(ctx, self)
	}
	if tp.wraps && !tp.owns(self) {
		adopt(tp, self)
	}
	if !dtypeOf(self).Differentiable() { // it stays without history, whatever is written to it
		return tp.below(ctx, op, args)
	}
	n := tp.operatorNode(ctx, op, args)
	wanted := n.saved.wanted(op.e)
	before := args
	if wanted&in0 != 0 {
		before = tp.withCopy(ctx, args)
	}
	n.saved.keepArgs(ctx, wanted, before)
	outs := tp.below(ctx, op, args)
	t, ok := self.(*tensor.Tensor)
	if ok && viewOf(t) != nil && !op.view {
		takeRetained(self)
		ctx.created(n)
		rebaseView(ctx, t, n)
		n.saved.keepResults(ctx, wanted, outs)
		return outs
	}
	n.retainFor(self, takeRetained(self))
	SetHistory(self, n, 0)
	if ok && viewOf(t) != nil { // it looks at its base in another way, which stays as it is
		viewOf(t).version = t.Version()
	}
	n.saved.keepResults(ctx, wanted, outs)
	ctx.created(n)
	return outs
}

// takeRetained says whether the gradient of v is kept, and has the node that made v no longer do it: v is about to get
// another one, and what is kept is the gradient of the value that v has in the end.
func takeRetained(v Value) bool {
	a := autogradOf(v)
	old := recordedNode(v)
	if old == nil || !a.RetainsGrad {
		return false
	}
	delete(old.retain, int(a.OutputNr))
	return true
}

// retainFor has n, which v has just become the first output of, keep the gradient of v if its node before did.
func (n *Node) retainFor(v Value, retained bool) {
	if retained {
		n.retain = map[int]Value{0: v}
	}
}

// rebaseView records an in-place change of a view as a change of its base: the base's node becomes CopySlices, which
// applies the operator's derivative to the part of the gradient that the view covers.
func rebaseView(ctx *Context, t *tensor.Tensor, inner *Node) {
	base := t.Base
	inner.outputs = []outputMeta{{sizes: symbolic.Ints(t.Sizes()), dtype: t.DType(), known: true}}
	geometry, part := FakeOf(base), FakeOf(t)
	n := ctx.newNode("torch::autograd::CopySlices", func(ctx *Context, n *Node, g []Value) []Value {
		window := func(whole Value) Value { return windowOf(ctx, whole, geometry, part) }
		// The gradient in the base's geometry, without the part that was overwritten, and that part by itself.
		whole := ctx.call1("new_empty_strided", g[0], sizeList(geometry.Sizes), sizeList(geometry.Strides))
		whole = ctx.call1("copy_", whole, g[0])
		covered := ctx.clone(window(whole))
		grads := inner.apply(ctx, inner, []Value{covered})
		slot := window(whole)
		if len(grads) > 0 && grads[0] != nil {
			ctx.call("copy_", slot, grads[0])
		} else {
			ctx.call("zero_", slot)
		}
		return append([]Value{whole}, grads[1:]...)
	})
	n.saved = inner.saved
	if inner.entry != nil && inner.parts == nil && inner.saved != nil {
		n.Recorded = func() (BackwardRecording, error) {
			return BackwardRecording{Text: inner.name + " " + inner.op + geometryText(geometry) + geometryText(part)}, nil
		}
	}
	n.Edges = append([]Edge{ctx.edgeOf(base)}, inner.Edges[1:]...)
	n.retainFor(base, takeRetained(base))
	base.GradFn, base.OutputNr, base.RequiresGrad = n, 0, false
	n.outputs = []outputMeta{{sizes: geometry.Sizes, dtype: geometry.DType, known: true}}
	viewOf(t).version = -1 // renewed when asked for
	ctx.created(n)
}
