package ops

// factorChecks are the checks of functions of one matrix, an addition to argumentChecks: it must be square, and of numbers that can be divided.
var factorChecks = map[string]func(ctx *Context, a Args){
	"linalg_cholesky_ex":   squareNumbers("linalg.cholesky"),
	"_linalg_det":          squareNumbers("linalg.det"),
	"_linalg_slogdet":      squareNumbers("linalg.slogdet"),
	"_linalg_eigh":         squareNumbers("linalg.eigh"),
	"linalg_eig":           squareNumbers("linalg.eig"),
	"linalg_matrix_exp":    squareNumbers("linalg.matrix_exp"),
	"linalg_ldl_factor_ex": squareNumbers("torch.linalg.ldl_factor_ex"),
	"linalg_qr":            matrixOfNumbers("linalg.qr"),
	"_linalg_svd":          matrixOfNumbers("linalg.svd"),
}

func squareNumbers(name string) func(ctx *Context, a Args) {
	return func(ctx *Context, a Args) {
		checkSquare(ctx, name, a[0])
		floatOrComplex(name, a[0])
	}
}

func matrixOfNumbers(name string) func(ctx *Context, a Args) {
	return func(ctx *Context, a Args) {
		check(dimOf(a[0]) >= 2, "%s: The input tensor A must have at least 2 dimensions.", name)
		floatOrComplex(name, a[0])
	}
}
