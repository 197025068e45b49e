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

// Attention is computed block by block: some rows of the scores, their softmax, and its product with the values, in memory that stays in the
// cache; the scores as a whole are never written. Of a causal mask only the columns that some row of the block sees are computed. A captured graph computes the
// weights again in its backward pass. Plain calls that need a derivative run the operators that attention is made of, which save them.

// attentionRows is how many rows a block has at most: whole tiles of products, and few enough that these need not pack their operands.
const attentionRows = 42

var _ = addTable([]entry{
	{S: "_fused_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask, bool is_causal, float scale) -> Tensor", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		f, v := a.fake(0), a.fake(2)
		n := len(f.Sizes)
		return fakes(NewFake(f.DType, append(slices.Clone(f.Sizes[:n-1]), v.Sizes[n-1])))
	}, Kernel: fusedAttentionKernel, Fills: true, Decomp: func(ctx *Context, a Args) []Value {
		return result(ctx.matmul(attentionWeights(ctx, a[0], a[1], a[3], a.bool(4), a.float(5)), a[2]))
	}, Grad: fusedAttentionGrad, Saves: in0 | in1 | in2 | in3},
})

// attentionFuses says whether operands can be given to _fused_attention: of one floating type, not broadcast; called without a derivative, or while a graph is
// captured for a compiler, which decides whether it is taken apart.
func attentionFuses(ctx *Context, q, k, v, mask Value) bool {
	fake := false
	for _, x := range []Value{q, k, v, mask} {
		if x == nil {
			continue
		}
		switch t := x.(type) {
		case *Fake:
			fake = true
		case *tensor.Tensor:
			if t.IsMeta() || DispatcherOf(t) != nil {
				return false
			}
		}
		if ctx.gradEnabled && RequiresGrad(x) {
			return false
		}
	}
	capturing := func(l Level) bool { _, ok := l.(*decomposing); return ok }
	if !ctx.IsPlain() && !(fake && slices.ContainsFunc(ctx.levels, capturing)) {
		return false
	}
	d, s, sk, sv := dtypeOf(q), sizesOf(q), sizesOf(k), sizesOf(v)
	n := len(s)
	if d != tensor.Float32 && d != tensor.Float64 || dtypeOf(k) != d || dtypeOf(v) != d || n < 2 || len(sk) != n || len(sv) != n ||
		!equalSyms(s[:n-2], sk[:n-2]) || !equalSyms(s[:n-2], sv[:n-2]) || s[n-1] != sk[n-1] || sk[n-2] != sv[n-2] {
		return false
	}
	if mask == nil {
		return true
	}
	m := sizesOf(mask)
	scores := append(slices.Clone(s[:n-1]), sk[n-2])
	for i, size := range m {
		if len(m) > n || size != one && size != scores[n-len(m)+i] {
			return false
		}
	}
	return dtypeOf(mask) == tensor.Bool || dtypeOf(mask) == d
}

// fusedAttentionGrad computes the weights again.
func fusedAttentionGrad(ctx *Context, s *Saved, g []Value) []Value {
	q, k, v := s.In(0), s.In(1), s.In(2)
	var mask Value
	if !s.Args().none(3) {
		mask = s.In(3)
	}
	scale := s.Args().float(5)
	w := attentionWeights(ctx, q, k, mask, s.Args().bool(4), scale)
	back := ctx.matmul(g[0], ctx.transpose(v, -2, -1))
	scores := ctx.mul(w, ctx.sub(back, ctx.sumDim(ctx.mul(back, w), true, -1)))
	out := []Value{nil, nil, nil, nil}
	if s.Need(0) {
		out[0] = ctx.mul(ctx.matmul(scores, k), scale)
	}
	if s.Need(1) {
		out[1] = ctx.mul(ctx.matmul(ctx.transpose(scores, -2, -1), q), scale)
	}
	if s.Need(2) {
		out[2] = ctx.matmul(ctx.transpose(w, -2, -1), g[0])
	}
	if s.Need(3) {
		out[3] = sumTo(ctx, scores, s.InMeta(3).Sizes)
	}
	return out
}

func fusedAttentionKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	var list []*tensor.Tensor
	for i := range 4 {
		if a.none(i) {
			list = append(list, nil)
			continue
		}
		t := a.tensor(i)
		if t.Neg {
			t = t.Contiguous()
		}
		list = append(list, t)
	}
	q, k, v, mask := list[0], list[1], list[2], list[3]
	n := q.Dim()
	s := attentionShape{lead: q.Sizes()[:n-2], rows: q.Size(n - 2), columns: k.Size(n - 2), width: q.Size(n - 1), out: v.Size(n - 1)}
	switch {
	case out[0].Numel() == 0:
		return
	case s.columns == 0 || s.width == 0:
		tensor.Copy(out[0], ctx.withoutGrad(func() []Value {
			return result(ctx.matmul(attentionWeights(ctx, q, k, a[3], a.bool(4), a.float(5)), v))
		})[0].(*tensor.Tensor))
		return
	}
	if mask != nil {
		mask = expandTensor(mask, append(slices.Clone(s.lead), s.rows, s.columns))
	}
	s.run(ctx, out[0], q, k, v, mask, a.bool(4), a.float(5))
}

// attentionShape is [lead, rows, width] by [lead, columns, width] and [lead, columns, out].
type attentionShape struct {
	lead                      []int
	rows, columns, width, out int
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
