package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// leastSquares solves a·x = b for matrices a [..., m, n] and b [..., m, k] or [..., m]. What else the driver of LAPACK would give
// is empty where it gives nothing: the residuals of gelsy and of matrices without full rank, the rank of gels, singular values of
// all but gelsd and gelss.
func leastSquares(ctx *Context, a Args) []Value {
	matrix, b := a[0], a[1]
	driver := a.str(3)
	if driver == "" {
		driver = "gelsy"
	}
	switch driver {
	case "gels", "gelsy", "gelsd", "gelss":
	default:
		throwRuntime("torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
	}
	real := dtypeOf(matrix).ToReal()
	m, n := sizeOf(matrix, -2), sizeOf(matrix, -1)
	vector := dimOf(matrix)-1 == dimOf(b) && sameSizes(ctx, sizesOf(b), sizesOf(matrix)[:dimOf(b)])
	if vector {
		b = ctx.unsqueeze(b, -1)
	}
	check(expectSame(ctx, m, sizeOf(b, -2)), "torch.linalg.lstsq: input.size(-2) should match other.size(-2)")
	x := ctx.matmul(ctx.call1("linalg_pinv.atol_rtol_tensor", matrix), ctx.call1("contiguous", b))
	none := func(d tensor.DType) Value { return ctx.call1("zeros", ints(0), d) }
	residuals, rank, values := none(real), none(tensor.Int64), none(real)
	full := true
	if driver != "gels" {
		rank = ctx.call1("linalg_matrix_rank.atol_rtol_float", ctx.detach(matrix), nil, a[2], false)
		if t, ok := readable(rank); ok {
			least, _ := n.Const()
			for _, r := range t.Ints() {
				full = full && int64(least) == r
			}
		}
	}
	if driver != "gelsy" && full && ctx.is(m.Gt(n)) {
		away := ctx.sub(ctx.matmul(matrix, x), b)
		residuals = ctx.sumDim(ctx.square(ctx.abs(away)), false, -2)
	}
	if driver == "gelsd" || driver == "gelss" {
		values = ctx.call1("linalg_svdvals", ctx.detach(matrix))
	}
	x = solutionInB(ctx, x, m, n)
	if vector {
		x = ctx.squeeze(x, -1)
	}
	return []Value{x, residuals, rank, values}
}

// solutionInB stores solutions [..., n, k] by columns in what LAPACK has them in: the memory of the right side, whose columns have m elements if these are more.
func solutionInB(ctx *Context, x Value, m, n symbolic.Int) Value {
	if !ctx.is(m.Gt(n)) {
		return columnMajor(ctx, x)
	}
	padded := ctx.call1("constant_pad_nd", x, []Value{int64(0), int64(0), int64(0), intValue(m.Sub(n))}, int64(0))
	return ctx.narrow(columnMajor(ctx, padded), dimOf(x)-2, zero, n)
}
