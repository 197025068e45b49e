package ops

import (
	"math"
	"slices"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// Attention of float32 in the steps of PyTorch's flash attention for processors, for as many columns as it takes at once: scores of a block of rows, scaled and masked in one rounding;
// exponentials of what they lack of the largest, by a short polynomial for whole vectors and by the C library for what is left; their sum in lanes, and the rest behind it; the product with the values; and only then the division.

const (
	attentionAtOnce = 512 // columns
	attentionLanes  = 16
)

// takesFloat32 says whether a call goes this way.
func (s *attentionShape) takesFloat32() bool {
	return s.elem == ir.Float32 && len(s.lead) == 2 && s.columns <= attentionAtOnce
}

// splitRows is how many rows PyTorch has in a block.
func (s *attentionShape) splitRows() int {
	switch {
	case s.rows >= 768:
		return 256
	case s.rows >= 192:
		return 64
	}
	return min(32, s.rows)
}

// addsInLanes says whether the products of rows with keys or values as they lie have the terms of an element in lanes: PyTorch's have all columns, also where those that a block sees are fewer. Otherwise
// a turned copy gives the same.
func (s *attentionShape) addsInLanes(rows, terms int) bool {
	return s.takesFloat32() && gemm.AddsInLanes(rows, s.columns, terms)
}

// float32Steps are the kernels of a block that the products have between them.
type float32Steps struct {
	weights *loop.Prepared // exponentials of whole vectors and their sums; nil where a row is shorter
	result  *loop.Prepared // the division
}

// runFloat32 is run for such calls.
func (s *attentionShape) runFloat32(ctx *Context, out, logs, q, k, v, mask *tensor.Tensor, causal bool, scale float64) {
	blocks := s.blocks(ctx.attentionScores(mask, causal), true, []ir.Buffer{{Strides: []int{s.row, 1}}}, mask, causal, logs, s.splitRows())
	steps := make([]float32Steps, len(blocks))
	for i := range blocks {
		steps[i] = s.float32Steps(ctx, &blocks[i], out, logs, mask)
	}
	turn := s.turning(ctx, k)
	totals := tensor.NewStorageUninit(logs.Numel() * s.size)
	defer totals.Release()
	sums := unsafe.Pointer(unsafe.SliceData(totals.Bytes()))
	products := ctx.engine().products
	scalars := []uint64{ir.Float32Bits(float32(scale))}
	turns := func(b attentionBlock) bool { return !s.addsInLanes(b.rows, s.width) }
	s.each(ctx, len(blocks), (s.width+blocks[0].rows)*s.row*s.size, func(matrix int, index []int, first, end int, keys unsafe.Pointer) error {
		scores := unsafe.Add(keys, s.width*s.row*s.size)
		pointers := make([]unsafe.Pointer, 0, 5)
		if slices.ContainsFunc(blocks, turns) {
			if err := turn.Run(append(pointers, at(k, index, 0), keys), nil); err != nil {
				return err
			}
		}
		for i := range blocks[first:end] {
			b, step := &blocks[first+i], steps[first+i]
			turned, inOrder := s.scratch(keys), turns(*b)
			if !inOrder {
				turned = matrixAt(k, index, 0).T()
			}
			weights := s.scratch(scores)
			if err := products.Multiply(&gemm.Product{Elem: s.elem, Batch: 1, M: b.rows, N: b.columns, K: s.width, Alpha: 1, InOrder: inOrder, A: matrixAt(q, index, b.first), B: turned, C: weights}); err != nil {
				return err
			}
			largest := b.pointers(pointers, mask, logs, index)
			if err := b.kernel.Run(append([]unsafe.Pointer{scores}, largest...), scalars); err != nil {
				return err
			}
			sum := unsafe.Add(sums, (matrix*s.rows+b.first)*s.size)
			if err := s.exponentials(b, step, scores, largest[0], sum, logs.Strides()[logs.Dim()-1]); err != nil {
				return err
			}
			if err := products.Multiply(&gemm.Product{Elem: s.elem, Batch: 1, M: b.rows, N: s.out, K: b.columns, Alpha: 1, A: weights, B: matrixAt(v, index, 0), C: matrixAt(out, index, b.first)}); err != nil {
				return err
			}
			if err := step.result.Run(append(pointers, at(out, index, b.first), sum), nil); err != nil {
				return err
			}
		}
		return nil
	})
	s.finish(ctx, logs, sums)
}

// exponentials turns the scores of a block into weights and gives their sums.
func (s *attentionShape) exponentials(b *attentionBlock, step float32Steps, scores, largest, sums unsafe.Pointer, largestStep int) error {
	whole := b.columns / attentionLanes * attentionLanes
	if step.weights != nil {
		if err := step.weights.Run([]unsafe.Pointer{scores, largest, sums}, nil); err != nil {
			return err
		}
	}
	if whole == b.columns {
		return nil
	}
	for i := range b.rows {
		most, sum := *(*float32)(unsafe.Add(largest, i*largestStep*s.size)), (*float32)(unsafe.Add(sums, i*s.size))
		if whole == 0 {
			*sum = 0
		}
		for j := whole; j < b.columns; j++ {
			at := (*float32)(unsafe.Add(scores, (i*s.row+j)*s.size))
			*at = float32(math.Exp(float64(*at - most)))
			*sum += *at
		}
	}
	return nil
}

// float32Steps prepares the kernels of a block.
func (s *attentionShape) float32Steps(ctx *Context, b *attentionBlock, out, logs, mask *tensor.Tensor) (step float32Steps) {
	prepare := func(kernel *loop.Kernel, space ir.Space, buffers ...ir.Buffer) *loop.Prepared {
		p, err := kernel.Prepare(space, buffers)
		if err != nil {
			throwRuntime("%v", err)
		}
		return p
	}
	if whole := b.columns / attentionLanes * attentionLanes; whole > 0 {
		kernel := ctx.rowKernel("attention weights", "", func(k *ir.Kernel, _ []ir.Elem) {
			k.Order = ir.InLanes
			x, most, sums := k.InOut("x", ir.Float32), k.RowIn("largest", ir.Float32), k.RowOut("sums", ir.Float32)
			e := float32Body{k}.exp(k.Do(ir.Sub, k.Load(x), k.Load(most)))
			k.Store(x, e)
			k.Store(sums, k.Reduce(ir.Add, e))
		})
		step.weights = prepare(kernel, ir.Space{Keep: []int{b.rows}, Reduce: []int{whole}},
			ir.Buffer{Strides: []int{s.row, 1}}, ir.Buffer{Strides: logs.Strides()[logs.Dim()-1:]}, ir.Buffer{Strides: []int{1}})
	}
	hides := mask != nil && mask.DType() == tensor.Bool
	form := ""
	if hides {
		form = "hides"
	}
	kernel := ctx.rowKernel("attention result", form, func(k *ir.Kernel, _ []ir.Elem) {
		y, sums := k.InOut("y", ir.Float32), k.In("sums", ir.Float32)
		sum := k.Load(sums)
		v := k.Do(ir.Mul, k.Load(y), k.Do(ir.Div, k.Const(ir.F32, 1), sum))
		if hides { // a row that is hidden whole has no numbers
			v = k.Do(ir.Select, k.Do(ir.Eq, sum, sum), v, k.Const(ir.F32, 0))
		}
		k.Store(y, v)
	})
	n := out.Dim()
	step.result = prepare(kernel, ir.Space{Keep: []int{b.rows, s.out}}, ir.Buffer{Strides: out.Strides()[n-2:]}, ir.Buffer{Strides: []int{1, 0}})
	return step
}

// attentionScores is the kernel that scales and masks scores in place and finds the largest of each row.
func (ctx *Context) attentionScores(mask *tensor.Tensor, causal bool) *loop.Kernel {
	form := ""
	if causal {
		form = "causal"
	}
	if mask != nil {
		form += " " + mask.DType().Name()
	}
	return ctx.rowKernel("attention scores", form, func(k *ir.Kernel, _ []ir.Elem) {
		x, most := k.InOut("x", ir.Float32), k.RowOut("largest", ir.Float32)
		hidden, scale := k.Const(ir.F32, math.Inf(-1)), k.Scalar("scale", ir.F32)
		var seen, m ir.ID
		if causal {
			seen = k.Load(k.In("stairs", ir.Bool8))
		}
		elem := maskElem(mask)
		if elem != nil {
			m = k.Load(k.In("mask", *elem))
		}
		v := k.Load(x)
		if elem != nil && *elem != ir.Bool8 {
			v = k.Do(ir.FMA, v, scale, k.To(ir.F32, m))
		} else {
			v = k.Do(ir.Mul, v, scale)
		}
		if causal {
			v = k.Do(ir.Select, seen, v, hidden)
		}
		if elem != nil && *elem == ir.Bool8 {
			v = k.Do(ir.Select, m, v, hidden)
		}
		k.Store(x, v)
		k.Store(most, k.Reduce(ir.Max, v))
	})
}
