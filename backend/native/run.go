package native

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/magneto-go/magneto/internal/short"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/gemm"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
)

// state is what one call in progress needs; it is used again by later ones.
type state struct {
	b        *binding
	arena    *tensor.Storage
	bases    []unsafe.Pointer // by slot: the first element
	tensors  []*tensor.Tensor // by slot, where there is one
	pointers []unsafe.Pointer // of the kernel at hand
	frames   []*exec.Scratch  // by step: what its calls have on their stack
	at       int              // the step at hand
	seeds    []uint32         // of the streams of this call
	observe  func(at int)     // if not nil, is told before the first step, with -1, and after each
}

func (b *binding) state() *state {
	if s := b.idle.Swap(nil); s != nil {
		return s
	}
	if s, ok := b.states.Get().(*state); ok {
		return s
	}
	slots := b.program.slots
	s := &state{b: b, bases: make([]unsafe.Pointer, len(slots)), tensors: make([]*tensor.Tensor, len(slots)), pointers: make([]unsafe.Pointer, b.widest), frames: make([]*exec.Scratch, len(b.calls))}
	if b.arena > 0 {
		s.arena = b.program.storage(b.arena)
	}
	for slot, v := range slots {
		switch {
		case b.program.once[v]:
			if t := b.constants[slot]; t != nil {
				s.set(slot, t)
			}
		case v.constant != nil:
			s.tensors[slot], s.bases[slot] = v.constant, address(v.constant)
		case b.forms[v].arena >= 0 && b.bytesOf(v) > 0:
			s.bases[slot] = unsafe.Pointer(&s.arena.Bytes()[b.forms[v].arena])
		}
	}
	return s
}

// storage is memory for results and temporaries.
func (p *Program) storage(bytes int) *tensor.Storage {
	if p.memory != nil {
		return tensor.Over(p.memory(bytes))
	}
	return tensor.NewStorageUninit(bytes)
}

// release keeps a state for the next call, without what belongs to this one.
func (s *state) release() {
	for _, slot := range s.b.passing {
		s.tensors[slot], s.bases[slot] = nil, nil
	}
	short.Clear(s.pointers)
	s.observe = nil
	if !s.b.idle.CompareAndSwap(nil, s) {
		s.b.states.Put(s)
	}
}

// runOnce runs the steps that follow from the sizes alone, and keeps what they give.
func (b *binding) runOnce(ctx *ops.Context) error {
	b.constants = make([]*tensor.Tensor, len(b.program.slots))
	if len(b.program.once) == 0 {
		return nil
	}
	s := b.state()
	s.allocate(ctx, b.kept)
	if err := s.protected(ctx, true); err != nil {
		return err
	}
	for slot, v := range b.program.slots {
		if b.program.once[v] {
			b.constants[slot] = s.tensors[slot]
		}
	}
	return nil
}

// allocate makes new tensors for results.
func (s *state) allocate(ctx *ops.Context, list []fresh) {
	for i := range list {
		f := &list[i]
		if s.b.program.memory != nil {
			n := tensor.StorageLength(f.form.sizes, f.form.strides) * f.dtype.Size()
			s.set(f.slot, tensor.FromStorage(s.b.program.storage(n), f.dtype, slices.Clone(f.form.sizes), slices.Clone(f.form.strides), 0))
			continue
		}
		if ctx.Small != nil && f.again.Small() {
			s.set(f.slot, f.again.NewIn(ctx.Small()))
			continue
		}
		s.set(f.slot, f.again.NewUninit())
	}
}

// protected runs steps; a fault of generated code is an error that names the kernel and its nodes.
func (s *state) protected(ctx *ops.Context, once bool) error {
	if err := exec.Protect("", func() error { return s.steps(ctx, once) }); err != nil {
		return s.fault(err)
	}
	return nil
}

// runObserved makes one call, and appends the outputs to outs.
func (b *binding) runObserved(ctx *ops.Context, inputs, outs []ops.Value, observe func(at int), known bool) ([]ops.Value, error) {
	if b.once.Do(func() { b.onceErr = b.runOnce(ctx) }); b.onceErr != nil {
		return nil, b.onceErr
	}
	s := b.state()
	s.observe = observe
	laidOut, err := s.enter(inputs, known)
	if err != nil {
		return nil, err
	}
	s.allocate(ctx, b.fresh)
	if n := b.program.plan.draws; n > 0 {
		s.seeds = ctx.Seeds(n, s.seeds[:0])
	}
	for _, w := range b.writes {
		s.set(w[0], s.tensors[w[1]])
	}
	if err := s.protected(ctx, false); err != nil {
		return nil, err
	}
	for i := range b.program.results {
		switch r := &b.program.results[i]; {
		case r.kind == numeral:
			outs = append(outs, b.numbers[i])
		case r.kind == whole && r.alone:
			outs = append(outs, s.tensors[r.v.slot])
		case r.kind == whole:
			outs = append(outs, s.tensor(r.v))
		default:
			outs = append(outs, nil)
		}
	}
	for _, slot := range b.shown { // the views hold the memory, and the tensor goes
		s.tensors[slot].Storage().Unhold()
	}
	for _, pair := range laidOut {
		tensor.Copy(pair[0], pair[1])
	}
	for _, w := range b.writes {
		inputs[b.program.slots[w[0]].input].(*tensor.Tensor).BumpVersion()
	}
	s.release()
	return outs, nil
}

