package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// IndexItem is one element of a subscript x[...]: Int (int64 or symbolic.Int), Slice, NewAxis, Ellipsis, bool, or a tensor.
type IndexItem = any

// Slice is a slice in a subscript; absent parts are nil.
type Slice struct{ Start, Stop, Step Value }

// NewAxis is None in a subscript.
type NewAxis struct{}

// Ellipsis is ... in a subscript.
type Ellipsis struct{}

// Index evaluates x[items...] by select, slice and unsqueeze views and at most one advanced index.
func (ctx *Context) Index(x Value, items []IndexItem) (v Value, err error) {
	defer ctx.catch(&err, ctx.state())
	defer ctx.calling("index.Tensor")()
	view, indices := applyBasic(ctx, x, items)
	if indices == nil {
		if view == x {
			return ctx.call1("alias", x), nil
		}
		return view, nil
	}
	if ctx.Recording() == nil && !ctx.traced() && !ctx.shown() || slices.ContainsFunc(indices, func(v Value) bool { return v != nil && dimOf(v) == 0 }) {
		indices = expandMasks(ctx, view, indices)
	}
	return ctx.call1("index.Tensor", view, indices), nil
}

// Assignable tells whether x may be stored at an index: tensors and numbers.
func Assignable(x any) bool {
	switch x.(type) {
	case *tensor.Tensor, *Fake, bool, int64, float64, complex128, symbolic.Int:
		return true
	}
	return false
}

// NotAssignable is the error otherwise, of the class of the value and the type of the tensor.
const NotAssignable = "can't assign a %s to a %s"

// IndexPut evaluates x[items...] = value.
func (ctx *Context) IndexPut(x Value, items []IndexItem, value Value) (err error) {
	defer ctx.catch(&err, ctx.state())
	defer ctx.calling("index_put_")()
	recorded := ctx.Recording() != nil || ctx.Lifts()
	lift := pick(recorded, "lift_fresh_copy", "lift_fresh")
	recorded = recorded || ctx.fakeEnv == nil && ctx.seen(x)
	if _, size := value.(symbolic.Int); recorded && !isTensor(value) && !size { // who looks on sees a number as a constant
		value = ctx.call1(lift, tensor.Scalar(dtypeOf(x), value))
	}
	if recorded && isTensor(value) && len(items) <= dimOf(x) && !slices.ContainsFunc(items, func(it IndexItem) bool { return !isWhole(it) }) {
		ctx.assignTraced(x, value)
		return nil
	}
	var view Value
	var indices []Value
	switch {
	case len(items) != 1 || items[0] != true && items[0] != false:
		view, indices = applyBasic(ctx, x, items)
	case items[0] == true: // all of it, else nothing
		view = ctx.unsqueeze(x, 0)
	default:
		return nil
	}
	if recorded && isTensor(value) {
		if indices == nil {
			ctx.assignTraced(view, value)
		} else {
			ctx.call("index_put_", view, indices, ctx.withoutOnes(value), false)
		}
		return nil
	}
	if d := dtypeOf(view); !isTensor(value) && asComputed(d, one) != d && !fitsType(value, d) { // it is a tensor first, so infinite
		value = tensor.Scalar(d, value).Item()
	}
	if indices == nil {
		if ctx.traced() {
			ctx.assignTraced(view, value)
			return nil
		}
		if !isTensor(value) {
			if t, ok := view.(*tensor.Tensor); ok && t.MayOverlap() { // a number is set as a tensor would be, though fill_ would do it
				throwRuntime(innerOverlap)
			}
			ctx.call("fill_.Scalar", view, value)
			return nil
		}
		value = dropLeading(ctx, value, dimOf(view))
		s := sizesOf(view)
		if !equalSyms(sizesOf(value), s) {
			value = ctx.expand(value, s)
		}
		ctx.call("copy_", view, value)
		return nil
	}
	if !isTensor(value) || isOne(ctx, numelOf(value)) {
		refuseByteMask(indices)
	}
	if ctx.traced() {
		if isTensor(value) {
			value = ctx.withoutOnes(value)
		} else {
			value = tensor.Scalar(dtypeOf(view), value)
		}
		ctx.call("index_put_", view, indices, value, false)
		return nil
	}
	if ctx.fakeEnv != nil && hasMask(indices) { // how many places there are depends on data, the result does not
		if !isTensor(value) {
			value = ctx.scalarTensor(value, dtypeOf(view))
		}
		ctx.call("index_put_", view, indices, value, false)
		return nil
	}
	if isTensor(value) && dtypeOf(value) != dtypeOf(view) && isOne(ctx, numelOf(value)) && loneMask(indices) != nil { // as the kernel fills it
		ctx.call("index_put_", view, indices, value, false)
		return nil
	}
	expanded := expandMasks(ctx, view, indices)
	if !isTensor(value) {
		if len(indices) == 1 && indices[0] != nil && dtypeOf(indices[0]) == tensor.Bool && sameSizes(ctx, sizesOf(indices[0]), sizesOf(view)) {
			ctx.call("masked_fill_.Scalar", view, indices[0], value)
			return nil
		}
		value = ctx.scalarTensor(value, dtypeOf(view))
	} else {
		p := planIndex(ctx, sizesOf(view), expanded)
		value = dropLeading(ctx, value, len(p.outSizes(sizesOf(view))))
	}
	ctx.call("index_put_", view, expanded, value, false)
	return nil
}

