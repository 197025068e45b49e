package native

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// binding is a program prepared for some sizes.
type binding struct {
	program *Program
	symbols []int64
	sizes   *graph.Sizes
	forms   map[*value]form // of roots with memory, and of views that become tensors
	inputs  []input
	matched atomic.Bool // the inputs of a known call had the expected geometry
	fresh   []fresh     // results that are allocated for each call
	kept    []fresh     // of steps that run once
	calls   []call
	arena   int                   // bytes
	numbers []int64               // by result
	idle    atomic.Pointer[state] // of the call before
	states  sync.Pool             // of those of calls at the same time
	// What steps give that run once, by slot.
	once      sync.Once
	onceErr   error
	constants []*tensor.Tensor
	runner    *graph.Runner // runs the calls, where the program could not be prepared
	widest    int           // most buffers of a call
	// passing are the slots whose tensors come and go with a call, writes the slots of what is written into inputs, with those of the inputs.
	passing []int
	writes  [][2]int
	// shown are the slots of fresh tensors that results are views of, and nothing else.
	shown []int
}

// form is the geometry of a tensor; offset is that of a view from the first element of its root, in bytes.
type form struct {
	sizes, strides []int
	offset         int
	arena          int // place in the arena, -1 for what is not there
}

// input is what the tensor of an input is expected to be.
type input struct {
	slot    int
	at      int // among the inputs of the graph
	form    form
	v       *value
	written bool
}

type fresh struct {
	slot  int
	form  form
	dtype tensor.DType
	again *tensor.Form
}

// call is a step with all that sizes decide.
type call struct {
	step     *step
	prepared *loop.Prepared
	slots    []int32 // of the buffers
	offsets  []int   // in bytes
	scalars  []uint64

	product *gemm.Product // without addresses
	outer   int           // how many of them
	steps   [4]int        // from one to the next, of A, B, C and D, in bytes
	args    []ops.Value   // of extern items, with *value in place of tensors
}

