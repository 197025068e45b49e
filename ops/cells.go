package ops

import (
	"unsafe"

	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
	"github.com/magneto-go/magneto/tensor"
)

// Where nobody watches (no gradients, no levels, no profiler), small networks spend their time between operators rather than in them: a step of a recurrent
// network is a dozen operators on a few hundred numbers. Such steps have one kernel here, and linear layers go to the product directly. Both
// round where the operators round, so the bits are the same.

// denseFloats are the tensors among values if operators on them may be computed together: nothing sees them one by one, and all lie densely in memory, of one type that
// kernels and products have.
func (ctx *Context) denseFloats(values ...Value) (list []*tensor.Tensor, ok bool) {
	if ctx.profiler != nil || ctx.autocast.On || len(ctx.overrides) > 0 {
		return nil, false
	}
	list, ok = ctx.unwatched(values...)
	if !ok {
		return nil, false
	}
	for _, t := range list {
		if d := t.DType(); d != list[0].DType() || d != tensor.Float32 && d != tensor.Float64 || t.Dim() > 2 || t.Numel() == 0 || !isRowMajor(t) || t.Device() != tensor.CPU {
			return nil, false
		}
	}
	return list, true
}

// linearDirectly is x·wᵀ + b without the operators in between; nil where these are needed.
func (ctx *Context) linearDirectly(x, w, b Value) *tensor.Tensor {
	list, ok := ctx.denseFloats(x, w, b)
	if !ok || list[0].Dim() != 2 || list[1].Dim() != 2 || list[0].Size(1) != list[1].Size(1) {
		return nil
	}
	m, n, k := list[0].Size(0), list[1].Size(0), list[0].Size(1)
	if b != nil && (list[2].Dim() != 1 || list[2].Size(0) != n) {
		return nil
	}
	elem, _ := elemOf(list[0].DType())
	out := tensor.NewUninit(list[0].DType(), m, n)
	out.Inference = ctx.inferenceMode
	p := &gemm.Product{
		Elem: elem, Batch: 1, M: m, N: n, K: k, Alpha: 1,
		A: gemm.Matrix{Ptr: pointer(list[0]), Row: k, Col: 1}, B: gemm.Matrix{Ptr: pointer(list[1]), Row: 1, Col: k}, C: gemm.Matrix{Ptr: pointer(out), Row: n, Col: 1},
	}
	if b != nil {
		p.Beta = 1
		size := n * elem.Size()
		row, rows := list[2].Storage().Bytes()[list[2].Offset()*elem.Size():][:size], out.Storage().Bytes()
		for i := range m {
			copy(rows[i*size:], row)
		}
	}
	if err := ctx.engine().products.Multiply(p); err != nil {
		throwRuntime("%v", err)
	}
	return out
}

// cellBody is a step of a recurrent network behind its two products: how many parts the products have, how many results there are, and what comes of these, given and held,
// and of the state.
type cellBody struct {
	parts, results int
	step           func(b cellBuilder, given, held []ir.ID, state ir.ID) (results []ir.ID)
}

// cellBodies are the steps that have kernels. lstm gives the hidden state and the state of the cell.
var cellBodies = map[string]cellBody{
	"gru": {3, 1, func(b cellBuilder, given, held []ir.ID, h ir.ID) []ir.ID {
		reset, update := b.maths("sigmoid", b.add(given[0], held[0])), b.maths("sigmoid", b.add(given[1], held[1]))
		fresh := b.maths("tanh", b.add(given[2], b.mul(reset, held[2])))
		return []ir.ID{b.add(fresh, b.mul(update, b.k.Do(ir.Sub, h, fresh)))}
	}},
	"lstm": {4, 2, func(b cellBuilder, given, held []ir.ID, old ir.ID) []ir.ID {
		gate := func(i int, function string) ir.ID { return b.maths(function, b.add(given[i], held[i])) }
		fresh := b.add(b.mul(gate(1, "sigmoid"), old), b.mul(gate(0, "sigmoid"), gate(2, "tanh")))
		return []ir.ID{b.mul(gate(3, "sigmoid"), b.maths("tanh", fresh)), fresh}
	}},
}

