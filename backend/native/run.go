package native

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"github.com/magneto-go/magneto/loop/exec"
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
	at       int              // the step at hand
}

func (b *binding) state() *state {
	if s, ok := b.states.Get().(*state); ok {
		return s
	}
	slots := b.program.slots
	s := &state{b: b, bases: make([]unsafe.Pointer, len(slots)), tensors: make([]*tensor.Tensor, len(slots)), pointers: make([]unsafe.Pointer, b.widest)}
	if b.arena > 0 {
		s.arena = tensor.NewStorageUninit(b.arena)
	}
	for slot, v := range slots {
		switch {
		case v.constant != nil:
			s.tensors[slot], s.bases[slot] = v.constant, address(v.constant)
		case b.forms[v].arena >= 0 && b.bytesOf(v) > 0:
			s.bases[slot] = unsafe.Pointer(&s.arena.Bytes()[b.forms[v].arena])
		}
	}
	return s
}

// release keeps a state for the next call, without what belongs to this one.
func (s *state) release() {
	for _, slot := range s.b.passing {
		s.tensors[slot], s.bases[slot] = nil, nil
	}
	clear(s.pointers)
	s.b.states.Put(s)
}

// run makes one call.
func (b *binding) run(ctx *ops.Context, inputs []ops.Value) ([]ops.Value, error) {
	s := b.state()
	for i := range b.inputs {
		in := &b.inputs[i]
		t, ok := inputs[in.v.input].(*tensor.Tensor)
		if !ok {
			return nil, fmt.Errorf("input %s is a %T, not a tensor", in.v.name, inputs[in.v.input])
		}
		if !in.matches(t) {
			laid, err := in.conform(t)
			if err != nil {
				return nil, err
			}
			if in.written && laid.Storage() != t.Storage() {
				defer tensor.Copy(t, laid)
			}
			t = laid
		}
		s.set(in.slot, t)
	}
	for i := range b.fresh {
		f := &b.fresh[i]
		if f.plain {
			s.set(f.slot, tensor.NewUninit(f.dtype, f.form.sizes...))
		} else {
			s.set(f.slot, tensor.NewStridedUninit(f.dtype, slices.Clone(f.form.sizes), slices.Clone(f.form.strides)))
		}
	}
	for _, w := range b.writes {
		s.set(w[0], s.tensors[w[1]])
	}
	if err := exec.Protect("", func() error { return s.steps(ctx) }); err != nil {
		var fault *exec.Fault
		if errors.As(err, &fault) && fault.Name == "" {
			fault.Name = b.calls[s.at].step.name
		}
		return nil, err
	}
	outs := make([]ops.Value, len(b.program.results))
	for i := range b.program.results {
		switch r := &b.program.results[i]; {
		case r.kind == numeral:
			outs[i] = b.numbers[i]
		case r.kind == whole && r.alone:
			outs[i] = s.tensors[r.v.slot]
		case r.kind == whole:
			outs[i] = s.tensor(r.v)
		}
	}
	for _, w := range b.writes {
		s.tensors[w[0]].BumpVersion()
	}
	s.release()
	return outs, nil
}

func (s *state) set(slot int, t *tensor.Tensor) {
	s.tensors[slot], s.bases[slot] = t, address(t)
}

// matches says whether a tensor has the geometry that the program was prepared for.
func (in *input) matches(t *tensor.Tensor) bool {
	return t.DType() == in.v.meta.DType && slices.Equal(t.Sizes(), in.form.sizes) && slices.Equal(t.Strides(), in.form.strides) &&
		t.Neg == in.v.meta.Neg && t.Conj == in.v.meta.Conj
}

// conform is a copy of a tensor in the layout that the program expects. Sizes and type must be as they are.
func (in *input) conform(t *tensor.Tensor) (*tensor.Tensor, error) {
	if !slices.Equal(t.Sizes(), in.form.sizes) || t.DType() != in.v.meta.DType {
		return nil, fmt.Errorf("input %s is %s%v, compiled for %s%v", in.v.name, t.DType().Name(), t.Sizes(), in.v.meta.DType.Name(), in.form.sizes)
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

// steps runs the steps in order.
func (s *state) steps(ctx *ops.Context) error {
	calls := s.b.calls
	for s.at = range calls {
		c := &calls[s.at]
		if c.prepared == nil {
			var err error
			if c.product != nil {
				err = s.multiply(c)
			} else {
				err = s.extern(ctx, c)
			}
			if err != nil {
				return err
			}
			continue
		}
		pointers := s.pointers[:len(c.slots)]
		for i, slot := range c.slots {
			pointers[i] = unsafe.Add(s.bases[slot], c.offsets[i])
		}
		if err := c.prepared.Run(pointers, c.scalars); err != nil {
			return err
		}
	}
	return nil
}

func (s *state) multiply(c *call) error {
	q := *c.product
	for i, m := range []*unsafe.Pointer{&q.A.Ptr, &q.B.Ptr, &q.C.Ptr} {
		*m = unsafe.Add(s.bases[c.slots[i]], c.offsets[i])
	}
	return s.b.program.products.Multiply(&q)
}

// tensor is a value as a tensor.
func (s *state) tensor(v *value) *tensor.Tensor {
	r := v.root()
	t := s.tensors[r.slot]
	if t == nil { // in the arena
		f := s.b.forms[r]
		t = tensor.FromStorage(s.arena, r.meta.DType, f.sizes, f.strides, f.arena/r.meta.DType.Size())
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
		if s.arena != nil && t.Storage() == s.arena || !slices.Equal(t.Sizes(), f.sizes) || !sameWhereItMatters(t, f.strides) {
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