// isWhole tells whether an index leaves a dimension, or all of them, as they are.
func isWhole(it IndexItem) bool {
	if s, ok := it.(Slice); ok {
		return (s.Start == nil || s.Start == int64(0)) && s.Stop == nil && (s.Step == nil || s.Step == int64(1))
	}
	_, all := it.(Ellipsis)
	return all
}

// traced says whether a trace is taken, which shows what PyTorch calls.
func (ctx *Context) traced() bool { return ctx.fakeEnv == nil && ctx.traceEnv() != nil }

// refuseByteMask refuses a number for the places of a mask of bytes, which is that mask's only index.
func refuseByteMask(indices []Value) {
	given := slices.DeleteFunc(slices.Clone(indices), func(v Value) bool { return v == nil })
	if len(given) == 1 && dtypeOf(given[0]) == tensor.Uint8 {
		throwRuntime("masked_fill_ only supports boolean masks, but got mask with dtype unsigned char")
	}
}

// withoutOnes is a value without its leading sizes of 1.
func (ctx *Context) withoutOnes(value Value) Value {
	own := sizesOf(value)
	for len(own) > 0 && isOne(ctx, own[0]) {
		own = own[1:]
	}
	if len(own) == dimOf(value) {
		return value
	}
	return ctx.view(value, own)
}

// assignTraced is view[...] = value in a trace: numbers are tensors, and a value of another size loses its leading ones before it is expanded.
func (ctx *Context) assignTraced(view, value Value) {
	if !isTensor(value) {
		value = tensor.Scalar(dtypeOf(view), value)
	}
	s := sizesOf(view)
	switch {
	case equalSyms(sizesOf(value), s):
	case dimOf(value) == 0:
		ctx.call("fill_.Tensor", view, value)
		return
	default:
		own := sizesOf(value)
		for len(own) > 0 && isOne(ctx, own[0]) {
			own = own[1:]
		}
		if value = ctx.view(value, own); !equalSyms(own, s) {
			value = ctx.expand(value, s)
		}
	}
	ctx.call("copy_", view, value)
}

// dropLeading removes leading dimensions of size 1 beyond n.
func dropLeading(ctx *Context, v Value, n int) Value {
	s := sizesOf(v)
	k := 0
	for len(s)-k > n && isOne(ctx, s[k]) {
		k++
	}
	if k == 0 {
		return v
	}
	return ctx.view(v, s[k:])
}

// applyBasic applies integers, slices, None and Ellipsis, and collects index tensors by dimension of the result.
func applyBasic(ctx *Context, x Value, items []IndexItem) (Value, []Value) {
	specified := 0
	for _, it := range items {
		switch it := it.(type) {
		case NewAxis, Ellipsis, bool:
		case *tensor.Tensor:
			if it.DType() == tensor.Bool || it.DType() == tensor.Uint8 {
				specified += it.Dim()
			} else {
				specified++
			}
		case *Fake:
			if it.DType == tensor.Bool || it.DType == tensor.Uint8 {
				specified += len(it.Sizes)
			} else {
				specified++
			}
		default:
			specified++
		}
	}
	n := dimOf(x)
	if specified > n {
		if _, slice := items[0].(Slice); slice && n == 0 && len(items) == 1 {
			throw("IndexError", "slice() cannot be applied to a 0-dim tensor.")
		}
		if n == 0 && len(items) == 1 && !isTensor(items[0]) {
			throw("IndexError", "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number")
		}
		throw("IndexError", "too many indices for tensor of dimension %d", n)
	}
	d := 0 // dimension of the result so far
	var indices []Value
	record := func(v Value) {
		for len(indices) <= d {
			indices = append(indices, nil)
		}
		indices[d] = v
	}
	for place, it := range items {
		switch it := it.(type) {
		case Ellipsis:
			d += n - specified
		case NewAxis:
			x = ctx.unsqueeze(x, d)
			d++
		case bool:
			x = ctx.unsqueeze(x, d)
			record(boolIndex(it))
			d++
		case Slice:
			if d < dimOf(x) && (len(items) == 1 || !ctx.takesAll(it, sizeOf(x, d))) { // a second ellipsis leads behind the last dimension
				x = applySlice(ctx, x, d, it)
			}
			d++
		case *tensor.Tensor, *Fake:
			dt := dtypeOf(it)
			if dimOf(it) == 0 && dt.IsIntOrBool() {
				if dt != tensor.Bool && dt != tensor.Uint8 {
					if isMapped(it) { // each sample has a place of its own
						record(it)
						d++
						continue
					}
					x = selectIndex(ctx, x, d, place, scalarOf(ctx, it))
					continue
				}
				if isMapped(it) {
					throwRuntime("vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over indexing with a boolean mask.")
				}
				x = ctx.unsqueeze(x, d)
				record(boolIndex(toFloat(scalarOf(ctx, it)) != 0))
				d++
				continue
			}
			record(it)
			if dt == tensor.Bool || dt == tensor.Uint8 {
				d += dimOf(it)
			} else {
				d++
			}
		default:
			x = selectIndex(ctx, x, d, place, it)
		}
	}
	return x, indices
}

