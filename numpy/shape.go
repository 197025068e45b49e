package numpy

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/vm/object"
)

func onceType(f func() *object.Type) func() *object.Type { return sync.OnceValue(f) }

func identityOrder(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// transposed is a view with the axes in an order; nil reverses them.
func (a *Array) transposed(order []int) *Array {
	if order == nil {
		order = identityOrder(len(a.shape))
		slices.Reverse(order)
	}
	b := a.same()
	for i, k := range order {
		b.shape[i], b.strides[i] = a.shape[k], a.strides[k]
	}
	return b
}

// completed replaces one -1 in a shape.
func completed(shape []int, n int) ([]int, error) {
	out := slices.Clone(shape)
	unknown, known := -1, 1
	for i, s := range shape {
		switch {
		case s == -1 && unknown >= 0:
			return nil, object.ValueErrorf("can only specify one unknown dimension")
		case s < 0:
			unknown = i
		default:
			known *= s
		}
	}
	if unknown >= 0 {
		if known == 0 || n%known != 0 {
			return nil, reshapeError(n, shape)
		}
		out[unknown] = n / known
		known *= out[unknown]
	}
	if known != n {
		return nil, reshapeError(n, shape)
	}
	return out, nil
}

func reshapeError(n int, shape []int) error {
	parts := make([]string, len(shape))
	for i, s := range shape {
		parts[i] = strconv.Itoa(s)
		if s < 0 {
			parts[i] = "newaxis"
		}
	}
	text := "(" + strings.Join(parts, ",") + ")"
	if len(parts) == 1 {
		text = "(" + parts[0] + ",)"
	}
	return object.ValueErrorf("cannot reshape array of size %d into shape %s", n, text)
}

// reshaped is a view where the strides allow one, else a copy.
func (a *Array) reshaped(shape []int, order byte) (*Array, error) {
	shape, err := completed(shape, a.size())
	if err != nil {
		return nil, err
	}
	if order == 'A' {
		order = 'C'
		if a.isF() && !a.isC() {
			order = 'F'
		}
	}
	if order == 'F' {
		t := a.transposed(nil)
		r := slices.Clone(shape)
		slices.Reverse(r)
		b, err := t.reshaped(r, 'C')
		if err != nil {
			return nil, err
		}
		return b.transposed(nil), nil
	}
	if strides, ok := viewStrides(a, shape); ok {
		return a.withGeometry(shape, strides, a.off), nil
	}
	b := newArray(a.dt, a.shape...)
	copyElements(b, a)
	b.shape, b.strides = shape, contiguous(shape)
	return b, nil
}

// viewStrides are the strides with which the memory of a has another shape.
func viewStrides(a *Array, shape []int) ([]int, bool) {
	if a.size() == 0 || a.isC() {
		return contiguous(shape), true
	}
	var oldShape, oldStrides []int
	for i, n := range a.shape {
		if n != 1 {
			oldShape, oldStrides = append(oldShape, n), append(oldStrides, a.strides[i])
		}
	}
	out := make([]int, len(shape))
	oi, ni := 0, 0
	for oi < len(oldShape) && ni < len(shape) {
		np, op := shape[ni], oldShape[oi]
		oj, nj := oi+1, ni+1
		for np != op {
			if np < op {
				np *= shape[nj]
				nj++
			} else {
				op *= oldShape[oj]
				oj++
			}
		}
		for k := oi; k < oj-1; k++ {
			if oldStrides[k] != oldShape[k+1]*oldStrides[k+1] {
				return nil, false
			}
		}
		out[nj-1] = oldStrides[oj-1]
		for k := nj - 1; k > ni; k-- {
			out[k-1] = out[k] * shape[k]
		}
		oi, ni = oj, nj
	}
	last := 1
	if ni > 0 {
		last = out[ni-1]
	}
	for k := ni; k < len(shape); k++ {
		out[k] = last
	}
	return out, true
}

// raveled is a contiguous copy with one axis.
func (a *Array) raveled() *Array {
	b := a.clone()
	n := b.size()
	return b.withGeometry([]int{n}, []int{1}, 0)
}

// viewAs reads the memory as another type.
func (a *Array) viewAs(dt DType) (*Array, error) {
	if dt == a.dt {
		return a.same(), nil
	}
	if dt.dom() == objects || a.dt.dom() == objects {
		return nil, object.TypeErrorf("Cannot change data-type for array of references.")
	}
	b := a.same()
	b.dt = dt
	from, to := a.dt.size(), dt.size()
	if from == to {
		return b, nil
	}
	n := len(a.shape)
	if n == 0 {
		return nil, object.ValueErrorf("Changing the dtype of a 0d array is only supported if the itemsize is unchanged")
	}
	if a.shape[n-1] > 1 && a.strides[n-1] != 1 {
		return nil, object.ValueErrorf("To change to a dtype of a different size, the last axis must be contiguous")
	}
	if from > to {
		k := from / to
		for i := range n {
			b.strides[i] *= k
		}
		b.off *= k
		b.shape[n-1] *= k
		b.strides[n-1] = 1
		return b, nil
	}
	k := to / from
	if a.shape[n-1]%k != 0 {
		return nil, object.ValueErrorf("When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis of the array.")
	}
	for i := range n - 1 {
		if b.strides[i]%k != 0 {
			return nil, object.ValueErrorf("magneto's numpy cannot view this array as %s: its rows are not aligned", dt.name())
		}
		b.strides[i] /= k
	}
	if b.off%k != 0 {
		c := a.clone()
		return c.viewAs(dt)
	}
	b.off /= k
	b.shape[n-1] /= k
	b.strides[n-1] = 1
	return b, nil
}

// concatenate joins arrays along an axis.
func concatenate(th *object.Thread, arrays []*Array, axis int, dt *DType) (*Array, error) {
	if len(arrays) == 0 {
		return nil, object.ValueErrorf("need at least one array to concatenate")
	}
	first := arrays[0]
	if len(first.shape) == 0 {
		return nil, object.ValueErrorf("zero-dimensional arrays cannot be concatenated")
	}
	axis, err := axisOf(axis, len(first.shape))
	if err != nil {
		return nil, err
	}
	shape := slices.Clone(first.shape)
	typ := first.dt
	for i, a := range arrays[1:] {
		if len(a.shape) != len(shape) {
			return nil, object.ValueErrorf("all the input arrays must have same number of dimensions, but the array at index 0 has %d dimension(s) and the array at index %d has %d dimension(s)", len(shape), i+1, len(a.shape))
		}
		for k, n := range a.shape {
			if k == axis {
				continue
			}
			if n != shape[k] {
				return nil, object.ValueErrorf("all the input array dimensions except for the concatenation axis must match exactly, but along dimension %d, the array at index 0 has size %d and the array at index %d has size %d", k, shape[k], i+1, n)
			}
		}
		shape[axis] += a.shape[axis]
		typ = promote(typ, a.dt)
	}
	if dt != nil {
		typ = *dt
	}
	if err := checkSize(th, typ, shape); err != nil {
		return nil, err
	}
	out := newArray(typ, shape...)
	allF := len(shape) > 1
	for _, a := range arrays {
		allF = allF && a.isF() && !a.isC()
	}
	if allF {
		out.strides = ordered(shape, 'F')
	}
	at := out.off
	for _, a := range arrays {
		part := out.withGeometry(a.shape, out.strides, at)
		if err := assign(th, part, a); err != nil {
			return nil, err
		}
		at += a.shape[axis] * out.strides[axis]
	}
	return out, nil
}
