package ops

import "strings"

// aliases are further names of operators in torch, its submodules, and on tensors.
var aliases = []alias{
	{"concat", "cat"}, {"concatenate", "cat"}, {"row_stack", "vstack"}, {"moveaxis", "movedim"}, {"swapdims", "swapaxes"},
	{"absolute", "abs"}, {"negative", "neg"}, {"fix", "trunc"}, {"subtract", "sub"}, {"multiply", "mul"}, {"divide", "div"},
	{"true_divide", "div"}, {"greater", "gt"}, {"greater_equal", "ge"}, {"less", "lt"}, {"less_equal", "le"}, {"not_equal", "ne"},
	{"arccos", "acos"}, {"arcsin", "asin"}, {"arctan", "atan"}, {"arctan2", "atan2"}, {"arcsinh", "asinh"}, {"arccosh", "acosh"}, {"arctanh", "atanh"},
	{"clip", "clamp"}, {"ger", "outer"}, {"trapz", "trapezoid"}, {"special.expit", "sigmoid"}, {"special.exp2", "exp2"}, {"special.expm1", "expm1"},
	{"special.erf", "erf"}, {"special.erfc", "erfc"}, {"special.erfinv", "erfinv"}, {"special.gammaln", "lgamma"}, {"special.digamma", "digamma"},
	{"special.psi", "digamma"}, {"special.log1p", "log1p"}, {"special.logit", "logit"}, {"special.logsumexp", "logsumexp"}, {"special.i0", "i0"},
	{"special.sinc", "sinc"}, {"special.xlogy", "xlogy"}, {"special.round", "round"}, {"special.polygamma", "polygamma"},
	{"special.gammainc", "igamma"}, {"special.gammaincc", "igammac"}, {"special.multigammaln", "mvlgamma"}, {"special.softmax", "softmax"}, {"special.log_softmax", "log_softmax"},
	{"swapaxes_", "transpose_"}, {"swapdims_", "transpose_"},
	{"linalg.vecdot", "linalg.vecdot"}, {"linalg.diagonal", "diagonal"},
}

// Aliased is the operator that aten has a further name for, the name itself if it is none.
func Aliased(name string) string {
	root, inPlace := strings.CutSuffix(name, "_")
	for _, a := range aliases {
		switch strings.ReplaceAll(a.name, ".", "_") {
		case name:
			return a.of
		case root:
			if inPlace {
				return a.of + "_"
			}
		}
	}
	return name
}
