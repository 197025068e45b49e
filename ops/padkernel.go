package ops

import (
	"slices"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// constantPadKernel copies what is left of the input and fills the rest, slab by slab: for each dimension what lies before and behind, between the slabs of the
// dimensions before it.
func constantPadKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	src, dst, pad := a.tensor(0), out[0], a.ints(1)
	value := plainNumber(a[2])
	n := src.Dim()
	first, count := make([]int, n), slices.Clone(src.Sizes()) // of the input's elements in the result
	from := src.Offset()
	for i := range len(pad) / 2 {
		d := n - 1 - i
		lo, hi := pad[2*i], pad[2*i+1]
		from += max(-lo, 0) * src.Strides()[d]
		first[d] = max(lo, 0)
		count[d] += min(lo, 0) + min(hi, 0)
	}
	if slices.ContainsFunc(count, func(n int) bool { return n <= 0 }) {
		dst.Fill(value)
		return
	}
	at := dst.Offset()
	slab := slices.Clone(dst.Sizes())
	for d := range n {
		fill := func(start, length int) {
			if length > 0 {
				slab[d] = length
				dst.Window(slices.Clone(slab), dst.Strides(), at+start*dst.Strides()[d]).Fill(value)
			}
		}
		fill(0, first[d])
		fill(first[d]+count[d], dst.Size(d)-first[d]-count[d])
		slab[d] = count[d]
		at += first[d] * dst.Strides()[d]
	}
	copyWhole(ctx, dst.Window(count, dst.Strides(), at), src.Window(count, src.Strides(), from))
}

// copyWhole is tensor.Copy of tensors that share no memory, by a kernel where there is one.
func copyWhole(ctx *Context, dst, src *tensor.Tensor) {
	if dst.DType() != src.DType() || dst.Numel() < 1024 {
		tensor.Copy(dst, src)
		return
	}
	kernel := ctx.rowKernel("copy", "", func(k *ir.Kernel, types []ir.Elem) {
		x := k.In("x", types[0])
		k.Store(k.Out("y", types[1]), k.Load(x))
	}, src, dst)
	if kernel == nil {
		tensor.Copy(dst, src)
		return
	}
	r := rowsAlong(dst.Sizes(), nil)
	r.run(kernel, nil, r.whole(src), r.whole(dst))
}
