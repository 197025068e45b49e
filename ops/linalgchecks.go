package ops

import (
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Factorisations do not fail: they give a number for each matrix that says what went wrong with it. The functions that raise
// look at these numbers behind the factorisation, by an operator of its own.

var _ = addTable([]entry{
	{S: "_linalg_check_errors(Tensor info, str api_name, *, bool is_matrix) -> ()", In: asFunction, NonDiff: true, Meta: func(*Context, Args) []*Fake { return nil }, Eager: func(_ *Context, a Args) []Value {
		checkInfo(a.tensor(0), a.str(1), a.bool(2))
		return nil
	}},
	{S: "linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)", In: asLinalg | asOut, Meta: func(ctx *Context, a Args) []*Fake {
		checkSquare(ctx, "linalg.inv", a[0])
		return append(columnsMeta(ctx, a), infoMeta(ctx, a))
	}, Eager: withInfo(eachMatrix{name: "linalg.inv", byColumns: 1, square: true, real: inverse[float64], cmplx: inverse[complex128], shapes: likeInputAndNumber}, 1, "linalg.inv_ex"), Grad: invGrad, Saves: out0},
})

// checkInfo raises for the first matrix of a batch whose number is not 0. Tensors without data tell nothing.
func checkInfo(info *tensor.Tensor, name string, single bool) {
	if !hasValue(info) {
		return
	}
	for i, code := range info.Ints() {
		if code != 0 {
			failed(name, batchText(!single, i), code)
		}
	}
}

// failed words what a number says: a negative one names an argument of the kernel, a positive one means what the function makes of it.
func failed(name, where string, code int64) {
	if code < 0 {
		throwRuntime("%s: %sArgument %d has illegal value. Most certainly there is a bug in the implementation calling the backend library.", name, where, -code)
	}
	has := func(part string) bool { return strings.Contains(name, part) }
	switch {
	case has("inv"):
		throw("LinAlgError", "%s: %sThe diagonal element %d is zero, the inversion could not be completed because the input matrix is singular.", name, where, code)
	case has("solve"):
		throw("LinAlgError", "%s: %sThe solver failed because the input matrix is singular.", name, where)
	case has("cholesky"):
		throw("LinAlgError", "%s: %sThe factorization could not be completed because the input is not positive-definite (the leading minor of order %d is not positive-definite).", name, where, code)
	case has("svd"):
		throw("LinAlgError", "%s: %sThe algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated singular values (error code: %d).", name, where, code)
	case has("eig"):
		throw("LinAlgError", "%s: %sThe algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated eigenvalues (error code: %d).", name, where, code)
	case has("lstsq"):
		throw("LinAlgError", "%s: %sThe least squares solution could not be computed because the input matrix does not have full rank (error code: %d).", name, where, code)
	case has("lu_factor"):
		throwRuntime("%s: %sU[%d,%d] is zero and using it on lu_solve would result in a division by zero. If you still want to perform the factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)", name, where, code, code)
	}
	throwRuntime("false INTERNAL ASSERT FAILED at \"./aten/src/ATen/native/BatchLinearAlgebra.cpp\":1681, please report a bug to PyTorch. %s: %sUnknown error code: %d.", name, where, code)
}

// checkErrors raises for what a factorisation of m says of its matrices.
func (ctx *Context) checkErrors(info Value, name string, m Value) {
	ctx.call("_linalg_check_errors", info, name, dimOf(m) == 2)
}

// withInfo is a factorisation whose last result says by integers what went wrong, and which raises that where argument checkAt asks for it.
func withInfo(e eachMatrix, checkAt int, name string) func(ctx *Context, a Args) []Value {
	return func(ctx *Context, a Args) []Value {
		last := len(e.shapes(a, 0, 0)) - 1
		e.realResults |= 1 << last
		r := e.run(ctx, a)
		info := r[last].(*tensor.Tensor).To(tensor.Int32)
		r[last] = info
		if a.bool(checkAt) {
			checkInfo(info, name, dimOf(a[0]) == 2)
		}
		return r
	}
}

func likeInputAndNumber(_ Args, rows, cols int) [][]int { return [][]int{{rows, cols}, {}} }

// inverseChecked is the inverse, or an error for a matrix that has none.
func inverseChecked(ctx *Context, a Args) []Value {
	r := ctx.call("linalg_inv_ex", a[0], false)
	ctx.checkErrors(r[1], "linalg.inv", a[0])
	return r[:1]
}

// withFactorsMeta describes the factors P·L·U behind the results of a function of them.
func withFactorsMeta(f func(ctx *Context, a Args) []*Fake) func(ctx *Context, a Args) []*Fake {
	return func(ctx *Context, a Args) []*Fake { return append(f(ctx, a), luFactorMeta(ctx, a)[:2]...) }
}

// solveExMeta describes solutions, the factors, and what went wrong.
func solveExMeta(ctx *Context, a Args) []*Fake {
	factors := luFactorMeta(ctx, a)
	return append(solveMeta(ctx, a), factors...)
}

// pinvByNumbers is the pseudo-inverse with tolerances that are numbers, which become tensors.
func pinvByNumbers(ctx *Context, x, atol, rtol, hermitian Value) []Value {
	if atol == nil && rtol == nil {
		return ctx.call("linalg_pinv.atol_rtol_tensor", x, nil, nil, hermitian)
	}
	absolute, relative := tolerances(ctx, x, atol, rtol)
	return ctx.call("linalg_pinv.atol_rtol_tensor", x, fullOf(ctx, absolute, x), fullOf(ctx, relative, x), hermitian)
}

// tolerances completes those that are numbers: without either, and without a positive absolute one, the relative one is eps times the larger size.
func tolerances(ctx *Context, x, atol, rtol Value) (absolute, relative float64) {
	if atol != nil {
		absolute = toFloat(atol)
	}
	switch {
	case rtol != nil:
		relative = toFloat(rtol)
	case absolute <= 0:
		relative = float64(ctx.fixed(sizeOf(x, -1).Max(sizeOf(x, -2)))) * epsOf(dtypeOf(x))
	}
	return absolute, relative
}

// fullOf is a number as a tensor of float64 where x is.
func fullOf(ctx *Context, v float64, x Value) Value {
	return ctx.call1("full", sizeList([]symbolic.Int{}), v, tensor.Float64, tensor.Strided, metaOf(x).Device)
}
