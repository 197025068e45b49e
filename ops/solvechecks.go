package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// solveChecks are the checks of functions of linear algebra that take several matrices, or matrices and what a factorisation left, an
// addition to argumentChecks.
var solveChecks = map[string]func(ctx *Context, a Args){
	"_linalg_solve_ex": func(ctx *Context, a Args) {
		floatOrComplex("linalg.solve", a[0])
		sameTypes("linalg.solve", "A", "B", a[0], a[1])
		checkSquare(ctx, "linalg.solve", a[0])
		vector, left := solveIsVector(ctx, sizesOf(a[0]), sizesOf(a[1])), a.bool(2)
		if !vector {
			checkSolvable(ctx, "linalg.solve", a[0], a[1], left)
			return
		}
		if !left {
			s := append(append([]symbolic.Int(nil), sizesOf(a[1])...), one)
			fitsEquation(ctx, "linalg.solve", sizesOf(a[0]), s, left)
		}
	},
	"linalg_solve_triangular": func(ctx *Context, a Args) {
		checkSolvable(ctx, "linalg.solve_triangular", a[0], a[1], a.bool(3))
		if d := dtypeOf(a[0]); d.IsIntOrBool() || d == tensor.Float16 || d == tensor.BFloat16 {
			notImplemented("triangular_solve_cpu", d)
		}
	},
	"triangular_solve": func(ctx *Context, a Args) {
		check(dimOf(a[0]) >= 2, "torch.triangular_solve: Expected b to have at least 2 dimensions, but it has %d dimensions instead", dimOf(a[0]))
		check(dimOf(a[1]) >= 2, "torch.triangular_solve: Expected A to have at least 2 dimensions, but it has %d dimensions instead", dimOf(a[1]))
		checkSolverPair(ctx, "triangular_solve", a[0], a[1])
	},
	"cholesky_solve": func(ctx *Context, a Args) {
		check(dimOf(a[0]) >= 2, "b should have at least 2 dimensions, but has %d dimensions instead", dimOf(a[0]))
		check(dimOf(a[1]) >= 2, "u should have at least 2 dimensions, but has %d dimensions instead", dimOf(a[1]))
		checkSolverPair(ctx, "cholesky_solve", a[0], a[1])
	},
	"cholesky_inverse": func(ctx *Context, a Args) { checkSquare(ctx, "cholesky_inverse", a[0]) },
	"linalg_lu_solve": func(ctx *Context, a Args) {
		floatOrComplex("torch.linalg.lu_solve", a[0])
		sameTypes("linalg.lu_solve", "LU", "B", a[0], a[2])
		check(dtypeOf(a[1]) == tensor.Int32, "linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32")
		checkSquare(ctx, "torch.linalg.lu_solve", a[0])
		checkSolvable(ctx, "linalg.lu_solve", a[0], a[2], a.bool(3))
		lead := sizesOf(a[0])[:dimOf(a[0])-1]
		check(dimOf(a[1]) > 0 && expectSame(ctx, sizeOf(a[1], -1), lead[len(lead)-1]), "linalg.lu_solve: Number of pivots per batch should be same as the dimension of the matrix")
		check(expectSameSizes(ctx, lead, sizesOf(a[1])), "linalg.lu_solve: Expected LU.shape[:-1] and pivots.shape to be the same, but got pivots with shape %s instead", sizesText(sizesOf(a[1])))
	},
	"linalg_lstsq": func(ctx *Context, a Args) {
		n, k := dimOf(a[0]), dimOf(a[1])
		check(n >= 2, "torch.linalg.lstsq: input must have at least 2 dimensions.")
		check(k >= 1, "torch.linalg.lstsq: other must have at least 1 dimension.")
		check(dtypeOf(a[0]) == dtypeOf(a[1]), "torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype %s and other's dtype %s", dtypeOf(a[0]).ScalarName(), dtypeOf(a[1]).ScalarName())
		d := dtypeOf(a[0])
		check(d == tensor.Float32 || d == tensor.Float64 || d.IsComplex(), "This function doesn't handle types other than float and double")
		check(n >= k && n-k <= 1, "torch.linalg.lstsq: input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) <= 1")
	},
	"linalg_ldl_solve":           func(_ *Context, a Args) { floatOrComplex("torch.linalg.ldl_solve", a[0]) },
	"linalg_householder_product": func(ctx *Context, a Args) { householderSizes(ctx, a[0], a[1]) },
	"orgqr":                      func(ctx *Context, a Args) { householderSizes(ctx, a[0], a[1]) },
	"ormqr":                      func(ctx *Context, a Args) { reflectorSizes(ctx, a[0], a[1], a[2], a.bool(3)) },
	"lu_unpack":                  func(_ *Context, a Args) { matricesToFactor("torch.lu_unpack", a[0]) },
	"linalg_lu":                  func(_ *Context, a Args) { matricesToFactor("linalg.lu", a[0]) },
	"linalg_lu_factor":           func(_ *Context, a Args) { matricesToFactor("torch.lu_factor", a[0]) },
	"linalg_lu_factor_ex":        func(_ *Context, a Args) { matricesToFactor("torch.lu_factor", a[0]) },
	"geqrf": func(_ *Context, a Args) {
		check(dimOf(a[0]) >= 2, "torch.geqrf: input must have at least 2 dimensions.")
	},
	"svd": func(_ *Context, a Args) {
		check(dimOf(a[0]) >= 2, "linalg.svd: input should have at least 2 dimensions, but has %d dimensions instead", dimOf(a[0]))
	},
	"linalg_pinv": func(_ *Context, a Args) { realTolerances("torch.linalg.pinv", len(a) == 3, a) },
	"linalg_matrix_rank": func(_ *Context, a Args) {
		check(dimOf(a[0]) >= 2, "torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.")
		realTolerances("torch.linalg.matrix_rank", false, a)
	},
	"linalg_vecdot": func(_ *Context, a Args) { sameTypes("linalg.vecdot", "x", "y", a[0], a[1]) },
	"linalg_vector_norm": func(_ *Context, a Args) {
		from, to := dtypeOf(a[0]), a.dtype(4, dtypeOf(a[0]))
		floatOrComplex("linalg.vector_norm", a[0])
		normType("linalg.vector_norm", from, to)
		kept := tensor.PromoteTypes(from, to) == to
		check(kept, "linalg.vector_norm: the dtype of the input (%s) should be convertible without narrowing to the specified dtype (%s)", from.ScalarName(), to.ScalarName())
	},
}