// binding finds or makes the binding for the sizes of inputs.
func (p *Program) binding(inputs []ops.Value) (*binding, error) {
	if p.symbols.Empty() {
		if b := p.only.Load(); b != nil {
			return b, nil
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if b := p.only.Load(); b != nil {
			return b, nil
		}
		b, err := p.bindOrRun(nil)
		if err == nil {
			p.only.Store(b)
		}
		return b, err
	}
	var room [8]int64
	values, err := p.symbols.Read(inputs, room[:0])
	if err != nil {
		return nil, err
	}
	for _, b := range *p.bindings.Load() {
		if slices.Equal(b.symbols, values) {
			return b, nil
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	known := *p.bindings.Load()
	for _, b := range known {
		if slices.Equal(b.symbols, values) {
			return b, nil
		}
	}
	b, err := p.bindOrRun(slices.Clone(values))
	if err != nil {
		return nil, err
	}
	list := append([]*binding{b}, known[:min(len(known), keptBindings-1)]...)
	p.bindings.Store(&list)
	return b, nil
}

// bindOrRun binds, or falls back to running the graph node by node.
func (p *Program) bindOrRun(symbols []int64) (*binding, error) {
	b, err := p.bind(symbols)
	if err == nil {
		return b, nil
	}
	runner, failed := graph.NewRunner(p.g)
	if failed != nil {
		return nil, err
	}
	reason := fmt.Sprintf("graph %s runs node by node: %v", p.g.Name, err)
	reason += reproduce(p.repro, p.g, p.size(symbols), reason)
	if p.warn != nil {
		p.warn(reason)
	}
	return &binding{program: p, symbols: symbols, runner: runner}, nil
}

// bind decides all that follows from the sizes.
func (p *Program) bind(symbols []int64) (_ *binding, err error) {
	defer catch(p.g, &err)
	b := &binding{program: p, symbols: symbols, sizes: p.symbols.Sizes(symbols), forms: map[*value]form{}}
	for _, v := range p.slots {
		if _, err := b.form(v); err != nil {
			return nil, err
		}
	}
	b.place()
	for _, v := range p.plan.inputs {
		if v != nil {
			b.inputs = append(b.inputs, input{slot: v.slot, at: v.input, form: b.forms[v], v: v})
		}
	}
	for slot, v := range p.slots {
		if v.constant == nil && b.forms[v].arena < 0 && !p.once[v] {
			b.passing = append(b.passing, slot)
		}
		if v.def != nil && v.input >= 0 {
			b.writes = append(b.writes, [2]int{slot, p.plan.inputs[v.input].slot})
			for i := range b.inputs {
				b.inputs[i].written = b.inputs[i].written || b.inputs[i].v.input == v.input
			}
		}
		if v.def != nil && v.input < 0 && !v.def.allocates() && b.forms[v].arena < 0 {
			f := b.forms[v]
			list := &b.fresh
			if p.once[v] {
				list = &b.kept
			}
			*list = append(*list, fresh{slot: slot, form: f, dtype: v.meta.DType, again: tensor.NewForm(v.meta.DType, f.sizes, f.strides)})
		}
	}
	for _, f := range b.fresh {
		of := func(alone bool) bool {
			return slices.ContainsFunc(p.results, func(r result) bool { return r.kind == whole && r.alone == alone && r.v.root().slot == f.slot })
		}
		if of(false) && !of(true) {
			b.shown = append(b.shown, f.slot)
		}
	}
	for _, s := range p.steps {
		c, err := b.call(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		b.widest = max(b.widest, len(c.slots))
		b.calls = append(b.calls, c)
	}
	for _, r := range p.results {
		n := int64(0)
		switch r.kind {
		case whole:
			if _, err := b.form(r.v); err != nil {
				return nil, err
			}
		case numeral:
			var err error
			if n, err = b.sizes.Int(r.n); err != nil {
				return nil, err
			}
		}
		b.numbers = append(b.numbers, n)
	}
	return b, nil
}

// form is the geometry of a value.
func (b *binding) form(v *value) (form, error) {
	if f, ok := b.forms[v]; ok {
		return f, nil
	}
	f := form{arena: -1}
	var err error
	if f.sizes, err = b.sizes.Ints(v.meta.Sizes); err != nil {
		return f, err
	}
	if f.strides, err = b.sizes.Ints(v.meta.Strides); err != nil {
		return f, err
	}
	if r := v.root(); r != v {
		own, err := b.sizes.Int(v.meta.Offset)
		if err != nil {
			return f, err
		}
		base, err := b.sizes.Int(r.meta.Offset)
		if err != nil {
			return f, err
		}
		f.offset = int(own)*v.meta.DType.Size() - int(base)*r.meta.DType.Size()
	}
	b.forms[v] = f
	return f, nil
}

func (b *binding) call(s *step) (call, error) {
	switch {
	case s.kernel != nil:
		return b.kernelCall(s)
	case s.item.kind == product:
		return b.productCall(s)
	}
	c := call{step: s}
	for _, v := range s.item.in {
		if _, err := b.form(v); err != nil {
			return c, err
		}
	}
	var err error
	c.args, err = b.numbersIn(s.item.args)
	return c, err
}

// numbersIn puts sizes into arguments.
func (b *binding) numbersIn(args []ops.Value) (out []ops.Value, err error) {
	out = make([]ops.Value, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case symbolic.Int:
			out[i], err = b.sizes.Int(a)
		case []ops.Value:
			out[i], err = b.numbersIn(a)
		default:
			out[i] = a
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (b *binding) kernelCall(s *step) (call, error) {
	k := s.kernel
	c := call{step: s}
	var space ir.Space
	var err error
	if space.Keep, err = b.sizes.Ints(k.keep); err != nil {
		return c, err
	}
	if space.Reduce, err = b.sizes.Ints(k.reduce); err != nil {
		return c, err
	}
	bufs := make([]ir.Buffer, len(k.bufs))
	for i, a := range k.bufs {
		if bufs[i].Strides, err = b.sizes.Ints(a.strides); err != nil {
			return c, err
		}
		if a.indexed {
			stride, err := b.sizes.Int(a.indexStride)
			if err != nil {
				return c, err
			}
			count, err := b.sizes.Int(a.indexCount)
			if err != nil {
				return c, err
			}
			if count > math.MaxInt32 {
				return c, fmt.Errorf("%d elements in a dimension that is indexed", count)
			}
			bufs[i].IndexStride, bufs[i].IndexCount = int(stride), int(count)
		}
		offset, err := b.sizes.Int(a.offset)
		if err != nil {
			return c, err
		}
		if slices.Contains(space.Keep, 0) || !k.ir.Bufs[i].Row && slices.Contains(space.Reduce, 0) {
			offset = 0 // of no elements: they may lie behind the end of the memory, where no pointer may go
		}
		c.slots, c.offsets = append(c.slots, int32(a.root.slot)), append(c.offsets, int(offset))
	}
	for _, n := range k.scalars {
		v, err := b.sizes.Int(n.n)
		if err != nil {
			return c, err
		}
		c.scalars = append(c.scalars, word64(v, n.t))
	}
	c.prepared, err = k.compiled.Prepare(space, bufs)
	return c, err
}

// word64 is a size as a scalar of type t.
func word64(v int64, t ir.Type) uint64 {
	switch t {
	case ir.F32:
		return ir.Float32Bits(float32(v))
	case ir.F64:
		return ir.Float64Bits(float64(v))
	case ir.Bool:
		return uint64(min(max(v, -v), 1))
	}
	return ir.IntBits(t, v)
}

// productCall prepares a product of [batch, m, k] by [batch, k, n].
func (b *binding) productCall(s *step) (call, error) {
	i := s.item
	c := call{step: s}
	of, err := b.form(i.out)
	if err != nil {
		return c, err
	}
	rank := len(of.sizes)
	var matrices [4]gemm.Matrix
	// With two dimensions of batches the outer one is a loop of products.
	var outer [4]int
	inner := 1
	c.outer = 1
	if rank == 3 {
		inner = of.sizes[0]
	}
	if i.batch != nil {
		sizes, err := b.sizes.Ints(i.batch)
		if err != nil {
			return c, err
		}
		c.outer, inner = sizes[0], sizes[1]
	}
	for k, v := range append([]*value{i.in[0], i.in[1], i.out}, i.in[2:]...) {
		f, err := b.form(v)
		if err != nil {
			return c, err
		}
		stride := func(fromEnd int) int { // of a dimension that may be missing or repeated
			d := len(f.sizes) - fromEnd
			if d < 0 || f.sizes[d] == 1 && of.sizes[rank-fromEnd] != 1 && k == 3 {
				return 0
			}
			return f.strides[d]
		}
		matrices[k] = gemm.Matrix{Row: stride(2), Col: stride(1)}
		switch {
		case rank == 3 && len(f.sizes) == 4:
			matrices[k].Batch = f.strides[1]
			outer[k] = f.strides[0] * i.out.meta.DType.Size()
		case rank == 3:
			matrices[k].Batch = stride(3)
			outer[k] = matrices[k].Batch * inner * i.out.meta.DType.Size()
		}
		offset := f.offset
		if slices.Contains(f.sizes, 0) {
			offset, outer[k] = 0, 0
		}
		c.slots, c.offsets = append(c.slots, int32(v.root().slot)), append(c.offsets, offset)
	}
	x := b.forms[i.in[0]].sizes
	c.steps = outer
	c.product = &gemm.Product{Elem: i.out.elem, Batch: inner, M: of.sizes[rank-2], K: x[len(x)-1], N: of.sizes[rank-1], A: matrices[0], B: matrices[1], C: matrices[2], D: matrices[3], Alpha: i.alpha, Beta: i.beta, Batched: rank == 3}
	return c, nil
}

// bytesOf is the memory that a root takes.
func (b *binding) bytesOf(v *value) int {
	f := b.forms[v]
	return tensor.StorageLength(f.sizes, f.strides) * v.meta.DType.Size()
}

// address is where a tensor's first element lies, nil if it has none.
func address(t *tensor.Tensor) unsafe.Pointer {
	bytes := t.Storage().Bytes()
	at := t.Offset() * t.DType().Size()
	if at >= len(bytes) {
		return nil
	}
	return unsafe.Pointer(&bytes[at])
}
