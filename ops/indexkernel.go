package ops

import (
	"unsafe"

	"github.com/magneto-go/magneto/tensor"
)

// Indexing whose indices name runs of elements that lie one behind the other, single elements most of all.

// runOf is the number of elements of a run with these sizes and strides; 0 if they do not follow each other in memory.
func runOf(sizes, strides []int) int {
	if !sameLine(sizes, strides) {
		return 0
	}
	return tensor.Numel(sizes)
}

// gatherElements copies the elements at base + offsets to every step-th place of out; false for sizes of elements that it does not
// know.
func gatherElements(out *tensor.Tensor, at, step int, from *tensor.Tensor, base int, offsets []int) bool {
	switch out.DType().Size() {
	case 1:
		gatherPlaces[uint8](out, at, step, from, base, offsets)
	case 2:
		gatherPlaces[uint16](out, at, step, from, base, offsets)
	case 4:
		gatherPlaces[int32](out, at, step, from, base, offsets)
	case 8:
		gatherPlaces[int64](out, at, step, from, base, offsets)
	default:
		return false
	}
	return true
}

func gatherPlaces[E tensor.Elem](out *tensor.Tensor, at, step int, from *tensor.Tensor, base int, offsets []int) {
	to, data := tensor.View[E](out.Storage()), tensor.View[E](from.Storage())
	for i, o := range offsets {
		to[at+i*step] = data[base+o]
	}
}

// putElements writes the elements of v, in order, to the places base + offsets of t, or adds them there. It is for plain values of
// the type of t; false says that it does not know the type.
func putElements(t *tensor.Tensor, base int, offsets []int, v *tensor.Tensor, accumulate bool) bool {
	if t.Conj || t.Neg || v.Conj || v.Neg || v.Numel() != len(offsets) {
		return false
	}
	if accumulate {
		switch t.DType() {
		case tensor.Float32:
			addPlaces[float32](t, base, offsets, v)
		case tensor.Float64:
			addPlaces[float64](t, base, offsets, v)
		case tensor.Int64:
			addPlaces[int64](t, base, offsets, v)
		default:
			return false
		}
		return true
	}
	switch t.DType().Size() {
	case 1:
		putPlaces[uint8](t, base, offsets, v)
	case 2:
		putPlaces[uint16](t, base, offsets, v)
	case 4:
		putPlaces[int32](t, base, offsets, v)
	case 8:
		putPlaces[int64](t, base, offsets, v)
	default:
		return false
	}
	return true
}

// putRows writes the rows of v, of run elements each, to the places in t that offsets say, or adds them there; false if they do not lie
// one behind the other, or are of a type that it does not add.
func putRows(ctx *Context, t *tensor.Tensor, offsets []int, v *tensor.Tensor, run int, accumulate bool) bool {
	d := t.DType()
	if t.Conj || t.Neg || v.Conj || v.Neg || !v.IsContiguous() || accumulate && d != tensor.Float32 && d != tensor.Float64 {
		return false
	}
	if accumulate {
		index := make([]int64, len(offsets))
		for i, o := range offsets {
			index[i] = int64(o)
		}
		addRowsLoop(ctx, t.Window([]int{1, run}, []int{1, 1}, t.Offset()), v.Window([]int{len(offsets), run}, []int{run, 1}, v.Offset()), index)
		return true
	}
	row := run * d.Size()
	to, from := t.Storage().Bytes()[t.Offset()*d.Size():], v.Storage().Bytes()[v.Offset()*d.Size():]
	for i, o := range offsets {
		copy(to[o*d.Size():][:row], from[i*row:][:row])
	}
	return true
}

func addPlaces[E summable](t *tensor.Tensor, base int, offsets []int, v *tensor.Tensor) {
	data, values := tensor.View[E](t.Storage()), valuesInOrder[E](v)
	for i, o := range offsets {
		data[base+o] += values[i]
	}
}

func putPlaces[E tensor.Elem](t *tensor.Tensor, base int, offsets []int, v *tensor.Tensor) {
	data, values := tensor.View[E](t.Storage()), valuesInOrder[E](v)
	for i, o := range offsets {
		data[base+o] = values[i]
	}
}

// valuesInOrder are the elements of v as a slice of elements as large.
func valuesInOrder[E tensor.Elem](v *tensor.Tensor) []E {
	c := v.Contiguous()
	var e E
	data := tensor.View[E](c.Storage())
	return data[c.Offset()*c.DType().Size()/int(unsafe.Sizeof(e)):][:c.Numel()]
}
