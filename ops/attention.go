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
// cache; the scores as a whole are never written. Of a causal mask only the columns that some row of the block sees are computed. For the backward pass, which
// computes the weights again in the same way (attentionback.go), the logarithm of each row's sum is kept.

// attentionRows is how many rows a block has at most: whole tiles of products, and few enough that these need not pack their operands.
const attentionRows = 42

var _ = addTable([]entry{
	{S: "_fused_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask, bool is_causal, float scale) -> (Tensor, Tensor)", NoTangent: "_scaled_dot_product_flash_attention_for_cpu", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		f, v := a.fake(0), a.fake(2)
		n := len(f.Sizes)
		out := NewFake(f.DType, append(slices.Clone(f.Sizes[:n-1]), v.Sizes[n-1]))
		if goesByHeads(ctx, f, a.fake(1), v) {
			out = like(ctx, f, f.DType)
		}
		return fakes(out, NewFake(f.DType, f.Sizes[:n-1]))
	}, Kernel: fusedAttentionKernel, Fills: true, Decomp: func(ctx *Context, a Args) []Value {
		scores := attentionScores(ctx, a[0], a[1], a[3], a.bool(4), a.float(5))
		out := ctx.matmul(softmaxOfScores(ctx, scores, a[3]), a[2])
		if f := a.fake(0); goesByHeads(ctx, f, a.fake(1), a.fake(2)) {
			out = inOrderOf(ctx, out, f)
		}
		return []Value{out, ctx.call1("logsumexp", scores, ints(-1), false)}
	}, Grad: fusedAttentionGrad, GradName: "ScaledDotProductFlashAttentionForCpuBackward0", Saves: in0 | in1 | in2 | in3 | out0 | out1},
	{S: "_fused_attention.backward(Tensor grad, Tensor query, Tensor key, Tensor value, Tensor? attn_mask, bool is_causal, float scale, Tensor out, Tensor logsumexp) -> (Tensor, Tensor, Tensor)", In: 0, Meta: func(ctx *Context, a Args) []*Fake {
		return attentionGradientMetas(ctx, a.fake(1), a.fake(2), a.fake(3))
	}, Kernel: attentionBackward, Fills: true, Decomp: func(ctx *Context, a Args) []Value {
		g := attentionBackwardPlain(ctx, a)
		for i, f := range attentionGradientMetas(ctx, a.fake(1), a.fake(2), a.fake(3)) {
			g[i] = inOrderOf(ctx, g[i], f)
		}
		return g
	}, Grad: notDerived("_fused_attention.backward"), GradName: notImplementedNode},
})

// goesByHeads says whether PyTorch has a kernel of its own for the operands: there may be a batch, the elements of a head lie side by side.
func goesByHeads(ctx *Context, q, k, v *Fake) bool {
	n := len(q.Sizes)
	if n != 3 && n != 4 || len(v.Sizes) != n || !sameSize(ctx, q.Sizes[n-1], v.Sizes[n-1]) {
		return false
	}
	for _, f := range []*Fake{q, k, v} {
		if len(f.Sizes) != n || f.Strides[n-1] != one || isConst(f.Sizes[n-2], 0) {
			return false
		}
	}
	return true
}

// attentionGradientMetas lays the gradients of query, key and value out as PyTorch's kernel does, [batch, position, head, element], or as its products do, where that of the key is transposed.
func attentionGradientMetas(ctx *Context, q, k, v *Fake) []*Fake {
	ordered := func(f *Fake, order ...int) *Fake {
		out, step := NewFake(f.DType, f.Sizes), one
		for i := len(order) - 1; i >= 0; i-- {
			d := len(f.Sizes) + order[i]
			out.Strides[d] = step
			step = step.Mul(f.Sizes[d])
		}
		for d := len(f.Sizes) - len(order) - 1; d >= 0; d-- {
			out.Strides[d] = step
			step = step.Mul(f.Sizes[d])
		}
		return out
	}
	if goesByHeads(ctx, q, k, v) {
		return fakes(ordered(q, -2, -3, -1), ordered(k, -2, -3, -1), ordered(v, -2, -3, -1))
	}
	return fakes(NewFake(q.DType, q.Sizes), ordered(k, -1, -2), NewFake(v.DType, v.Sizes))
}

