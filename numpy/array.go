package numpy

import (
	"slices"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// memory is what an array and its views share: bytes for numbers, values for objects and text.
type memory struct {
	st   *tensor.Storage
	objs []Value
	file *mapping // of a memory map
}

// Array is a strided view of memory. Strides and the offset count elements.
type Array struct {
	dt       DType
	shape    []int
	strides  []int
	off      int
	mem      *memory
	base     Value // what the memory belongs to, absent for an owner
	readOnly bool
	fresh    bool // made by the function that fills it, and by nobody seen yet
}

// elem are the Go types of numbers in memory; halves are their bits.
type elem = tensor.Elem

func view[T elem](a *Array) []T { return tensor.View[T](a.mem.st) }

// newMemory allocates room for n elements. The array holds it for good: tensors that share it do not release it.
func newMemory(dt DType, n int, zero bool) *memory {
	if dt.dom() == objects {
		m := &memory{objs: make([]Value, n)}
		first := object.None
		switch dt.C {
		case Text:
			first = object.NewStr("")
		case Bytes:
			first = object.NewBytes(nil)
		}
		if zero && dt.C == Object {
			first = object.Int(0)
		}
		for i := range m.objs {
			m.objs[i] = first
		}
		return m
	}
	m := &memory{}
	if zero {
		m.st = tensor.NewStorage(n * dt.size())
	} else {
		m.st = tensor.NewStorageUninit(n * dt.size())
	}
	m.st.Hold()
	return m
}

// newArray is a C-contiguous array whose elements may be anything.
func newArray(dt DType, shape ...int) *Array {
	shape = slices.Clone(shape)
	return &Array{dt: dt, shape: shape, strides: contiguous(shape), mem: newMemory(dt, product(shape), false)}
}

// zeros is a C-contiguous array of zeros.
func zeros(dt DType, shape ...int) *Array {
	shape = slices.Clone(shape)
	return &Array{dt: dt, shape: shape, strides: contiguous(shape), mem: newMemory(dt, product(shape), true)}
}

// checkSize refuses sizes of which no array can be made.
func checkSize(th *object.Thread, dt DType, shape []int) error {
	n := max(dt.size(), 1)
	for _, s := range shape {
		if s < 0 {
			return object.ValueErrorf("negative dimensions are not allowed")
		}
		if s > 0 && n > (1<<46)/s {
			if n > (1<<62)/s {
				return object.ValueErrorf("Maximum allowed dimension exceeded")
			}
			return object.Raisef(kinds().memoryError, "Unable to allocate %s for an array with shape %s and data type %s", bytesText(float64(product(shape))*float64(dt.size())), shapeTuple(shape), dt)
		}
		n *= s
	}
	if len(shape) > 64 {
		return object.ValueErrorf("maximum supported dimension for an ndarray is currently 64, found %d", len(shape))
	}
	if n > 1<<30 {
		if err := object.CheckLength(th, n); err != nil {
			return err
		}
		if n > totalMemory() {
			return object.Raisef(kinds().memoryError, "Unable to allocate %s for an array with shape %s and data type %s", bytesText(float64(n)), shapeTuple(shape), dt)
		}
	}
	return nil
}

func contiguous(shape []int) []int { return ordered(shape, 'C') }

// ordered are the strides of a dense array in C or Fortran order.
func ordered(shape []int, order byte) []int {
	strides := make([]int, len(shape))
	step := 1
	for k := range shape {
		i := len(shape) - 1 - k
		if order == 'F' {
			i = k
		}
		strides[i] = step
		step *= max(shape[i], 1)
	}
	return strides
}

func product(shape []int) int {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return n
}

func (a *Array) size() int { return product(a.shape) }

// isC says whether the elements lie in row-major order without gaps.
func (a *Array) isC() bool { return follows(a.shape, a.strides, 'C') }

func (a *Array) isF() bool { return follows(a.shape, a.strides, 'F') }

func follows(shape, strides []int, order byte) bool {
	step := 1
	for k := range shape {
		i := len(shape) - 1 - k
		if order == 'F' {
			i = k
		}
		if shape[i] == 0 {
			return true
		}
		if shape[i] != 1 {
			if strides[i] != step {
				ok := false
				for _, n := range shape {
					ok = ok || n == 0
				}
				return ok
			}
			step *= shape[i]
		}
	}
	return true
}

// withGeometry is a view of the same memory.
func (a *Array) withGeometry(shape, strides []int, off int) *Array {
	return &Array{dt: a.dt, shape: shape, strides: strides, off: off, mem: a.mem, readOnly: a.readOnly}
}

// same is a view with the same geometry.
func (a *Array) same() *Array {
	return a.withGeometry(slices.Clone(a.shape), slices.Clone(a.strides), a.off)
}

// owned is the array itself when nothing else refers to its memory through it; views get their base by wrapView.

// like is a fresh array of the shape of a in the order of its strides.
func like(a *Array, dt DType) *Array {
	return &Array{dt: dt, shape: slices.Clone(a.shape), strides: orderOf(a.shape, a), mem: newMemory(dt, a.size(), false)}
}

// orderOf are dense strides for a shape in the order of the strides of the operands that have it.
func orderOf(shape []int, operands ...*Array) []int {
	n := len(shape)
	plain := true
	for _, a := range operands {
		if len(a.shape) == n && !a.isC() {
			plain = false
		}
	}
	if plain || n < 2 {
		return ordered(shape, 'C')
	}
	fortran := true
	for _, a := range operands {
		fortran = fortran && (len(a.shape) == 0 || slices.Equal(a.shape, shape) && a.isF())
	}
	if fortran {
		return ordered(shape, 'F')
	}
	// axes from the slowest to the fastest. Each goes before the faster ones over which it has the smaller strides; where an operand
	// has no stride it says nothing.
	fast := make([]int, n) // from the fastest
	for i := range fast {
		fast[i] = n - 1 - i
	}
	for i := 1; i < n; i++ {
		to := i
		for j := i - 1; j >= 0; j-- {
			silent, swap := true, false
			for _, a := range operands {
				slow, quick := broadcastStride(a, fast[i], n), broadcastStride(a, fast[j], n)
				if slow == 0 || quick == 0 {
					continue
				}
				if abs(quick) <= abs(slow) {
					swap = false
				} else if silent {
					swap = true
				}
				silent = false
			}
			if silent {
				continue
			}
			if !swap {
				break
			}
			to = j
		}
		if to != i {
			axis := fast[i]
			copy(fast[to+1:i+1], fast[to:i])
			fast[to] = axis
		}
	}
	axes := make([]int, n)
	for i, axis := range fast {
		axes[n-1-i] = axis
	}
	strides := make([]int, n)
	step := 1
	for k := n - 1; k >= 0; k-- {
		strides[axes[k]] = step
		step *= max(shape[axes[k]], 1)
	}
	return strides
}

func broadcastStride(a *Array, axis, n int) int {
	i := axis - (n - len(a.shape))
	if i < 0 || a.shape[i] == 1 {
		return 0
	}
	return a.strides[i]
}

func abs(n int) int { return max(n, -n) }

// AsArray is the array of a Python object.
func AsArray(v Value) (*Array, bool) {
	n, ok := object.AsNative(v)
	if !ok {
		return nil, false
	}
	a, ok := n.V.(*Array)
	return a, ok
}

// Wrap is a Python object of a fresh array.
func Wrap(a *Array) Value { return object.NewNative(kinds().ndarray, a) }

// wrapView is the object of a view of what v stands for.
func wrapView(v Value, a *Array) Value {
	if src, ok := AsArray(v); ok {
		a.base = v
		if !src.base.IsNull() && !src.isMap() {
			a.base = src.base
		}
		if v.Type() != kinds().ndarray {
			return object.NewNative(v.Type(), a)
		}
	}
	return Wrap(a)
}

func (a *Array) isMap() bool { return a.mem.file != nil && a.base.IsNone() }

// result is what functions return: arrays without dimensions become scalars.
func result(a *Array) Value {
	if len(a.shape) == 0 && a.dt.C != Object {
		return a.scalar(a.off)
	}
	if len(a.shape) == 0 {
		return a.mem.objs[a.off]
	}
	return Wrap(a)
}

// FromTensor is an array over the memory of a tensor, which owner stands for.
func FromTensor(t *tensor.Tensor, owner Value) (Value, error) {
	dt, ok := DTypeOfTensor(t.DType())
	if !ok {
		return object.Null, object.TypeErrorf("Got unsupported ScalarType %s", t.DType().ScalarName())
	}
	st := t.Storage()
	if st == nil {
		st = tensor.NewStorage(0)
	}
	st.Hold()
	a := &Array{dt: dt, shape: slices.Clone(t.Sizes()), strides: slices.Clone(t.Strides()), off: t.Offset(), mem: &memory{st: st}, base: owner}
	return Wrap(a), nil
}

// Tensor is a tensor over the memory of the array.
func (a *Array) Tensor() (*tensor.Tensor, error) {
	dt, err := a.dt.TensorDType()
	if err != nil {
		return nil, err
	}
	for i, s := range a.strides {
		if s < 0 && a.shape[i] > 1 {
			return nil, object.ValueErrorf("At least one stride in the given numpy array is negative, and tensors with negative strides are not currently supported. " +
				"(You can probably work around this by making a copy of your array  with array.copy().) ")
		}
	}
	strides := slices.Clone(a.strides)
	for i, s := range strides {
		strides[i] = max(s, 0)
	}
	return tensor.FromStorage(a.mem.st, dt, slices.Clone(a.shape), strides, a.off), nil
}

// CopyTensor is a tensor with the elements of the array in memory of its own.
func (a *Array) CopyTensor() (*tensor.Tensor, error) {
	if _, err := a.dt.TensorDType(); err != nil {
		return nil, err
	}
	b := a.compact()
	if b == a || b.mem == a.mem {
		b = newArray(a.dt, a.shape...)
		copyElements(b, a)
	}
	dt, _ := a.dt.TensorDType()
	t := tensor.NewUninit(dt, a.shape...)
	copy(t.Storage().Bytes(), b.mem.st.Bytes())
	return t, nil
}

// DType is the element type.
func (a *Array) DType() DType { return a.dt }

// ReadOnly says whether the script may not write to the array.
func (a *Array) ReadOnly() bool { return a.readOnly }

// compact is a itself if it is C-contiguous, starting where its memory does or not, else a copy that is.
func (a *Array) compact() *Array {
	if a.isC() {
		return a
	}
	b := newArray(a.dt, a.shape...)
	copyElements(b, a)
	return b
}

// expanded is a view with the shape, to which that of a broadcasts.
func (a *Array) expanded(shape []int) *Array {
	strides := make([]int, len(shape))
	for i := range shape {
		strides[i] = broadcastStride(a, i, len(shape))
	}
	return a.withGeometry(slices.Clone(shape), strides, a.off)
}

// broadcastShape is the common shape, ok false where there is none.
func broadcastShape(shapes ...[]int) ([]int, bool) {
	n := 0
	for _, s := range shapes {
		n = max(n, len(s))
	}
	out := make([]int, n)
	for i := range out {
		out[i] = 1
		for _, s := range shapes {
			if k := i - (n - len(s)); k >= 0 && s[k] != 1 {
				if out[i] != 1 && out[i] != s[k] {
					return nil, false
				}
				out[i] = s[k]
			}
		}
	}
	return out, true
}

// axisOf is an axis counted from 0.
func axisOf(axis, ndim int) (int, error) {
	if axis < -ndim || axis >= ndim {
		return 0, axisError(axis, ndim, "")
	}
	if axis < 0 {
		axis += ndim
	}
	return axis, nil
}

func axisError(axis, ndim int, prefix string) error {
	return object.Raisef(kinds().axisError, "%saxis %d is out of bounds for array of dimension %d", prefix, axis, ndim)
}
