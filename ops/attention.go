package ops

import (
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
	"github.com/magneto-go/magneto/tensor"
)

// Attention without a derivative is computed block by block: some rows of the scores, their softmax, and its product with the values, in memory that stays in the
// cache; the scores as a whole are never written. Of a causal mask only the columns that some row of the block sees are computed.

// attentionRows is how many rows a block has at most: whole tiles of products, and few enough that these need not pack their operands.
const attentionRows = 42

// attentionShape is [batch, rows, width] by [batch, columns, width] and [batch, columns, out].
type attentionShape struct {
	lead                      []int
	rows, columns, width, out int
}

// fusedAttention is attention for tensors that nothing but the kernels sees; nil for others.
func fusedAttention(ctx *Context, q, k, v, mask Value, causal bool, scale float64) *tensor.Tensor {
	list, ok := ctx.unwatched(q, k, v, mask)
	if !ok {
		return nil
	}
	s, ok := attentionShapeOf(list[0], list[1], list[2])
	if !ok {
		return nil
	}
	var maskAs *tensor.Tensor
	if mask != nil {
		m := list[3]
		sizes := append(slices.Clone(s.lead), s.rows, s.columns)
		if m.DType() != tensor.Bool && m.DType() != list[0].DType() || m.Dim() > len(sizes) {
			return nil
		}
		for d, n := range m.Sizes() {
			if n != 1 && n != sizes[len(sizes)-m.Dim()+d] {
				return nil
			}
		}
		maskAs = expandTensor(m, sizes)
	}
	out := tensor.NewUninit(list[0].DType(), append(slices.Clone(s.lead), s.rows, s.out)...)
	out.Inference = ctx.inferenceMode
	s.run(ctx, out, list[0], list[1], list[2], maskAs, causal, scale)
	return out
}

// unwatched are the tensors among values if only kernels will see a call with them: nothing is recorded or
// transformed, and no derivative needed.
func (ctx *Context) unwatched(values ...Value) (list []*tensor.Tensor, ok bool) {
	if !ctx.IsPlain() || ctx.fakeEnv != nil {
		return nil, false
	}
	for _, x := range values {
		if x == nil {
			continue
		}
		t, ok := x.(*tensor.Tensor)
		if !ok || t == nil || t.Conj || t.Neg || t.Layer != nil || t.IsMeta() || DispatcherOf(t) != nil || ctx.gradEnabled && RequiresGrad(t) {
			return nil, false
		}
		list = append(list, t)
	}
	return list, true
}

// attentionShapeOf describes operands of one floating type, without broadcasting.
func attentionShapeOf(q, k, v *tensor.Tensor) (s attentionShape, ok bool) {
	n := q.Dim()
	if q.DType() != tensor.Float32 && q.DType() != tensor.Float64 || k.DType() != q.DType() || v.DType() != q.DType() || n < 2 || k.Dim() != n || v.Dim() != n {
		return s, false
	}
	s = attentionShape{lead: slices.Clone(q.Sizes()[:n-2]), rows: q.Size(n - 2), columns: k.Size(n - 2), width: q.Size(n - 1), out: v.Size(n - 1)}
	return s, slices.Equal(k.Sizes()[:n-2], s.lead) && slices.Equal(v.Sizes()[:n-2], s.lead) && k.Size(n-1) == s.width && v.Size(n-2) == s.columns &&
		q.Numel() > 0 && k.Numel() > 0 && v.Numel() > 0
}

// attentionBlock is rows [first, first+rows) with the columns that they see.
type attentionBlock struct {
	first, rows, columns int
	softmax              *loop.Prepared
}

