package ops

import (
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// This file has the inner loops of gather, scatter_add and of operators that take or add slices by index, by element type.

// eachRow visits runs of the index tensor's innermost dimension: element k+j, for j below count, goes with the position
// at + j·step + index[k+j]·stride in t.
func (l along) eachRow(t *tensor.Tensor, visit func(k, at, count, step, stride int)) {
	n := len(l.sizes)
	if len(l.index) == 0 {
		return
	}
	stride := strideAt(t, l.dim)
	if n == 0 || t.Dim() == 0 {
		visit(0, t.Offset(), len(l.index), 0, stride)
		return
	}
	step := t.Strides()[n-1]
	if l.dim == n-1 {
		step = 0
	}
	count := l.sizes[n-1]
	coord := make([]int, n-1)
	at := t.Offset()
	for k := 0; k < len(l.index); k += count {
		visit(k, at, count, step, stride)
		for d := n - 2; d >= 0; d-- {
			along := t.Strides()[d]
			if d == l.dim {
				along = 0
			}
			coord[d]++
			at += along
			if coord[d] < l.sizes[d] {
				break
			}
			at -= along * coord[d]
			coord[d] = 0
		}
	}
}

// each visits the positions in t one by one.
func (l along) each(t *tensor.Tensor, visit func(k, at int)) {
	l.eachRow(t, func(k, at, count, step, stride int) {
		for j, v := range l.index[k : k+count] {
			visit(k+j, at+j*step+int(v)*stride)
		}
	})
}

// gatherFrom fills dst, in the order of the index, from t.
func gatherFrom[T tensor.Elem](l along, dst []T, t *tensor.Tensor) {
	src := tensor.View[T](t.Storage())
	l.eachRow(t, func(k, at, count, step, stride int) {
		to := dst[k : k+count]
		for j, v := range l.index[k : k+count] {
			to[j] = src[at+j*step+int(v)*stride]
		}
	})
}

// summable are the element types that are added up in themselves; others round or wrap on the way.
type summable interface{ float32 | float64 | int64 }

// scatterAdd adds values, in the order of the index, to t.
func scatterAdd[T summable](l along, t *tensor.Tensor, values []T) {
	dst := tensor.View[T](t.Storage())
	l.eachRow(t, func(k, at, count, step, stride int) {
		from := values[k : k+count]
		for j, v := range l.index[k : k+count] {
			dst[at+j*step+int(v)*stride] += from[j]
		}
	})
}

// addStrided adds src to dst, of equal sizes.
func addStrided[T summable](dst, src *tensor.Tensor) {
	d, s := tensor.View[T](dst.Storage()), tensor.View[T](src.Storage())
	tensor.ForEachRow(dst.Sizes(), dst.Strides(), src.Strides(), dst.Offset(), src.Offset(), func(i, j, n, si, sj int) {
		if si == 1 && sj == 1 {
			to, from := d[i:i+n], s[j:j+n]
			for k, v := range from {
				to[k] += v
			}
			return
		}
		for range n {
			d[i] += s[j]
			i += si
			j += sj
		}
	})
}

// addTyped is addStrided for the types that it has; dst and src do not share memory.
func addTyped(dst, src *tensor.Tensor) bool {
	if src.Conj || src.Neg || dst.Neg || src.DType() != dst.DType() {
		return false
	}
	switch dst.DType() {
	case tensor.Float32:
		addStrided[float32](dst, src)
	case tensor.Float64:
		addStrided[float64](dst, src)
	case tensor.Int64:
		addStrided[int64](dst, src)
	default:
		return false
	}
	return true
}

// copySlices copies slice index[i] of src along dim to slice i of dst.
func copySlices(dst, src *tensor.Tensor, dim int, index []int64) {
	src = resolved(src)
	size, from, to := int64(1), strideAt(src, dim), strideAt(dst, dim)
	var sizes, fromStrides, toStrides []int
	if src.Dim() > 0 {
		size = int64(src.Size(dim))
		sizes = slices.Delete(slices.Clone(src.Sizes()), dim, dim+1)
		fromStrides = slices.Delete(slices.Clone(src.Strides()), dim, dim+1)
		toStrides = slices.Delete(slices.Clone(dst.Strides()), dim, dim+1)
	}
	elem, run := src.DType().Size(), tensor.Numel(sizes)
	dense := sameLine(sizes, fromStrides) && sameLine(sizes, toStrides)
	var written, read []byte
	if src.Numel() > 0 && len(index) > 0 { // else there may be no memory
		written, read = dst.Storage().Bytes(), src.Storage().Bytes()
	}
	for i, v := range index {
		if v < 0 || v >= size {
			throw("IndexError", "index out of range in self")
		}
		at, source := dst.Offset()+i*to, src.Offset()+int(v)*from
		switch {
		case run == 0:
		case dense:
			copy(written[at*elem:(at+run)*elem], read[source*elem:(source+run)*elem])
		default:
			tensor.CopyStrided(dst.DType(), sizes, dst.Storage(), toStrides, at, src.Storage(), fromStrides, source)
		}
	}
}

// addIndexedRows adds row i of src to row index[i] of dst, both contiguous matrices; false for types that it has not.
func addIndexedRows(ctx *Context, dst, src *tensor.Tensor, index []int64) bool {
	d := dst.DType()
	if d != tensor.Float32 && d != tensor.Float64 || dst.Neg || src.Neg {
		return false
	}
	rows := int64(dst.Size(0))
	for _, v := range index {
		if v < 0 || v >= rows {
			throw("IndexError", "index out of range in self")
		}
	}
	if dst.Numel() > 0 && src.Numel() > 0 {
		addRowsLoop(ctx, dst, src, index)
	}
	return true
}

// sameLine says whether elements of these sizes follow each other in memory.
func sameLine(sizes, strides []int) bool {
	step := 1
	for d := len(sizes) - 1; d >= 0; d-- {
		if sizes[d] != 1 && strides[d] != step {
			return false
		}
		step *= sizes[d]
	}
	return true
}