// enter puts the inputs of a call into their slots. It returns those that are written to and have not the expected layout, each with what stands for it.
func (s *state) enter(inputs []ops.Value, known bool) (laidOut [][2]*tensor.Tensor, err error) {
	b := s.b
	if known && b.matched.Load() {
		for i := range b.inputs {
			s.set(b.inputs[i].slot, inputs[b.inputs[i].at].(*tensor.Tensor))
		}
		return nil, nil
	}
	all := true
	for i := range b.inputs {
		in := &b.inputs[i]
		t, ok := inputs[in.at].(*tensor.Tensor)
		if !ok {
			return nil, fmt.Errorf("input %s is a %T, not a tensor", in.v.name, inputs[in.at])
		}
		if !in.matches(t) {
			laid, err := in.conform(t)
			if err != nil {
				return nil, err
			}
			if in.written && laid.Storage() != t.Storage() {
				laidOut = append(laidOut, [2]*tensor.Tensor{t, laid})
			}
			t, all = laid, false
		}
		s.set(in.slot, t)
	}
	if known && all {
		b.matched.Store(true)
	}
	return laidOut, nil
}

func (s *state) set(slot int, t *tensor.Tensor) {
	s.tensors[slot], s.bases[slot] = t, address(t)
}

// matches says whether a tensor has the geometry that the program was prepared for.
func (in *input) matches(t *tensor.Tensor) bool {
	sizes, strides := t.Sizes(), t.Strides()
	if len(sizes) != len(in.form.sizes) || t.DType() != in.v.meta.DType || t.Neg != in.v.meta.Neg || t.Conj != in.v.meta.Conj {
		return false
	}
	for i, n := range in.form.sizes {
		if sizes[i] != n || strides[i] != in.form.strides[i] {
			return false
		}
	}
	return true
}

// MismatchError is an input that a program was not compiled for.
type MismatchError struct{ text string }

func (e *MismatchError) Error() string { return e.text }

// mismatch says where a tensor is not what the program expects, in PyTorch's words.
func (in *input) mismatch(t *tensor.Tensor) string {
	sizes, strides := t.Sizes(), t.Strides()
	switch {
	case t.DType() != in.v.meta.DType:
		return "expected dtype " + in.v.meta.DType.Name() + ", got " + t.DType().Name() + " for op: input"
	case len(sizes) != len(in.form.sizes):
		return fmt.Sprintf("wrong number of dimensions%d for op: input", len(sizes))
	}
	var differing []string
	for d, n := range in.form.sizes {
		if sizes[d] != n || strides[d] != in.form.strides[d] {
			differing = append(differing, fmt.Sprintf("expected size %d==%d, stride %d==%d at dim=%d", sizes[d], n, strides[d], in.form.strides[d], d))
		}
	}
	return strings.Join(differing, "; ") + "\nError in op: input\nThis error most often comes from a incorrect fake (aka meta) kernel for a custom op." +
		"\nUse torch.library.opcheck to test your custom op.\nSee https://pytorch.org/docs/stable/library.html#torch.library.opcheck"
}

// conform is a copy of a tensor in the layout that the program expects. Sizes and type must be as they are.
func (in *input) conform(t *tensor.Tensor) (*tensor.Tensor, error) {
	if !slices.Equal(t.Sizes(), in.form.sizes) || t.DType() != in.v.meta.DType {
		return nil, &MismatchError{in.mismatch(t)}
	}
	if sameWhereItMatters(t, in.form.strides) && t.Neg == in.v.meta.Neg && t.Conj == in.v.meta.Conj {
		return t.ViewOf(in.form.sizes, in.form.strides, t.Offset()), nil
	}
	laid := tensor.NewStridedUninit(t.DType(), slices.Clone(in.form.sizes), slices.Clone(in.form.strides))
	tensor.Copy(laid, t)
	return laid, nil
}