// isMapped says whether a tensor stands for one of a batch at the innermost transform.
func isMapped(v Value) bool {
	h := handleOf(v)
	if h == nil {
		return false
	}
	_, mapped := h.level.(*vmapLevel)
	return mapped
}

// MappedControl refuses a number of a tensor that has another in each sample.
const MappedControl = "vmap: It looks like you're either (1) calling .item() on a Tensor or (2) attempting to use a Tensor in some data-dependent control flow or (3) encountering this error in PyTorch internals. " +
	"For (1): we don't support vmap over calling .item() on a Tensor, please try to rewrite what you're doing with other operations. " +
	"For (2): we don't support data-dependent control flow in vmap yet, please file an issue at https://github.com/pytorch/pytorch/issues . For (3): please file an issue."

func scalarOf(ctx *Context, v Value) Value {
	if t, ok := v.(*tensor.Tensor); ok {
		if Readable(t) != nil {
			throwRuntime(MappedControl)
		}
		return ctx.Plainest(t).Item()
	}
	return ctx.call1("item", v)
}

func boolIndex(b bool) Value {
	if b {
		return tensor.New(tensor.Int64, 1)
	}
	return tensor.New(tensor.Int64, 0)
}

// selectIndex is x at an integer of dimension d, which errors name by its place among the indices.
func selectIndex(ctx *Context, x Value, d, place int, i Value) Value {
	if d >= dimOf(x) {
		throw("IndexError", "index %s is out of bounds for dimension %d with size 0", toSym(i), d)
	}
	index, size := toSym(i), sizeOf(x, d)
	if c, ok := index.Const(); ok {
		if n, ok := size.Const(); ok && (c < -n || c >= n) {
			throw("IndexError", "index %d is out of bounds for dimension %d with size %d", c, place, n)
		}
	}
	return ctx.selectAt(x, d, intValue(index))
}

// bounded is an Env that knows bounds of sizes.
type bounded interface {
	// AtMost says whether a size is known to be at most another one, without a guard.
	AtMost(n, most symbolic.Int) bool
}

// takesAll says whether a slice is known to be all of a dimension. In a subscript of several parts PyTorch leaves it out then, but not in a trace of
// torch.jit, which may run with other sizes.
func (ctx *Context) takesAll(s Slice, size symbolic.Int) bool {
	if ctx.fakeEnv == nil && ctx.traceEnv() != nil {
		return false
	}
	is := func(v Value, n int64) bool {
		c, ok := toSym(orDefault(v, n)).Const()
		return ok && c == n
	}
	if !is(s.Start, 0) || !is(s.Step, 1) {
		return false
	}
	stop := toSym(orDefault(s.Stop, maxInt64))
	if n, ok := size.Const(); ok {
		c, ok := stop.Const()
		return ok && c >= n
	}
	if c, ok := stop.Const(); ok && c == maxInt64 {
		stop = symbolic.IntOf(maxInt64 - 1) // of a size without a bound nothing is known
	}
	env, ok := ctx.sizeEnv().(bounded)
	return ok && env.AtMost(size, stop)
}

func applySlice(ctx *Context, x Value, d int, s Slice) Value {
	step := symbolic.IntOf(1)
	if s.Step != nil {
		step = toSym(s.Step)
		if c, ok := step.Const(); ok {
			if c == 0 {
				throw("ValueError", "slice step cannot be zero")
			}
			if c < 0 {
				throw("ValueError", "step must be greater than zero")
			}
		}
	}
	start, stop := orDefault(s.Start, int64(0)), orDefault(s.Stop, maxInt64)
	if env, ok := ctx.sizeEnv().(interface {
		AsWritten(start, stop symbolic.Int) bool
	}); ok && env.AsWritten(toSym(start), toSym(stop)) {
		start, stop = s.Start, s.Stop
	}
	return ctx.call1("slice.Tensor", x, int64(d), start, stop, intValue(step))
}
