package ops

import (
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/magneto-go/magneto/tensor"
)

// tape records calls for reverse-mode differentiation. The one at the bottom of a context records plain tensors; each
// grad transform adds one that wraps what it records, so that every level has history of its own.
type tape struct {
	wraps bool
	outer bool // a wrapping tape: what grad mode was when it was pushed, for the levels below
	inner bool // of forward mode, for itself: hooks for saved tensors see nothing of it
}

// owns says whether v has its history at this level.
func (tp *tape) owns(v Value) bool {
	h := handleOf(v)
	if !tp.wraps {
		return h == nil
	}
	return h != nil && h.level == Level(tp)
}

func (tp *tape) anyRequiresGrad(args []Value) bool {
	return !eachTensor(args, func(v Value) bool { return !RequiresGrad(v) || !tp.owns(v) })
}

func (tp *tape) edge(ctx *Context, v Value) Edge {
	if !tp.owns(v) {
		return Edge{}
	}
	return ctx.edgeOf(v)
}

// Call runs the layers below and records a node when an argument requires grad.
func (tp *tape) Call(ctx *Context, op *Op, args []Value) []Value {
	if tp.wraps && op.Variant == InPlace && tp.captured(args[0]) {
		throwCaptured(op)
	}
	if op.Name == "detach_" {
		tp.checkDetach(args[0])
	}
	if !ctx.gradEnabled || !op.derived() || !tp.anyRequiresGrad(args) {
		if op.Variant == InPlace {
			if op.Name != "detach_" { // changes nothing that a derivative reads
				checkInference(ctx, args[0])
			}
			if t, ok := args[0].(*tensor.Tensor); ok && ctx.gradEnabled && tp.owns(t) {
				if info := viewOf(t); info != nil && info.noGrad && t.Base.NeedsGrad() {
					throwRuntime("%s", info.unseenChange())
				}
			}
		}
		outs := tp.below(ctx, op, args)
		if op.view && op.Variant == Plain {
			markViews(ctx, op, args, outs)
		}
		if op.Name == "detach_" && tp.owns(args[0]) {
			a := autogradOf(args[0])
			a.GradFn, a.OutputNr, a.RequiresGrad = nil, 0, false
		}
		return outs
	}
	switch op.Variant {
	case Out: // one that is not refused has no history
		return tp.below(ctx, op, args)
	case InPlace:
		return tp.recordInPlace(ctx, op, args)
	}
	n := tp.operatorNode(ctx, op, args)
	wanted := n.saved.wanted(op.e)
	kept := args
	if ctx.overwritten != nil && args[0] == ctx.overwritten {
		n.saved.over = true
		if wanted&in0 != 0 {
			kept = tp.withCopy(ctx, args)
		}
	}
	n.saved.keepArgs(ctx, wanted, kept)
	outs := tp.below(ctx, op, args)
	flat, _ := flatResults(outs)
	if op.e.accumulates && !dtypeOf(flat[0]).Differentiable() {
		throwRuntime("Autograd not support dtype: %s", dtypeOf(flat[0]).ScalarName())
	}
	check(!op.e.RealGrad || !dtypeOf(flat[0]).IsComplex(), "%s does not support automatic differentiation for outputs with complex dtype.", op.Name)
	n.saved.keepResults(ctx, wanted, flat)
	if op.view {
		markViews(ctx, op, args, outs)
	}
	for i, v := range flat {
		if isTensor(v) && op.e.shows(i, v) {
			SetHistory(v, n, i)
		}
	}
	ctx.created(n)
	return outs
}

// captured says whether the memory of v is that of a tensor from outside of the transform.
func (tp *tape) captured(v Value) bool { return !tp.owns(v) || handleOf(v).captured }

// throwCaptured refuses to write to a tensor that a function transform has not made or been given.
func throwCaptured(op *Op) {
	throwRuntime("During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call in-place operation (aten::%s) that would mutate a captured Tensor. This is not supported; please rewrite the function being transformed to explicitly accept the mutated Tensor(s) as inputs.", op)
}

// checkDetach refuses to take the history from a view: it has that of its base.
func (tp *tape) checkDetach(self Value) {
	if t, ok := self.(*tensor.Tensor); ok && tp.owns(t) && viewOf(t) != nil && !t.Inference {
		throwRuntime("Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as True, " +
			"gradients are views of DDP buckets, and hence detach_() cannot be called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution.")
	}
}