func (s *attentionShape) run(ctx *Context, out, q, k, v, mask *tensor.Tensor, causal bool, scale float64) {
	elem, _ := elemOf(q.DType())
	size := elem.Size()
	row := s.columns + 64/size // of scratch memory: not a power of two apart
	blocks, err := s.blocks(ctx, elem, row, mask, causal)
	if err != nil {
		throwRuntime("%v", err)
	}
	turn, err := ctx.rowKernel("turn", "", func(k *ir.Kernel, types []ir.Elem) {
		x := k.Load(k.In("x", types[0]))
		k.Store(k.Out("y", types[0]), x)
	}, k).Prepare(ir.Space{Keep: []int{s.width, s.columns}}, []ir.Buffer{
		{Strides: []int{k.Strides()[k.Dim()-1], k.Strides()[k.Dim()-2]}}, {Strides: []int{row, 1}}})
	if err != nil {
		throwRuntime("%v", err)
	}
	memory := tensor.NewStorageUninit((s.width + blocks[0].rows) * row * size)
	defer memory.Release()
	keys := unsafe.Pointer(unsafe.SliceData(memory.Bytes()))
	scores := unsafe.Add(keys, s.width*row*size)
	at := func(t *tensor.Tensor, index []int, row int) unsafe.Pointer {
		n := t.Offset() + row*t.Strides()[t.Dim()-2]
		for d, i := range index {
			n += i * t.Strides()[d]
		}
		return unsafe.Pointer(&t.Storage().Bytes()[n*t.DType().Size()])
	}
	matrix := func(t *tensor.Tensor, p unsafe.Pointer) gemm.Matrix {
		return gemm.Matrix{Ptr: p, Row: t.Strides()[t.Dim()-2], Col: t.Strides()[t.Dim()-1]}
	}
	products := ctx.engine().products
	pointers := make([]unsafe.Pointer, 0, 4)
	index := make([]int, len(s.lead))
	err = exec.Protect("attention", func() error {
		for range tensor.Numel(s.lead) {
			if err := turn.Run(append(pointers[:0], at(k, index, 0), keys), nil); err != nil {
				return err
			}
			for i := range blocks {
				b := &blocks[i]
				weights := gemm.Matrix{Ptr: scores, Row: row, Col: 1}
				if err := products.Multiply(&gemm.Product{Elem: elem, Batch: 1, M: b.rows, N: b.columns, K: s.width, Alpha: scale,
					A: matrix(q, at(q, index, b.first)), B: gemm.Matrix{Ptr: keys, Row: row, Col: 1}, C: weights}); err != nil {
					return err
				}
				pointers = append(pointers[:0], scores)
				if causal {
					pointers = append(pointers, nil, nil)
				}
				if mask != nil {
					pointers = append(pointers, at(mask, index, b.first))
				}
				if err := b.softmax.Run(pointers, nil); err != nil {
					return err
				}
				if err := products.Multiply(&gemm.Product{Elem: elem, Batch: 1, M: b.rows, N: s.out, K: b.columns, Alpha: 1,
					A: weights, B: matrix(v, at(v, index, 0)), C: matrix(out, at(out, index, b.first))}); err != nil {
					return err
				}
			}
			for d := len(index) - 1; d >= 0; d-- {
				if index[d]++; index[d] < s.lead[d] {
					break
				}
				index[d] = 0
			}
		}
		return nil
	})
	if err != nil {
		throwRuntime("%v", err)
	}
}

// blocks cuts the rows and prepares their softmax. What is small is one block: then all calls have one form.
func (s *attentionShape) blocks(ctx *Context, elem ir.Elem, row int, mask *tensor.Tensor, causal bool) (list []attentionBlock, err error) {
	kernel := ctx.attentionSoftmax(elem, mask, causal)
	most := attentionRows
	if s.rows <= 2*attentionRows {
		most = s.rows
	}
	for first := 0; first < s.rows; first += most {
		b := attentionBlock{first: first, rows: min(most, s.rows-first), columns: s.columns}
		if causal {
			b.columns = min(s.columns, first+b.rows)
		}
		bufs := []ir.Buffer{{Strides: []int{row, 1}}}
		if causal {
			bufs = append(bufs, ir.Buffer{Strides: []int{1, 0}, Start: int64(first)}, ir.Buffer{Strides: []int{0, 1}})
		}
		if mask != nil {
			bufs = append(bufs, ir.Buffer{Strides: mask.Strides()[mask.Dim()-2:]})
		}
		if b.softmax, err = kernel.Prepare(ir.Space{Keep: []int{b.rows}, Reduce: []int{b.columns}}, bufs); err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

// attentionSoftmax is the softmax of rows of scores in place, masked. A row that a mask of truth values hides whole gives zeros.
func (ctx *Context) attentionSoftmax(elem ir.Elem, mask *tensor.Tensor, causal bool) *loop.Kernel {
	return ctx.rowKernel("attention", fmt.Sprint(elem, causal, mask != nil), func(k *ir.Kernel, types []ir.Elem) {
		t := elem.Value()
		x := k.InOut("x", elem)
		hidden := k.Const(t, math.Inf(-1))
		var seen ir.ID
		if causal {
			r, c := k.Iota("row", ir.Int32), k.Iota("column", ir.Int32)
			seen = k.Do(ir.Le, k.Load(c), k.Load(r))
		}
		var m ir.ID
		if mask != nil {
			m = k.Load(k.In("mask", types[0]))
		}
		score := func() ir.ID {
			v := k.Load(x)
			if causal {
				v = k.Do(ir.Select, seen, v, hidden)
			}
			switch {
			case mask == nil:
			case types[0] == ir.Bool8:
				v = k.Do(ir.Select, m, v, hidden)
			default:
				v = k.Do(ir.Add, v, m)
			}
			return v
		}
		largest := k.Reduce(ir.Max, score())
		k.NextPass()
		e := maths.Exp(k, k.Do(ir.Sub, score(), largest))
		k.Store(x, e)
		sum := k.Reduce(ir.Add, e)
		k.NextPass()
		w := k.Do(ir.Div, k.Load(x), sum)
		if mask != nil && types[0] == ir.Bool8 {
			w = k.Do(ir.Select, k.Do(ir.Eq, w, w), w, k.Const(t, 0))
		}
		k.Store(x, w)
	}, mask)
}