func floatOrComplex(name string, v Value) {
	d := dtypeOf(v)
	check(d.IsFloat() || d.IsComplex(), "%s: Expected a floating point or complex tensor as input. Got %s", name, d.ScalarName())
}

// normType checks the type that a norm computes in: complex for complex numbers, and only for these.
func normType(name string, from, to tensor.DType) {
	check(to.IsFloat() || to.IsComplex(), "%s: dtype should be floating point or complex, but got %s", name, to.ScalarName())
	check(!from.IsComplex() || to.IsComplex(), "%s: dtype should be complex for complex inputs, but got %s", name, to.ScalarName())
	check(from.IsComplex() || !to.IsComplex(), "%s: dtype should be real for real inputs, but got %s", name, to.ScalarName())
}

func sameTypes(name, first, second string, x, y Value) {
	check(dtypeOf(x) == dtypeOf(y), "%s: Expected %s and %s to have the same dtype, but found %s of type %s and %s of type %s instead", name, first, second, first, dtypeOf(x).ScalarName(), second, dtypeOf(y).ScalarName())
}

func matricesToFactor(name string, v Value) {
	check(dimOf(v) >= 2, "%s: Expected tensor with 2 or more dimensions. Got size: %s instead", name, sizesText(sizesOf(v)))
}

// checkSolvable asks that A is square and fits the right side B of A·X = B, or of X·A = B.
func checkSolvable(ctx *Context, name string, a, b Value, left bool) {
	checkSquare(ctx, name, a)
	check(dimOf(b) >= 2, "%s: The input tensor B must have at least 2 dimensions.", name)
	fitsEquation(ctx, name, sizesOf(a), sizesOf(b), left)
}

func fitsEquation(ctx *Context, name string, a, b []symbolic.Int, left bool) {
	rows, cols := a[len(a)-2], a[len(a)-1]
	n, k := b[len(b)-2], b[len(b)-1]
	if left {
		check(expectSame(ctx, rows, n), "%s: Incompatible shapes of A and B for the equation AX = B (%sx%s and %sx%s)", name, rows, cols, n, k)
	} else {
		check(expectSame(ctx, cols, k), "%s: Incompatible shapes of A and B for the equation XA = B (%sx%s and %sx%s)", name, rows, cols, n, k)
	}
}

// checkSolverPair is what the older solvers ask of a right side and a matrix.
func checkSolverPair(ctx *Context, name string, b, a Value) {
	check(dtypeOf(a) == dtypeOf(b), "Expected b and A to have the same dtype, but found b of type %s and A of type %s instead.", dtypeOf(b).ScalarName(), dtypeOf(a).ScalarName())
	rows, cols := sizeOf(a, -2), sizeOf(a, -1)
	check(expectSame(ctx, rows, cols), "A must be batches of square matrices, but they are %s by %s matrices", rows, cols)
	check(expectSame(ctx, rows, sizeOf(b, -2)), "Incompatible matrix sizes for %s: each A matrix is %s by %s but each b matrix is %s by %s", name, rows, cols, sizeOf(b, -2), sizeOf(b, -1))
}