// cellBuilder writes expressions, those of the ends of rows as withEnds has them.
type cellBuilder struct {
	k    *ir.Kernel
	ends bool
}

func (b cellBuilder) add(x, y ir.ID) ir.ID { return b.k.Do(ir.Add, x, y) }
func (b cellBuilder) mul(x, y ir.ID) ir.ID { return b.k.Do(ir.Mul, x, y) }

func (b cellBuilder) maths(name string, x ir.ID) ir.ID {
	b.k.CLibrary = b.ends && loopTable[name].ends
	v, err := maths.Named(b.k, name, x)
	if err != nil {
		panic(err) // every float type has these functions
	}
	return v
}

// CellStep computes the part of a step of a recurrent network that follows the products, given and held, by one kernel. It gives nil where the operators are
// wanted one by one.
func (ctx *Context) CellStep(name string, given, held, state Value) (results []Value, err error) {
	defer ctx.catch(&err, ctx.state())
	body := cellBodies[name]
	list, ok := ctx.denseFloats(state, given, held)
	if !ok || len(list) != 3 || list[0].Dim() != 2 {
		return nil, nil
	}
	dtype, rows, width := list[0].DType(), list[0].Size(0), list[0].Size(1)
	for _, t := range list[1:] {
		if t.Dim() != 2 || t.Size(0) != rows || t.Size(1) != body.parts*width {
			return nil, nil
		}
	}
	buffers := make([]ir.Buffer, 0, 2*body.parts+1+body.results)
	whole, parts := []int{width, 1}, []int{body.parts * width, 1}
	buffers = append(buffers, ir.Buffer{Ptr: pointer(list[0]), Strides: whole})
	for _, t := range list[1:] {
		for i := range body.parts {
			buffers = append(buffers, ir.Buffer{Ptr: unsafe.Add(pointer(t), i*width*dtype.Size()), Strides: parts})
		}
	}
	for range body.results {
		out := tensor.NewUninit(dtype, rows, width)
		out.Inference = ctx.inferenceMode
		buffers = append(buffers, ir.Buffer{Ptr: pointer(out), Strides: whole})
		results = append(results, out)
	}
	columns := width // in whole vectors
	if dtype == tensor.Float32 {
		columns -= width % vectorsAtOnce
	}
	for _, part := range []struct {
		form            string
		columns, before int
		ends            bool
	}{{"cell", columns, 0, false}, {"ends of cells", width - columns, columns, true}} {
		if part.columns == 0 {
			continue
		}
		for i := range buffers {
			buffers[i].Ptr = unsafe.Add(buffers[i].Ptr, part.before*dtype.Size())
		}
		kernel := ctx.rowKernel(name, part.form, func(k *ir.Kernel, types []ir.Elem) { body.build(k, types[0], part.ends) }, list[0])
		if err := kernel.Run(ir.Space{Keep: []int{rows, part.columns}}, buffers, nil); err != nil {
			throwRuntime("%v", err)
		}
	}
	return results, nil
}

// build writes the kernel of a step: the state, the parts of both products, and the results are its buffers.
func (c cellBody) build(k *ir.Kernel, elem ir.Elem, ends bool) {
	load := func(name string) ir.ID { return k.Load(k.In(name, elem)) }
	parts := func(prefix string) []ir.ID {
		list := make([]ir.ID, c.parts)
		for i := range list {
			list[i] = load(prefix + string(rune('0'+i)))
		}
		return list
	}
	state, given, held := load("state"), parts("given"), parts("held")
	for i, v := range c.step(cellBuilder{k, ends}, given, held, state) {
		k.Store(k.Out("out"+string(rune('0'+i)), elem), v)
	}
}