// sameWhereItMatters compares strides in dimensions that have more than one element.
func sameWhereItMatters(t *tensor.Tensor, strides []int) bool {
	for d, n := range t.Sizes() {
		if n > 1 && t.Strides()[d] != strides[d] {
			return false
		}
	}
	return true
}

// steps runs those steps in order that run once, or the other ones.
func (s *state) steps(ctx *ops.Context, once bool) error {
	calls := s.b.calls
	if s.observe != nil {
		s.observe(-1)
	}
	for s.at = range calls {
		c := &calls[s.at]
		if c.step.once != once {
			continue
		}
		if err := s.step(ctx, c); err != nil {
			return err
		}
		if s.observe != nil {
			s.observe(s.at)
		}
	}
	return nil
}

func (s *state) step(ctx *ops.Context, c *call) error {
	switch {
	case c.prepared != nil:
		pointers := s.pointers[:len(c.slots)]
		for i, slot := range c.slots {
			pointers[i] = unsafe.Add(s.bases[slot], c.offsets[i])
		}
		return c.prepared.RunIn(&s.frames[s.at], pointers, c.scalars)
	case c.product != nil:
		return s.multiply(c)
	}
	return s.extern(ctx, c)
}

func (s *state) multiply(c *call) error {
	q := *c.product
	for n := range c.outer {
		for i, m := range [4]*gemm.Matrix{&q.A, &q.B, &q.C, &q.D} {
			if i < len(c.slots) {
				m.Ptr = unsafe.Add(s.bases[c.slots[i]], c.offsets[i]+n*c.steps[i])
			}
		}
		if err := s.b.program.products.Multiply(&q); err != nil {
			return err
		}
	}
	return nil
}

// tensor is a value as a tensor.
func (s *state) tensor(v *value) *tensor.Tensor {
	r := v.root()
	t := s.tensors[r.slot]
	if t == nil { // in the arena, which there is none of if all that it would hold has no elements
		f := s.b.forms[r]
		memory := tensor.NewStorage(0)
		if n := s.b.bytesOf(r); n > 0 {
			memory = s.arena.Part(f.arena, f.arena+n)
		}
		t = tensor.FromStorage(memory, r.meta.DType, f.sizes, f.strides, 0)
		s.tensors[r.slot] = t
	}
	if v == r {
		return t
	}
	f := s.b.forms[v]
	offset := (t.Offset()*t.DType().Size() + f.offset) / v.meta.DType.Size()
	view := t.ViewDType(v.meta.DType, slices.Clone(f.sizes), slices.Clone(f.strides), offset)
	view.Neg, view.Conj = v.meta.Neg, v.meta.Conj
	return view
}

// extern runs an operator on its eager kernel.
func (s *state) extern(ctx *ops.Context, c *call) error {
	i := c.step.item
	if i.into {
		outs := make([]*tensor.Tensor, len(i.outs))
		for k, v := range i.outs {
			outs[k] = s.tensor(v)
		}
		if i.drawing > 0 {
			return ctx.Draw(i.node.Op, s.arguments(c.args), s.seeds[i.drawing-1], outs)
		}
		return ctx.RunKernelInto(i.node.Op, s.arguments(c.args), outs)
	}
	outs, err := ctx.RunKernel(i.node.Op, s.arguments(c.args))
	if err != nil {
		return err
	}
	if len(outs) == 1 {
		if list, ok := outs[0].([]ops.Value); ok {
			outs = list
		}
	}
	for k, v := range i.outs {
		if v == nil {
			continue
		}
		t, ok := outs[k].(*tensor.Tensor)
		if !ok {
			return fmt.Errorf("%s gives a %T where a tensor is expected", i.node.Op, outs[k])
		}
		f := s.b.forms[v]
		if t.Storage().Within(s.arena) || !slices.Equal(t.Sizes(), f.sizes) || !sameWhereItMatters(t, f.strides) {
			if !slices.Equal(t.Sizes(), f.sizes) {
				return fmt.Errorf("%s gives %v where %v was expected", i.node.Op, t.Sizes(), f.sizes)
			}
			laid := tensor.NewStridedUninit(t.DType(), slices.Clone(f.sizes), slices.Clone(f.strides))
			tensor.Copy(laid, t)
			t = laid
		}
		s.set(v.slot, t)
	}
	return nil
}

func (s *state) arguments(args []ops.Value) []ops.Value {
	out := make([]ops.Value, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case *value:
			out[i] = s.tensor(a)
		case []ops.Value:
			out[i] = s.arguments(a)
		default:
			out[i] = a
		}
	}
	return out
}