// householderSizes checks reflections whose vectors are the columns of x, and their factors tau.
func householderSizes(ctx *Context, x, tau Value) {
	const name = "torch.linalg.householder_product"
	check(dimOf(x) >= 2, name+": input must have at least 2 dimensions.")
	if dimOf(tau) == 0 {
		throw("IndexError", "Dimension specified as -1 but tensor has no dimensions")
	}
	rows, cols := sizeOf(x, -2), sizeOf(x, -1)
	check(ctx.expect(rows.Ge(cols)), name+": input.shape[-2] must be greater than or equal to input.shape[-1]")
	check(ctx.expect(cols.Ge(sizeOf(tau, -1))), name+": input.shape[-1] must be greater than or equal to tau.shape[-1]")
	check(dimOf(x)-dimOf(tau) == 1, name+": Expected tau to have one dimension less than input, but got tau.ndim equal to %d and input.ndim is equal to %d", dimOf(tau), dimOf(x))
	check(expectSameSizes(ctx, sizesOf(tau)[:dimOf(tau)-1], sizesOf(x)[:dimOf(x)-2]), name+": Expected batch dimensions of tau to be equal to input.shape[:-2], but got %s", sizesText(sizesOf(tau)[:dimOf(tau)-1]))
	check(dtypeOf(tau) == dtypeOf(x), name+": tau dtype %s does not match input dtype %s", dtypeOf(tau).ScalarName(), dtypeOf(x).ScalarName())
}

// reflectorSizes checks reflections, as householderSizes does, and the matrix that they are applied to.
func reflectorSizes(ctx *Context, x, tau, c Value, left bool) {
	const name = "torch.ormqr"
	check(dimOf(x) >= 2, name+": input must have at least 2 dimensions.")
	check(dimOf(c) >= 2, name+": other must have at least 2 dimensions.")
	side := -1
	if left {
		side = -2
	}
	long, reflectors := sizeOf(c, side), sizeOf(tau, -1)
	check(expectSame(ctx, long, sizeOf(x, -2)), name+": other.shape[%d] must be equal to input.shape[-2]", side)
	check(expectSame(ctx, reflectors, long.Min(sizeOf(x, -1))), name+": tau.shape[-1] must be equal to min(other.shape[%d], input.shape[-1])", side)
	check(dimOf(x)-dimOf(tau) == 1, name+": Expected tau to have one dimension less than input, but got tau.ndim equal to %d and input.ndim is equal to %d", dimOf(tau), dimOf(x))
	check(dimOf(x) == dimOf(c), name+": Expected other to have the same number of dimensions as input, but got other.ndim equal to %d and input.ndim is equal to %d", dimOf(c), dimOf(x))
	lead := sizesOf(x)[:dimOf(x)-2]
	check(expectSameSizes(ctx, sizesOf(tau)[:dimOf(tau)-1], lead), name+": Expected batch dimensions of tau to be equal to input.shape[:-2], but got %s", sizesText(sizesOf(tau)[:dimOf(tau)-1]))
	check(expectSameSizes(ctx, sizesOf(c)[:dimOf(c)-2], lead), name+": Expected batch dimensions of other to be equal to input.shape[:-2], but got %s", sizesText(sizesOf(c)[:dimOf(c)-2]))
	check(dtypeOf(tau) == dtypeOf(x), name+": Expected input and tau to have the same dtype, but input has dtype%s and tau has dtype %s", dtypeOf(x).ScalarName(), dtypeOf(tau).ScalarName())
	check(dtypeOf(c) == dtypeOf(x), name+": Expected input and other to have the same dtype, but input has dtype%s and other has dtype %s", dtypeOf(x).ScalarName(), dtypeOf(c).ScalarName())
}

// wholeScale refuses a fractional factor of whole numbers.
func wholeScale(name string, factor Value, of ...Value) {
	d, ok := scalarDType(factor)
	whole := true
	for _, v := range of {
		whole = whole && dtypeOf(v).IsIntOrBool()
	}
	check(!ok || !d.IsFloat() || !whole, "For integral input tensors, argument %s must not be a floating point number.", name)
}

// realTolerances refuses tolerances, arguments 1 and 2, that are tensors of complex numbers.
func realTolerances(name string, condition bool, a Args) {
	for i, which := range [...]string{"atol", "rtol"} {
		if condition {
			which = "rcond"
		}
		d := tensor.Float32
		switch v := a[1+i].(type) {
		case complex128: // a tensor that was taken for a number
			d = tensor.Complex64
		default:
			if isTensor(v) {
				d = dtypeOf(v)
			}
		}
		if d.IsComplex() {
			throwRuntime("%s: %s tensor of complex type is not supported. Got %s", name, which, d.ScalarName())
		}
	}
}