// attentionFuses says whether operands can be given to _fused_attention: of one floating type, not broadcast, without a derivative of the mask; called plainly, or while a
// graph is captured for a compiler, which decides whether it is taken apart.
func attentionFuses(ctx *Context, q, k, v, mask Value) bool {
	fake := false
	for _, x := range []Value{q, k, v, mask} {
		if x == nil {
			continue
		}
		if x == mask && ctx.gradEnabled && RequiresGrad(x) {
			return false
		}
		switch t := x.(type) {
		case *Fake:
			fake = true
		case *tensor.Tensor:
			if t.IsMeta() || DispatcherOf(t) != nil {
				return false
			}
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

func fusedAttentionGrad(ctx *Context, s *Saved, g []Value) []Value {
	var mask Value
	if !s.Args().none(3) {
		mask = s.In(3)
	}
	causal, scale := s.Args().bool(4), s.Args().float(5)
	need := [4]bool{s.Need(0), s.Need(1), s.Need(2), s.Need(3)}
	if ctx.gradEnabled || need[3] {
		w := attentionWeights(ctx, s.In(0), s.In(1), mask, causal, scale)
		return attentionGradients(ctx, g[0], s.In(0), s.In(1), s.In(2), mask, w, scale, need)
	}
	out := ctx.call("_fused_attention.backward", g[0], s.In(0), s.In(1), s.In(2), mask, causal, scale, s.Out(0), s.Out(1))
	out = append(out, nil)
	for i := range out {
		if !need[i] {
			out[i] = nil
		}
	}
	return out
}

// attentionGradients are those of query, key, value and mask for the weights w, in differentiable operators.
func attentionGradients(ctx *Context, g, q, k, v, mask, w Value, scale float64, need [4]bool) []Value {
	back := ctx.matmul(g, ctx.transpose(v, -2, -1))
	return attentionGradientsOf(ctx, g, q, k, v, mask, w, back, ctx.sumDim(ctx.mul(back, w), true, -1), scale, need)
}

// attentionGradientsOf are these with the gradient of the weights and what each row of it has too much.
func attentionGradientsOf(ctx *Context, g, q, k, v, mask, w, back, sums Value, scale float64, need [4]bool) []Value {
	scores := ctx.mul(w, ctx.sub(back, sums))
	out := []Value{nil, nil, nil, nil}
	if need[0] {
		out[0] = ctx.mul(ctx.matmul(scores, k), scale)
	}
	if need[1] {
		out[1] = ctx.mul(ctx.matmul(ctx.transpose(scores, -2, -1), q), scale)
	}
	if need[2] {
		out[2] = ctx.matmul(ctx.transpose(w, -2, -1), g)
	}
	if need[3] {
		out[3] = sumTo(ctx, scores, sizesOf(mask))
	}
	return out
}

func fusedAttentionKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	q, k, v, mask := attentionOperand(a, 0), attentionOperand(a, 1), attentionOperand(a, 2), attentionOperand(a, 3)
	causal, scale := a.bool(4), a.float(5)
	s := attentionShapeOf(q, k, v)
	switch {
	case out[0].Numel() == 0 && out[1].Numel() == 0:
		return
	case s.columns == 0 || s.width == 0 || s.out == 0:
		plain := ctx.withoutGrad(func() []Value {
			scores := attentionScores(ctx, q, k, a[3], causal, scale)
			return []Value{ctx.matmul(softmaxOfScores(ctx, scores, a[3]), v), ctx.call1("logsumexp", scores, ints(-1), false)}
		})
		for i := range out {
			tensor.Copy(out[i], plain[i].(*tensor.Tensor))
		}
		return
	}
	if mask != nil {
		mask = expandTensor(mask, append(slices.Clone(s.lead), s.rows, s.columns))
	}
	if s.takesFloat32() {
		s.runFloat32(ctx, out[0], out[1], q, k, v, mask, causal, scale)
		return
	}
	s.run(ctx, out[0], out[1], q, k, v, mask, causal, scale)
}

// attentionOperand is a tensor of a call as kernels read it, nil for none.
func attentionOperand(a Args, i int) *tensor.Tensor {
	if a.none(i) {
		return nil
	}
	t := a.tensor(i)
	if t.Neg {
		t = t.Contiguous()
	}
	return t
}

// attentionShape is [lead, rows, width] by [lead, columns, width] and [lead, columns, out].
type attentionShape struct {
	lead                      []int
	rows, columns, width, out int
	elem                      ir.Elem
	size                      int // of an element
	row                       int // of scratch memory, in elements: not a power of two
}

func attentionShapeOf(q, k, v *tensor.Tensor) *attentionShape {
	n := q.Dim()
	s := &attentionShape{lead: q.Sizes()[:n-2], rows: q.Size(n - 2), columns: k.Size(n - 2), width: q.Size(n - 1), out: v.Size(n - 1)}
	s.elem, _ = elemOf(q.DType())
	s.size = s.elem.Size()
	s.row = s.columns + 64/s.size
	return s
}

// attentionBlock is rows [first, first+rows) with the columns that they see.
type attentionBlock struct {
	first, rows, columns int
	kernel               *loop.Prepared // over the block's scores
	stairs               unsafe.Pointer // what its first row sees of a causal mask
}

func (s *attentionShape) run(ctx *Context, out, logs, q, k, v, mask *tensor.Tensor, causal bool, scale float64) {
	// The kernel over the scores leaves the largest of each row in logs and the sum of the exponentials in sums.
	blocks := s.blocks(ctx.attentionSoftmax(s.elem, mask, causal), true, []ir.Buffer{{Strides: []int{s.row, 1}}, {Strides: []int{1}}}, mask, causal, logs, s.blockRows())
	turn := s.turning(ctx, k)
	totals := tensor.NewStorageUninit(logs.Numel() * s.size)
	defer totals.Release()
	sums := unsafe.Pointer(unsafe.SliceData(totals.Bytes()))
	products := ctx.engine().products
	s.each(ctx, len(blocks), (s.width+blocks[0].rows)*s.row*s.size, func(matrix int, index []int, first, end int, keys unsafe.Pointer) error {
		scores := unsafe.Add(keys, s.width*s.row*s.size)
		pointers := make([]unsafe.Pointer, 0, 5)
		if err := turn.Run(append(pointers, at(k, index, 0), keys), nil); err != nil {
			return err
		}
		for i := range blocks[first:end] {
			b := &blocks[first+i]
			weights := s.scratch(scores)
			if err := products.Multiply(&gemm.Product{Elem: s.elem, Batch: 1, M: b.rows, N: b.columns, K: s.width, Alpha: scale,
				A: matrixAt(q, index, b.first), B: s.scratch(keys), C: weights}); err != nil {
				return err
			}
			if err := b.kernel.Run(b.pointers(append(pointers, scores, unsafe.Add(sums, (matrix*s.rows+b.first)*s.size)), mask, logs, index), nil); err != nil {
				return err
			}
			if err := products.Multiply(&gemm.Product{Elem: s.elem, Batch: 1, M: b.rows, N: s.out, K: b.columns, Alpha: 1,
				A: weights, B: matrixAt(v, index, 0), C: matrixAt(out, index, b.first)}); err != nil {
				return err
			}
		}
		return nil
	})
	s.finish(ctx, logs, sums)
}

// finish makes logarithms of sums from the largest scores of the rows, in logs, and the sums of exponentials beside them. A row that is hidden whole has none.
func (s *attentionShape) finish(ctx *Context, logs *tensor.Tensor, sums unsafe.Pointer) {
	kernel := ctx.rowKernel("attention logsumexp", "", func(k *ir.Kernel, types []ir.Elem) {
		k.CLibrary = true
		out, sum := k.InOut("logs", types[0]), k.In("sums", types[0])
		largest, hidden := k.Load(out), k.Const(types[0].Value(), math.Inf(-1))
		k.Store(out, k.Do(ir.Select, k.Do(ir.Eq, largest, hidden), hidden, k.Do(ir.Add, maths.Log(k, k.Load(sum)), largest)))
	}, logs)
	space := rowsAlong(logs.Sizes(), nil)
	space.run(kernel, nil, space.whole(logs), ir.Buffer{Ptr: sums, Strides: tensor.ContiguousStrides(logs.Sizes())})
}

// worthWorkers is how many multiply-adds of a product make it worth to share attention among workers, some 25 µs.
const worthWorkers = 1 << 20

// each calls f for the blocks [first, end) of each matrix of the leading dimensions, with memory of so many bytes: for several at once where there are workers. Blocks of one
// matrix are given apart where there are fewer matrices than threads; no result depends on it.
func (s *attentionShape) each(ctx *Context, blocks, bytes int, f func(matrix int, index []int, first, end int, memory unsafe.Pointer) error) {
	matrices, groups := tensor.Numel(s.lead), 1
	workers := ctx.engine().compiler.Workers()
	if matrices*s.rows*s.columns*s.width < worthWorkers {
		workers = nil
	}
	if workers != nil {
		groups = min(blocks, (workers.Workers()+matrices)/matrices)
	}
	parts := matrices * groups
	runs := parts // of parts that share memory
	if workers == nil {
		runs = 1
	}
	run := func(r int) error {
		memory := tensor.NewStorageUninit(bytes)
		defer memory.Release()
		index := make([]int, len(s.lead))
		return exec.Protect("attention", func() error {
			for part := r * parts / runs; part < (r+1)*parts/runs; part++ {
				matrix, group := part/groups, part%groups
				for d, left := len(index)-1, matrix; d >= 0; d-- {
					index[d], left = left%s.lead[d], left/s.lead[d]
				}
				if err := f(matrix, index, group*blocks/groups, (group+1)*blocks/groups, unsafe.Pointer(unsafe.SliceData(memory.Bytes()))); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := error(nil)
	if workers != nil {
		err = workers.Run(runs, run)
	} else {
		err = run(0)
	}
	if err != nil {
		throwRuntime("%v", err)
	}
}

// turning is the kernel that writes a matrix of t, [columns, n], as [n, columns] to scratch memory.
func (s *attentionShape) turning(ctx *Context, t *tensor.Tensor) *loop.Prepared {
	n := t.Dim()
	turn, err := ctx.rowKernel("turn", "", turned, t).Prepare(ir.Space{Keep: []int{t.Size(n - 1), s.columns}}, []ir.Buffer{
		{Strides: []int{t.Strides()[n-1], t.Strides()[n-2]}}, {Strides: []int{s.row, 1}}})
	if err != nil {
		throwRuntime("%v", err)
	}
	return turn
}

// turned is the kernel that copies elements to where strides say.
func turned(k *ir.Kernel, types []ir.Elem) {
	x := k.Load(k.In("x", types[0]))
	k.Store(k.Out("y", types[0]), x)
}

// scratch is a matrix in scratch memory.
func (s *attentionShape) scratch(p unsafe.Pointer) gemm.Matrix {
	return gemm.Matrix{Ptr: p, Row: s.row, Col: 1}
}

// at is the address of a row of one matrix of t.
func at(t *tensor.Tensor, index []int, row int) unsafe.Pointer {
	n := t.Offset() + row*t.Strides()[t.Dim()-2]
	for d, i := range index {
		n += i * t.Strides()[d]
	}
	return unsafe.Pointer(&t.Storage().Bytes()[n*t.DType().Size()])
}

// matrixAt is one matrix of t from a row on.
func matrixAt(t *tensor.Tensor, index []int, row int) gemm.Matrix {
	return gemm.Matrix{Ptr: at(t, index, row), Row: t.Strides()[t.Dim()-2], Col: t.Strides()[t.Dim()-1]}
}

// blockRows is how many rows a block has. What is small is one block: then all calls have one form.
func (s *attentionShape) blockRows() int {
	if s.rows <= 2*attentionRows {
		return s.rows
	}
	return attentionRows
}

// blocks cuts the rows into blocks of most rows and prepares the kernel over their scores, whose first buffers are given. It has rows, or elements alone.
func (s *attentionShape) blocks(kernel *loop.Kernel, hasRows bool, scores []ir.Buffer, mask *tensor.Tensor, causal bool, logs *tensor.Tensor, most int) (list []attentionBlock) {
	// What a row sees of a causal mask is a window on ones and then zeros, one further to the left than that of the row before.
	var stairs []byte
	if causal {
		stairs = make([]byte, s.rows+s.columns)
		for i := range s.rows {
			stairs[i] = 1
		}
	}
	for first := 0; first < s.rows; first += most {
		b := attentionBlock{first: first, rows: min(most, s.rows-first), columns: s.columns}
		if causal {
			b.columns = min(s.columns, first+b.rows)
		}
		space, ofLogs := ir.Space{Keep: []int{b.rows}, Reduce: []int{b.columns}}, logs.Strides()[logs.Dim()-1:]
		if !hasRows {
			space, ofLogs = ir.Space{Keep: []int{b.rows, b.columns}}, []int{ofLogs[0], 0}
		}
		bufs := append(slices.Clone(scores), ir.Buffer{Strides: ofLogs})
		if causal {
			b.stairs = unsafe.Pointer(&stairs[s.rows-1-first])
			bufs = append(bufs, ir.Buffer{Strides: []int{-1, 1}})
		}
		if mask != nil {
			bufs = append(bufs, ir.Buffer{Strides: mask.Strides()[mask.Dim()-2:]})
		}
		var err error
		if b.kernel, err = kernel.Prepare(space, bufs); err != nil {
			throwRuntime("%v", err)
		}
		list = append(list, b)
	}
	return list
}

// pointers are the addresses of the kernel's buffers, those of the scores being there.
func (b *attentionBlock) pointers(list []unsafe.Pointer, mask, logs *tensor.Tensor, index []int) []unsafe.Pointer {
	n := logs.Offset() + b.first*logs.Strides()[logs.Dim()-1]
	for d, i := range index {
		n += i * logs.Strides()[d]
	}
	list = append(list, unsafe.Pointer(&logs.Storage().Bytes()[n*logs.DType().Size()]))
	if b.stairs != nil {
		list = append(list, b.stairs)
	}
	if mask != nil {
		list = append(list, at(mask, index, b.first))
	}
	return list
}

// maskedScore declares what masks scores and gives a function that masks one; an additive mask is added.
func maskedScore(k *ir.Kernel, t ir.Type, mask *ir.Elem, causal bool) func(v ir.ID) ir.ID {
	hidden := k.Const(t, math.Inf(-1))
	var seen, m ir.ID
	if causal {
		seen = k.Load(k.In("stairs", ir.Bool8))
	}
	if mask != nil {
		m = k.Load(k.In("mask", *mask))
	}
	return func(v ir.ID) ir.ID {
		if causal {
			v = k.Do(ir.Select, seen, v, hidden)
		}
		switch {
		case mask == nil:
		case *mask == ir.Bool8:
			v = k.Do(ir.Select, m, v, hidden)
		default:
			v = k.Do(ir.Add, v, m)
		}
		return v
	}
}

// maskElem is the element type of a mask, nil without one.
func maskElem(mask *tensor.Tensor) *ir.Elem {
	if mask == nil {
		return nil
	}
	e, _ := elemOf(mask.DType())
	return &e
}

// orZero is w, or zero in a row that a mask of truth values hides whole, where it is no number.
func orZero(k *ir.Kernel, w ir.ID, mask *ir.Elem) ir.ID {
	if mask == nil || *mask != ir.Bool8 {
		return w
	}
	return k.Do(ir.Select, k.Do(ir.Eq, w, w), w, k.Const(k.TypeOf(w), 0))
}

// attentionSoftmax is the softmax of rows of scores in place, masked, with the sum of exponentials that it divides by and the largest score. A row that a mask of truth
// values hides whole gives zeros.
func (ctx *Context) attentionSoftmax(elem ir.Elem, mask *tensor.Tensor, causal bool) *loop.Kernel {
	return ctx.rowKernel("attention", fmt.Sprint(elem, causal, mask != nil), func(k *ir.Kernel, _ []ir.Elem) {
		t := elem.Value()
		x, sums, most := k.InOut("x", elem), k.RowOut("sums", elem), k.RowOut("largest", elem)
		score := maskedScore(k, t, maskElem(mask), causal)
		largest := k.Reduce(ir.Max, score(k.Load(x)))
		k.NextPass()
		e := maths.Exp(k, k.Do(ir.Sub, score(k.Load(x)), largest))
		k.Store(x, e)
		sum := k.Reduce(ir.Add, e)
		k.NextPass()
		part := k.Do(ir.Div, k.Const(t, 1), sum)
		k.Store(x, orZero(k, k.Do(ir.Mul, k.Load(x), part), maskElem(mask)))
		k.Store(sums, sum)
		k.Store(most, largest)
	}, mask)
}
