package ops

import (
	"slices"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// Reductions, softmax and the norms run on kernels over rows: all elements that share the indices of the dimensions that
// are not reduced. A kernel is built once for its name, form and element types; sizes and strides are those of the call.

// rowKey is what a compiled row kernel depends on.
type rowKey struct {
	name, form string
	types      [maxRowOperands]ir.Elem
}

const maxRowOperands = 6

// rowSpace is how a tensor divides into rows.
type rowSpace struct {
	sizes        []int
	keep, reduce []int // dimensions, in order
	ir.Space
}

// rowsAlong divides a tensor of these sizes into rows along dims.
func rowsAlong(sizes, dims []int) rowSpace {
	r := rowSpace{sizes: sizes}
	for d, n := range sizes {
		if slices.Contains(dims, d) {
			r.reduce, r.Reduce = append(r.reduce, d), append(r.Reduce, n)
		} else {
			r.keep, r.Keep = append(r.keep, d), append(r.Keep, n)
		}
	}
	return r
}

// length is the number of elements of a row.
func (r rowSpace) length() int { return tensor.Numel(r.Reduce) }

// whole is a tensor with an element for each of the space, or broadcast to it.
func (r rowSpace) whole(t *tensor.Tensor) ir.Buffer {
	strides := expandTensor(t, r.sizes).Strides()
	b := ir.Buffer{Ptr: firstElement(t), Strides: make([]int, 0, len(strides))}
	for _, d := range r.keep {
		b.Strides = append(b.Strides, strides[d])
	}
	for _, d := range r.reduce {
		b.Strides = append(b.Strides, strides[d])
	}
	return b
}

// perRow is a tensor with an element for each row, whether it has kept the reduced dimensions with size 1 or not.
func (r rowSpace) perRow(t *tensor.Tensor) ir.Buffer {
	b := ir.Buffer{Ptr: firstElement(t), Strides: make([]int, 0, len(r.keep))}
	for i, d := range r.keep {
		if t.Dim() == len(r.sizes) {
			b.Strides = append(b.Strides, t.Strides()[d])
		} else {
			b.Strides = append(b.Strides, t.Strides()[i])
		}
	}
	return b
}

// rowKernel finds or builds a kernel; nil for element types that it cannot be built for. Operands of the key that are nil are absent.
func (ctx *Context) rowKernel(name, form string, build func(k *ir.Kernel, types []ir.Elem), operands ...*tensor.Tensor) *loop.Kernel {
	key := rowKey{name: name, form: form}
	for i, t := range operands {
		if t == nil {
			continue
		}
		e, ok := elemOf(t.DType())
		if !ok || t.Conj || t.Neg {
			return nil
		}
		key.types[i] = e
	}
	e := ctx.engine()
	kernel, ok := e.rows[key]
	if !ok {
		k := ir.New(name)
		build(k, key.types[:len(operands)])
		kernel, _ = e.compiler.Compile(k)
		e.rows[key] = kernel
	}
	return kernel
}

// run calls a kernel over the space.
func (r rowSpace) run(kernel *loop.Kernel, scalars []uint64, buffers ...ir.Buffer) {
	if err := kernel.Run(r.Space, buffers, scalars); err != nil {
		throwRuntime("%v", err)
	}
}

// foldable gives t with what it reduces so that a kernel can walk it: at most two dimensions that do not run on from each other.
func foldable(t *tensor.Tensor, dims []int) *tensor.Tensor {
	separate, last := 0, -1
	for d, n := range t.Sizes() {
		if n == 1 || !slices.Contains(dims, d) {
			continue
		}
		if last < 0 || t.Strides()[last] != t.Strides()[d]*n {
			separate++
		}
		last = d
	}
	if separate <= 2 {
		return t
	}
	return compactLast(t, dims)
}

// compactLast is a copy of t in which the dimensions dims lie innermost.
func compactLast(t *tensor.Tensor, dims []int) *tensor.Tensor {
	r := rowsAlong(t.Sizes(), dims)
	order := append(slices.Clone(r.keep), r.reduce...)
	strides := make([]int, t.Dim())
	step := 1
	for i := len(order) - 1; i >= 0; i-- {
		strides[order[i]] = step
		step *= t.Size(order[i])
	}
	c := tensor.NewStridedUninit(t.DType(), t.Sizes(), strides)
	tensor.Copy(c, t)
	return c
}

// storeAs converts v to the type of a buffer and stores it.
func storeAs(k *ir.Kernel, buf int, v ir.ID) {
	t := k.Bufs[buf].Elem.Value()
	switch {
	case k.TypeOf(v) == t:
	case t == ir.Bool:
		v = k.Do(ir.Ne, v, k.Const(k.TypeOf(v), 0))
	default:
		v = k.To(t, v)
	}
	k.Store(buf, v)
}

// firstElement is the address of t's first element, nil if it has none.
func firstElement(t *tensor.Tensor) unsafe.Pointer {
	if t.Numel() == 0 {
		return nil
	}
	return pointer(t)
}
