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
// Row sums of P∘dP are those of G∘O, with the result O; all three gradients begin with zeros and grow by what a block gives. So has PyTorch's kernel it, for up to as many columns as it takes at once.
func attentionBackward(ctx *Context, a Args, out []*tensor.Tensor) {
	g, q, k, v, mask := attentionOperand(a, 0), attentionOperand(a, 1), attentionOperand(a, 2), attentionOperand(a, 3), attentionOperand(a, 4)
	causal, scale, result, logs := a.bool(5), a.float(6), attentionOperand(a, 7), attentionOperand(a, 8)
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
	most := s.blockRows()
	if s.takesFloat32() {
		most = s.splitRows()
	}
	totals := tensor.NewStorageUninit(logs.Numel() * s.size)
	defer totals.Release()
	sums := unsafe.Pointer(unsafe.SliceData(totals.Bytes()))
	ctx.sumProducts(sums, g, result)
	for _, t := range out {
		t.Fill(int64(0))
	}
	blocks := s.blocks(ctx.attentionSlope(s.elem, mask, causal), false, []ir.Buffer{{Strides: []int{s.row, 1}}, {Strides: []int{s.row, 1}}, {Strides: []int{1, 0}}}, mask, causal, logs, most)
	products := ctx.engine().products
	turnKeys, turnValues := s.turning(ctx, k), s.turning(ctx, v)
	// Blocks of a matrix add to the same gradients, so they stay together.
	s.each(ctx, 1, (s.width+s.out+2*blocks[0].rows)*s.row*s.size, func(matrix int, index []int, _, _ int, keys unsafe.Pointer) error {
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
		multiply := func(m, n, k int, alpha, beta float64, x, y, z gemm.Matrix) error {
			return products.Multiply(&gemm.Product{Elem: s.elem, Batch: 1, M: m, N: n, K: k, Alpha: alpha, Beta: beta, A: x, B: y, C: z})
		}
		// byTurned multiplies by a turned matrix, or its turned copy.
		byTurned := func(b *attentionBlock, terms int, alpha float64, x, whole gemm.Matrix, copied unsafe.Pointer, z gemm.Matrix) error {
			if s.addsInLanes(b.rows, terms) {
				return multiply(b.rows, b.columns, terms, alpha, 0, x, whole.T(), z)
			}
			return products.Multiply(&gemm.Product{Elem: s.elem, Batch: 1, M: b.rows, N: b.columns, K: terms, Alpha: alpha, InOrder: true, A: x, B: s.scratch(copied), C: z})
		}
		for i := range blocks {
			b := &blocks[i]
			queries, grads, weights, back := matrixAt(q, index, b.first), matrixAt(g, index, b.first), s.scratch(scores), s.scratch(slopes)
			if err := byTurned(b, s.width, scale, queries, matrixAt(k, index, 0), keys, weights); err != nil {
				return err
			}
			if err := byTurned(b, s.out, 1, grads, matrixAt(v, index, 0), values, back); err != nil {
				return err
			}
			if err := b.kernel.Run(b.pointers(append(pointers, scores, slopes, unsafe.Add(sums, (matrix*s.rows+b.first)*s.size)), mask, logs, index), nil); err != nil {
				return err
			}
			if err := multiply(b.columns, s.out, b.rows, 1, 1, weights.T(), grads, matrixAt(out[2], index, 0)); err != nil {
				return err
			}
			if err := multiply(b.rows, s.width, b.columns, scale, 1, back, matrixAt(k, index, 0), matrixAt(out[0], index, b.first)); err != nil {
				return err
			}
			if err := multiply(b.columns, s.width, b.rows, scale, 1, back.T(), queries, matrixAt(out[1], index, 0)); err != nil {
				return err
			}
		}
		return nil
	})
}

// attentionBackwardPlain is the same in operators.
func attentionBackwardPlain(ctx *Context, a Args) []Value {
	mask := a[4]
	w := ctx.exp(ctx.sub(attentionScores(ctx, a[1], a[2], mask, a.bool(5), a.float(6)), ctx.unsqueeze(a[8], -1)))
	if mask != nil && dtypeOf(mask) == tensor.Bool {
		w = ctx.maskedFill(w, ctx.call1("isnan", w), 0.0)
	}
	back, sums := ctx.matmul(a[0], ctx.transpose(a[3], -2, -1)), ctx.sumDim(ctx.mul(a[0], a[7]), true, -1)
	return attentionGradientsOf(ctx, a[0], a[1], a[2], a[3], mask, w, back, sums, a.float(6), [4]bool{true, true, true})[:3]
}

// sumProducts writes the sums of x·y along the last dimension: in as many lanes as a vector has where the rows fill one, else one after another.
func (ctx *Context) sumProducts(to unsafe.Pointer, x, y *tensor.Tensor) {
	n := x.Dim()
	order := ir.InOrder
	if x.Size(n-1) >= attentionLanes {
		order = ir.InLanes
	}
	kernel := ctx.rowKernel("sums of products", orderForms[order], func(k *ir.Kernel, types []ir.Elem) {
		k.Order = order
		a, b := k.Load(k.In("x", types[0])), k.Load(k.In("y", types[1]))
		sums := k.RowOut("sums", types[0])
		if order == ir.InLanes {
			k.Store(sums, k.ReduceProducts(a, b))
		} else {
			k.Store(sums, k.Reduce(ir.Add, k.Do(ir.Mul, a, b)))
		}
	}, x, y)
	space := rowsAlong(x.Sizes(), []int{n - 1})
	space.run(kernel, nil, space.whole(x), space.whole(y), ir.Buffer{Ptr: to, Strides: tensor.ContiguousStrides(x.Sizes()[:n-1])})
}

// attentionSlope makes weights of scores, and the gradients of scores of those of weights, both in place.
func (ctx *Context) attentionSlope(elem ir.Elem, mask *tensor.Tensor, causal bool) *loop.Kernel {
	return ctx.rowKernel("attention slopes", fmt.Sprint(elem, causal, mask != nil), func(k *ir.Kernel, _ []ir.Elem) {
		x, back, sums, logs := k.InOut("x", elem), k.InOut("back", elem), k.In("sums", elem), k.In("logs", elem)
		score := maskedScore(k, elem.Value(), maskElem(mask), causal)
		w := orZero(k, maths.Exp(k, k.Do(ir.Sub, score(k.Load(x)), k.Load(logs))), maskElem(mask))
		k.Store(x, w)
		k.Store(back, k.Do(ir.Mul, w, k.Do(ir.Sub, k.Load(back), k.Load(sums))))
	}, mask)
}
