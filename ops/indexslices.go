package ops

import (
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// The kernels of index_add, index_copy and index_fill, which put slices of one tensor into another by an index.

// indexPlace is the kernel of index_add, index_copy, index_fill: combine slices of the source into a copy of self. Where rows can do
// all of them at once, it does and says so. Indices are brought into range by place.
func indexPlace(place func(i, size int64, d, n int) int64, rows func(ctx *Context, a Args, dst *tensor.Tensor, dim int, index []int64) bool, combine func(ctx *Context, a Args, dst *tensor.Tensor, i int)) func(*Context, Args, []*tensor.Tensor) {
	return func(ctx *Context, a Args, out []*tensor.Tensor) {
		self := a.tensor(0)
		tensor.Copy(out[0], self)
		d := wrapDim(a.int(1), self.Dim())
		size := int64(1)
		if self.Dim() > 0 {
			size = int64(self.Size(d))
		}
		index := slices.Clone(a.tensor(2).Ints())
		for i, v := range index {
			index[i] = place(v, size, d, self.Dim())
		}
		if rows != nil && rows(ctx, a, out[0], d, index) {
			return
		}
		for i, v := range index {
			combine(ctx, a, sliceAt(out[0], d, int(v)), i)
		}
	}
}

// addPlace, copyPlace and fillPlace are the places of indices along dimension d of n, as each operator counts and refuses them.
func addPlace(i, size int64, d, n int) int64 {
	if i < 0 || i >= size {
		if n <= 1 {
			throw("IndexError", "index out of range in self")
		}
		throwRuntime("index %d is out of bounds for dimension %d with size %d", i, d, size)
	}
	return i
}

func copyPlace(i, size int64, d, _ int) int64 {
	if i < 0 || i >= size {
		throw("IndexError", "index_copy_(): index %d is out of bounds for dimension %d with size %d", i, d, size)
	}
	return i
}

func fillPlace(i, size int64, d, _ int) int64 {
	if i < -size || i >= size {
		throw("IndexError", "index %d is out of bounds for dimension %d with size %d", i, d, size)
	}
	if i < 0 {
		i += size
	}
	return i
}

// indexAddRows adds rows of a matrix, or of what is contiguous behind its first dimension.
func indexAddRows(ctx *Context, a Args, dst *tensor.Tensor, dim int, index []int64) bool {
	src := a.tensor(3)
	if !isOneScalar(a[4]) {
		return false
	}
	if dim != 0 || dst.Dim() < 2 || src.Dim() != dst.Dim() || !dst.IsContiguous() || dst.Size(0) == 0 {
		return scatterSlices(ctx, dst, src, dim, index, true)
	}
	src = src.Contiguous()
	n := dst.Numel() / dst.Size(0)
	if src.Numel() != n*len(index) {
		return false
	}
	matrix := func(t *tensor.Tensor) *tensor.Tensor { return t.Window([]int{t.Size(0), n}, []int{n, 1}, t.Offset()) }
	return addIndexedRows(ctx, matrix(dst), matrix(src), index) || scatterSlices(ctx, dst, src, dim, index, true)
}

func indexCopyRows(ctx *Context, a Args, dst *tensor.Tensor, dim int, index []int64) bool {
	return scatterSlices(ctx, dst, a.tensor(3), dim, index, false)
}

func indexFillRows(ctx *Context, a Args, dst *tensor.Tensor, dim int, index []int64) bool {
	if dst.Dim() == 0 {
		return false
	}
	sizes := slices.Clone(dst.Sizes())
	sizes[dim] = len(index)
	return scatterSlices(ctx, dst, expandTensor(tensor.Scalar(dst.DType(), plainNumber(a[3])), sizes), dim, index, false)
}

// scatterSlices puts slice i of src along a dimension into slice index[i] of dst, or adds it there, by a kernel; false where it has
// none for them.
func scatterSlices(ctx *Context, dst, src *tensor.Tensor, dim int, index []int64, add bool) bool {
	if src.Dim() != dst.Dim() || dst.Dim() == 0 || len(index) != src.Size(dim) {
		return false
	}
	for d, n := range src.Sizes() {
		if d != dim && n != dst.Size(d) {
			return false
		}
	}
	strides := make([]int, src.Dim())
	strides[dim] = 1
	return scatterLoop(ctx, dst, intTensor(index, len(index)).Window(src.Sizes(), strides, 0), src, dim, add)
}
