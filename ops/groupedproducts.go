package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Products of groups of matrices: [groups, m, k] × [groups, k, n], where one or both factors may be a matrix whose rows, columns or summed
// dimension are cut into the groups at offsets, the ends of the groups, which lie in a tensor.

var _ = addTable([]entry{
	{S: "_grouped_mm(Tensor self, Tensor mat2, Tensor? offs=None, Tensor? bias=None, ScalarType? out_dtype=None) -> Tensor", In: asFunction, Meta: groupedMeta, Kernel: groupedKernel, Grad: func(ctx *Context, s *Saved, g []Value) []Value {
		out := make([]Value, len(s.Args()))
		if s.Need(0) {
			out[0] = ctx.call1("_grouped_mm", g[0], ctx.transpose(s.In(1), -2, -1), s.In(2))
		}
		if s.Need(1) {
			out[1] = ctx.call1("_grouped_mm", ctx.transpose(s.In(0), -2, -1), g[0], s.In(2))
		}
		return out
	}, SavesFor: []slots{in1 | in2, in0 | in2}},
})

func groupedMeta(ctx *Context, a Args) []*Fake {
	x, y := a.fake(0), a.fake(1)
	switch x.DType {
	case tensor.Float32, tensor.BFloat16, tensor.Float16:
	default:
		throwRuntime("Expected mat_a to be Float32, BFloat16 or Float16 matrix, got %s", x.DType.ScalarName())
	}
	check(x.Dim() == 2 || x.Dim() == 3, "mat_a has to be 2 or 3d")
	check(y.Dim() == 2 || y.Dim() == 3, "mat_b has to be 2 or 3d")
	shared := x.Dim() == 3 && y.Dim() == 3
	inner := y.Sizes[y.Dim()-2]
	check(expectSame(ctx, x.Sizes[x.Dim()-1], inner), "contraction dimension of mat_a and mat_b must match")
	alignedRows(x)
	alignedRows(y)
	check(isTensor(a[2]) != shared, "Have to provide offsets if there is a 2d matrix, or no offset if both matrices are 3d")
	if !shared {
		check(dimOf(a[2]) == 1, "offs has to be 1D")
		check(dtypeOf(a[2]) == tensor.Int32, "Offsets have to be int32")
	}
	d := a.dtype(4, x.DType)
	check(d == x.DType, "Grouped gemm output dtype must match `mat_a` dtype")
	check(!isTensor(a[3]), "Bias not supported yet")
	if y.DType != d {
		throwRuntime("Expected out tensor to have dtype %s, but got %s instead", y.DType.CName(), d.CName())
	}
	rows, columns := x.Sizes[x.Dim()-2], y.Sizes[y.Dim()-1]
	var sizes []symbolic.Int
	switch {
	case shared:
		check(expectSame(ctx, x.Sizes[0], y.Sizes[0]), "batched dimension has to match")
		sizes = []symbolic.Int{x.Sizes[0], rows, columns}
	case x.Dim() == 2 && y.Dim() == 2:
		sizes = []symbolic.Int{sizeOf(a[2], 0), rows, columns}
	default:
		of := x
		if y.Dim() == 3 {
			of = y
		}
		check(expectSame(ctx, sizeOf(a[2], 0), of.Sizes[0]), "matrix batch sizes have to match")
		sizes = []symbolic.Int{rows, columns}
	}
	return fakes(NewFake(d, sizes))
}

// alignedRows refuses a matrix whose rows, or columns where these are in one piece, do not begin at multiples of 16 bytes.
func alignedRows(f *Fake) {
	along := f.Dim() - 1
	if f.Strides[along] != one {
		along = f.Dim() - 2
	}
	if n, ok := f.Strides[2*f.Dim()-3-along].Const(); ok {
		check(n*int64(f.DType.Size())%16 == 0, "strides should be multiple of 16 bytes")
	}
}

func groupedKernel(ctx *Context, a Args, out []*tensor.Tensor) {
	x, y, to := a.tensor(0), a.tensor(1), out[0]
	if x.Dim() == 3 && y.Dim() == 3 {
		matmulInto(ctx, to, x, y, x.Size(0), x.Size(1), x.Size(2), y.Size(2))
		return
	}
	ends := tensor.LoadInts(a.tensor(2).Contiguous(), a.tensor(2).Numel())
	begin := 0
	cut := x.Size(0) // how much there is of what is cut
	switch {
	case to.Dim() == 3:
		cut = x.Size(1)
	case y.Dim() == 2:
		cut = y.Size(1)
	}
	for group, last := range ends {
		end := min(max(int(last), begin), cut)                 // as slices have it
		part := func(t *tensor.Tensor, d int) *tensor.Tensor { // of the group: a matrix of several, or what lies along d of one
			sizes, strides, offset := t.Sizes(), t.Strides(), t.Offset()
			if t.Dim() == 3 {
				return t.Window(sizes[1:], strides[1:], offset+group*strides[0])
			}
			sizes = slices.Clone(sizes)
			sizes[d] = end - begin
			return t.Window(sizes, strides, offset+begin*strides[d])
		}
		var left, right, result *tensor.Tensor
		switch {
		case to.Dim() == 3: // the summed dimension is cut
			left, right, result = part(x, 1), part(y, 0), part(to, 0)
		case x.Dim() == 2: // rows are
			left, right, result = part(x, 0), part(y, 0), part(to, 0)
		default: // columns are
			left, right, result = part(x, 0), part(y, 1), part(to, 1)
		}
		matmulInto(ctx, result, left, right, 1, left.Size(0), left.Size(1), right.Size(1))
		begin = end
	}
}