// derived says whether results of the operator have a history: comparisons have one only where they are written into a tensor.
func (op *Op) derived() bool { return !op.e.NonDiff || op.Variant == InPlace && op.e.Grad != nil }

// writerTable names what the out forms of operators call to write: an operator with a derivative, then those that end in it.
const writerTable = `
pow: square float_power
maximum: max.other
minimum: min.other
ldexp: ldexp
matmul: matmul linalg_matmul linalg_matrix_power matrix_power
addbmm: addbmm
addmv: addmv
addr: addr
clamp_max: clamp_max
clamp_min: clamp_min
cat: column_stack dstack hstack vstack row_stack
linalg_cross: cross linalg_cross
sub: diff
mm: linalg_multi_dot
_fft_c2r: fft_hfft fft_hfft2 fft_hfftn fft_irfft fft_irfft2 fft_irfftn
norm: frobenius_norm
mul: outer ger kron
linalg_inv_ex: inverse linalg_inv
linalg_cholesky_ex: linalg_cholesky
_linalg_det: linalg_det
_linalg_eigh: linalg_eigvalsh
linalg_householder_product: linalg_householder_product orgqr
linalg_lu_solve: linalg_lu_solve lu_solve
_linalg_solve_ex: linalg_solve
_linalg_svd: linalg_svdvals
sum: linalg_vecdot
sort: msort
mvlgamma: mvlgamma
nansum: nansum nanmean
linalg_vector_norm: norm
ormqr: ormqr
renorm: renorm
take: take
gather: take_along_dim
vdot: vdot
linear: linear
log_sigmoid_forward: log_sigmoid
`

// writersOf is writerTable by operator.
var writersOf = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(writerTable)) {
		writer, names, _ := strings.Cut(line, ":")
		for _, name := range strings.Fields(names) {
			out[name] = writer
		}
	}
	return out
})

// refuseWrites is what autograd has against a call that writes to its arguments, which PyTorch looks at before anything else.
func (tp *tape) refuseWrites(ctx *Context, op *Op, args []Value) {
	if !ctx.gradEnabled || !op.derived() || !tp.anyRequiresGrad(args) {
		return
	}
	switch {
	case op.Variant == Out:
		name, ok := writersOf()[op.Functional.String()]
		if !ok {
			name, ok = writersOf()[op.Name]
		}
		if derived := op.e.Grad != nil && op.e.GradName != notImplementedNode; !ok && derived {
			name = op.Name
		} else if !ok && tp.anyRequiresGrad(args[len(args)-1:]) {
			name = "aten::" + op.Name
		} else if !ok {
			return
		}
		throwNoOut(name)
	case op.Variant == InPlace && tp.owns(args[0]):
		checkInPlaceGrad(ctx, args[0])
	}
}

// throwNoOut refuses a function that is given its result, where the arguments have gradients.
func throwNoOut(name string) {
	throwRuntime("%s(): functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.", name)
}

// below runs the call in the layers below. A wrapping tape takes its tensors off and wraps the results.
func (tp *tape) below(ctx *Context, op *Op, args []Value) []Value {
	saved := ctx.gradEnabled
	if !tp.wraps {
		ctx.gradEnabled = false
		outs := ctx.dispatch(op, args)
		ctx.gradEnabled = saved
		return outs
	}
	ctx.gradEnabled = tp.outer
	outs := ctx.dispatch(op, unwrapAll(tp, args))
	ctx.gradEnabled = saved
	var base *tensor.Tensor
	captured := op.view && len(args) > 0 && isTensor(args[0]) && tp.captured(args[0])
	if len(args) > 0 && op.view {
		if t, ok := args[0].(*tensor.Tensor); ok {
			if base = t; t.Base != nil {
				base = t.Base
			}
		}
	}
	return mapTensors(outs, func(v Value) Value {
		if op.Variant != Plain || op.mutates {
			if given := wrapping(tp, v, args); given != nil {
				if tp.owns(given) {
					syncGeometry(given)
				}
				return given
			}
		}
		w := wrap(&handle{level: tp, value: v, captured: captured})
		if t, ok := w.(*tensor.Tensor); ok && base != nil && op.Variant == Plain {
			t.Base = base
		}
		return w
	})
}

// wrapping finds the argument that is v or wraps it at level l.
func wrapping(l Level, v Value, args []Value) (found Value) {
	eachTensor(args, func(a Value) bool {
		if h := ownedBy(l, a); a == v || h != nil && h.value == v {
			found = a
		}
		return found == nil
	})
	return found
}

