package ops

import (
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/tensor"
)

// matrixOf describes the last two dimensions of t, and the batch before them if there is one.
func matrixOf(t *tensor.Tensor) gemm.Matrix {
	n, s := t.Dim(), t.Strides()
	m := gemm.Matrix{Ptr: pointer(t), Row: s[n-2], Col: s[n-1]}
	if n == 3 {
		m.Batch = s[0]
	}
	return m
}

// asMatrices views t as [batch, rows, columns]; vectors become matrices of one row or column.
func asMatrices(t *tensor.Tensor, batch, rows, columns int) *tensor.Tensor {
	switch {
	case t.Dim() == 3:
		return t
	case t.Dim() == 2:
		return t.Window([]int{1, rows, columns}, []int{0, t.Strides()[0], t.Strides()[1]}, t.Offset())
	case t.Dim() == 1 && rows == 1:
		return t.Window([]int{1, 1, columns}, []int{0, 0, t.Strides()[0]}, t.Offset())
	case t.Dim() == 1:
		return t.Window([]int{1, rows, 1}, []int{0, t.Strides()[0], 0}, t.Offset())
	}
	return t.Window([]int{1, 1, 1}, []int{0, 0, 0}, t.Offset())
}

// multiplyInto computes out = alpha·x·y + beta·out for [batch, m, k] by [batch, k, n], whatever the strides; false for
// element types that the engine does not have.
func multiplyInto(ctx *Context, out, x, y *tensor.Tensor, batch, m, k, n int, alpha, beta float64) bool {
	elem, ok := elemOf(out.DType())
	if !ok || out.DType() == tensor.Bool {
		return false
	}
	// The engine reads memory as it lies: lazily negated operands are written out.
	if x.Neg {
		x = x.Contiguous()
	}
	if y.Neg {
		y = y.Contiguous()
	}
	if out.Numel() == 0 {
		return true
	}
	p := &gemm.Product{Elem: elem, Batch: batch, M: m, N: n, K: k, Alpha: alpha, Beta: beta, Batched: out.Dim() == 3, C: matrixOf(asMatrices(out, batch, m, n))}
	if k > 0 {
		p.A, p.B = matrixOf(asMatrices(x, batch, m, k)), matrixOf(asMatrices(y, batch, k, n))
	}
	if err := ctx.engine().products.Multiply(p); err != nil {
		throwRuntime("%v", err)
	}
	return true
}
