package ops

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
	"github.com/magneto-go/magneto/tensor"
)

// The backward pass of attention, block by block (Dao et al., "FlashAttention", 2022). With the weights P = exp(S − L) of a block's scores S and the logarithm L of
// each row's sum, and the gradient G of the result:
//
//	dV += Pᵀ·G    dP = G·Vᵀ    dS = P∘(dP − Σ P∘dP)·scale    dQ = dS·K    dK += dSᵀ·Q
//
// Row sums of P∘dP are those over the columns that the block sees, so the result itself is not needed.
func attentionBackward(ctx *Context, a Args, out []*tensor.Tensor) {
	g, q, k, v, mask := attentionOperand(a, 0), attentionOperand(a, 1), attentionOperand(a, 2), attentionOperand(a, 3), attentionOperand(a, 4)
	causal, scale, logs := a.bool(5), a.float(6), attentionOperand(a, 7)
	s := attentionShapeOf(q, k, v)
	if s.rows == 0 || s.columns == 0 || s.width == 0 || s.out == 0 || tensor.Numel(s.lead) == 0 {
		plain := ctx.withoutGrad(func() []Value { return attentionBackwardPlain(ctx, a) })
		for i := range out {
			tensor.Copy(out[i], plain[i].(*tensor.Tensor))
		}
		return
	}
	if g.Strides()[g.Dim()-1] != 1 {
		g = g.Contiguous()
	}
	if mask != nil {
		mask = expandTensor(mask, append(slices.Clone(s.lead), s.rows, s.columns))
	}
	blocks := s.blocks(ctx.attentionSlope(s.elem, mask, causal), []ir.Buffer{{Strides: []int{s.row, 1}}, {Strides: []int{s.row, 1}}}, mask, causal, logs, s.blockRows())
	turnKeys, turnValues := s.turning(ctx, k), s.turning(ctx, v)
	// What one block gives whole is not cleared and added to.
	sum := 0.0
	if len(blocks) > 1 || blocks[0].columns < s.columns {
		sum = 1
		out[1].Fill(int64(0))
		out[2].Fill(int64(0))
	}
	products := ctx.engine().products
	scalars := []uint64{floatBits(q.DType(), scale)}
	turned := func(p unsafe.Pointer) gemm.Matrix { return gemm.Matrix{Ptr: p, Row: 1, Col: s.row} }
	// Blocks of a matrix add to the same gradients, so they stay together.
	s.each(ctx, 1, (s.width+s.out+2*blocks[0].rows)*s.row*s.size, func(_ int, index []int, _, _ int, keys unsafe.Pointer) error {
		values := unsafe.Add(keys, s.width*s.row*s.size)
		scores := unsafe.Add(values, s.out*s.row*s.size)
		slopes := unsafe.Add(scores, blocks[0].rows*s.row*s.size)
		pointers := make([]unsafe.Pointer, 0, 6)
		if err := turnKeys.Run(append(pointers, at(k, index, 0), keys), nil); err != nil {
			return err
		}
		if err := turnValues.Run(append(pointers, at(v, index, 0), values), nil); err != nil {
			return err
		}
		for i := range blocks {
			b := &blocks[i]
			queries, grads := matrixAt(q, index, b.first), matrixAt(g, index, b.first)
			multiply := func(m, n, k int, alpha, beta float64, x, y, z gemm.Matrix) error {
				return products.Multiply(&gemm.Product{Elem: s.elem, Batch: 1, M: m, N: n, K: k, Alpha: alpha, Beta: beta, A: x, B: y, C: z})
			}
			if err := multiply(b.rows, b.columns, s.width, scale, 0, queries, s.scratch(keys), s.scratch(scores)); err != nil {
				return err
			}
			if err := multiply(b.rows, b.columns, s.out, 1, 0, grads, s.scratch(values), s.scratch(slopes)); err != nil {
				return err
			}
			if err := b.kernel.Run(b.pointers(append(pointers, scores, slopes), mask, logs, index), scalars); err != nil {
				return err
			}
			if err := multiply(b.columns, s.out, b.rows, 1, sum, turned(scores), grads, matrixAt(out[2], index, 0)); err != nil {
				return err
			}
			if err := multiply(b.rows, s.width, b.columns, 1, 0, s.scratch(slopes), matrixAt(k, index, 0), matrixAt(out[0], index, b.first)); err != nil {
				return err
			}
			if err := multiply(b.columns, s.width, b.rows, 1, sum, turned(slopes), queries, matrixAt(out[1], index, 0)); err != nil {
				return err
			}
		}
		return nil
	})
}

// attentionBackwardPlain is the same in operators.
func attentionBackwardPlain(ctx *Context, a Args) []Value {
	mask := a[4]
	w := ctx.exp(ctx.sub(attentionScores(ctx, a[1], a[2], mask, a.bool(5), a.float(6)), ctx.unsqueeze(a[7], -1)))
	if mask != nil && dtypeOf(mask) == tensor.Bool {
		w = ctx.maskedFill(w, ctx.call1("isnan", w), 0.0)
	}
	return attentionGradients(ctx, a[0], a[1], a[2], a[3], mask, w, a.float(6), [4]bool{true, true, true})[:3]
}

// attentionSlope makes weights of scores, and the gradients of scores of those of weights, both in place.
func (ctx *Context) attentionSlope(elem ir.Elem, mask *tensor.Tensor, causal bool) *loop.Kernel {
	return ctx.rowKernel("attention backward", fmt.Sprint(elem, causal, mask != nil), func(k *ir.Kernel, _ []ir.Elem) {
		x, back, logs := k.InOut("x", elem), k.InOut("back", elem), k.RowIn("logs", elem)
		score := maskedScore(k, elem.Value(), maskElem(mask), causal)
		w := orZero(k, maths.Exp(k, k.Do(ir.Sub, score(k.Load(x)), k.Load(logs))), maskElem(mask))
		k.Store(x, w)
		sum := k.Reduce(ir.Add, k.Do(ir.Mul, w, k.Load(back)))
		k.NextPass()
		slope := k.Do(ir.Mul, k.Load(x), k.Do(ir.Sub, k.Load(back), sum))
		k.Store(back, k.Do(ir.Mul, slope, k.Scalar("scale", elem.Value())))
	}, mask)
}