// operatorNode makes the node of a call, with edges for the tensor arguments in order.
func (tp *tape) operatorNode(ctx *Context, op *Op, args []Value) *Node {
	n := ctx.newNode(nodeName(op), operatorBackward)
	s := newSaved(n, args)
	n.saved = s
	s.unhooked = tp.inner
	params := op.Schema().Params
	for i, v := range args {
		switch v := v.(type) {
		case *tensor.Tensor, *Fake:
			if s.in[i].kind != tensorArg {
				continue // an absent optional tensor
			}
			e := tp.edge(ctx, v)
			if e.Node != nil {
				s.need |= 1 << i
			}
			n.Edges = append(n.Edges, e)
		case []Value:
			if i >= len(params) || params[i].Type.Base != "Tensor" {
				continue
			}
			if s.in[i].kind != listArg {
				s.in[i] = shape{kind: listArg, list: make([]shape, len(v))}
			}
			for _, x := range v {
				e := tp.edge(ctx, x)
				if e.Node != nil {
					s.need |= 1 << i
				}
				n.Edges = append(n.Edges, e)
			}
		}
	}
	n.entry = op.e
	n.op = op.Name
	if op.Variant == InPlace && op.e.GradName == notImplementedNode {
		n.apply = func(*Context, *Node, []Value) []Value {
			throwRuntime("derivative for aten::%s is not implemented", op.Name)
			return nil
		}
	}
	if op.e.PlainGrad && op.Variant == InPlace {
		n.name = strings.TrimSuffix(n.name, "0") + "1"
		n.apply = func(*Context, *Node, []Value) []Value {
			throw("NotImplementedError", "the derivative for 'inplace version of %s' is not implemented.", op.Functional.Name)
			return nil
		}
	}
	return n
}

// operatorBackward runs the derivative of the operator that a node records.
func operatorBackward(ctx *Context, n *Node, g []Value) []Value {
	s := n.saved
	if n.entry.Grad == nil {
		throwRuntime("derivative for aten::%s is not implemented", n.op)
	}
	for n.entry.NilGrads && len(g) < len(s.out) {
		g = append(g, nil)
	}
	for i := range g {
		if g[i] == nil && !n.entry.NilGrads && len(g) > 1 && i < len(s.out) && s.out[i].kind == tensorArg && s.out[i].dtype.Differentiable() {
			g[i] = zerosOf(ctx, s.out[i].describe())
		}
	}
	defer s.looked()
	s.open()
	return s.holdResults(s.flatten(n.entry.Grad(ctx, s, g)))
}

// flatten aligns gradients of arguments with the node's edges.
func (s *Saved) flatten(grads []Value) []Value {
	flat := make([]Value, 0, len(s.node.Edges))
	for i := range s.in {
		var g Value
		if i < len(grads) {
			g = grads[i]
		}
		switch s.in[i].kind {
		case tensorArg:
			flat = append(flat, g)
		case listArg:
			list, _ := g.([]Value)
			for k := range s.in[i].list {
				if k < len(list) {
					flat = append(flat, list[k])
				} else {
					flat = append(flat, nil)
				}
			}
		}
	}
	return flat
}

// zerosOf makes zeros as m describes.
func zerosOf(ctx *Context, m *Fake) Value {
	return ctx.call1("zeros", sizeList(m.Sizes), m.DType, nil, nil, nil)
}

// nodeName follows PyTorch: the operator's name in camel case, a letter behind a digit in capitals too ("Log1P"), "Backward", and a number.
func nodeName(op *Op) string {
	e := op.e
	if e.GradName != "" {
		return e.GradName
	}
	name := op.Name
	if op.Functional != nil {
		name = op.Functional.Name
	}
	if base, ok := strings.CutSuffix(name, "_copy"); ok && e.Whole {
		if view := Lookup((&Op{Name: base, Overload: op.Overload}).String()); view != nil && !view.IsComposite() {
			return nodeName(view) + "_copy"
		}
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	var b strings.Builder
	inWord := false
	for _, c := range name {
		letter := unicode.IsLetter(c)
		switch {
		case letter && !inWord:
			b.WriteRune(unicode.ToUpper(c))
		case c != '_':
			b.WriteRune(c)
		}
		inWord = letter
	}
	number := e.GradNo
	if op.Variant == InPlace {
		if own, ok := inPlaceNumbers[op.Functional.String()]; ok {
			number = own
		}
	}
	return b.String() + "Backward" + strconv.Itoa(number)
}
