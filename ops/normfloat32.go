package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/moments"
	"github.com/magneto-go/magneto/tensor"
)

// normFloat32 is the p-norm, p being 1 or 2, of float32 over dims, in PyTorch's order: the 2-norm of contiguous rows by moments.Squares, others in order; false for tensors that it does not take.
func normFloat32(ctx *Context, out, t *tensor.Tensor, dims []int, p float64) bool {
	if t.DType() != tensor.Float32 || out.DType() != tensor.Float32 || t.Neg || t.Numel() == 0 || t.IsMeta() {
		return false
	}
	r := rowsAlong(t.Sizes(), dims)
	inner := t.IsContiguous()
	for i, d := range slices.Sorted(slices.Values(dims)) {
		inner = inner && d == t.Dim()-len(dims)+i
	}
	if p == 1 || !inner || !out.IsContiguous() {
		t = foldable(t, dims)
		form := "1"
		if p == 2 {
			form = "2"
		}
		kernel := ctx.rowKernel("norm in order", form, func(k *ir.Kernel, types []ir.Elem) {
			k.Order = ir.InOrder
			x := k.Load(k.In("x", types[0]))
			to := k.RowOut("out", types[1])
			if p == 1 {
				k.Store(to, k.Reduce(ir.Add, k.Do(ir.Abs, x)))
				return
			}
			k.Store(to, k.Do(ir.Sqrt, k.Reduce(ir.Add, k.Do(ir.Mul, x, x))))
		}, t, out)
		r = rowsAlong(t.Sizes(), dims)
		r.run(kernel, nil, r.whole(t), r.perRow(out))
		return true
	}
	n, norms := r.length(), float32s(out)
	eachRow(ctx, t.Numel()/n, n, func(rows *moments.Rows, row int) {
		norms[row] = float32(math.Sqrt(float64(rows.Squares(rowAt(t, row, n), n))))
	})
	return true
}
