package ops

import (
	"strconv"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/tensor"
)

// outTypeTable says how operators word it when the out= tensor has another element type than the result. A line has the rule (= equal
// types, ~ types that the result can be cast to, b bool, c complex, f floating, * any), the error's text and the operators. In the text W is the type of the result, G that of the
// out= tensor, I that of the first argument, each as %W or, in C++'s words, %w. An operator may be one overload (max.dim), and have the number of one of
// its results (mode:1), by itself or behind that of the overload. The others follow the rule of elementwise operators.
const outTypeTable = `
= | Expected out tensor to have dtype %w, but got %g instead | slice_scatter triangular_solve svd linalg_solve_ex linalg_ldl_factor_ex linalg_ldl_solve lu_unpack linalg_polar addmm addmv alias_copy as_strided_copy baddbmm bmm cross linalg_cross diagonal_copy expand_copy gather index_add index_copy index_reduce linalg_cholesky linalg_det linalg_eigvalsh linalg_inv linalg_inv_ex linalg_inv_ex:1 linalg_cholesky_ex linalg_cholesky_ex:1 linalg_svd linalg_lu linalg_lu_factor linalg_lu_factor:1 linalg_lu_factor_ex linalg_lu_factor_ex:1 linalg_matrix_power linalg_solve linalg_lu_solve lu_solve linalg_svdvals linalg_vector_norm matmul linalg_matmul mm msort mv permute_copy renorm scatter scatter_add scatter_reduce squeeze_copy t_copy take_along_dim transpose_copy tril triu unfold_copy unsqueeze_copy view_copy argmax argmin isin sort topk softmax log_softmax _softmax _log_softmax avg_pool2d avg_pool3d linear
= | Found dtype %G but expected %W | abs ceil conj_physical floor frac neg round sgn sign trunc bitwise_not hardshrink gelu softplus softshrink
= | Expected object of scalar type %W but got scalar type %G for argument 'out' | complex polar
= | Expected the dtype for input and out to match, but got %I for input's dtype and %G for out's dtype. | amax amin
= | quantile() out tensor must be same dtype as the input tensor | quantile nanquantile
= | result dtype %G does not match input dtype %I | dot vdot
= | index_select(): self and result must have the same scalar type | index_select
= | masked_select(): self and result must have the same scalar type | masked_select
= | take(): self and out expected to have the same dtype, but got self.dtype = %I and out.dtype = %G | take
= | nan_to_num: dtype of out: %G should be same as input: %I | nan_to_num
= | heaviside is not yet implemented for tensors with different dtypes. | heaviside
b | isneginf does not support non-boolean outputs. | isneginf
b | isposinf does not support non-boolean outputs. | isposinf
b | signbit does not support non-boolean outputs. | signbit
b | any only supports bool tensor for result, got: %G | any
b | all only supports bool tensor for result, got: %G | all
~ | cholesky_inverse: Expected result to be safely castable from %W dtype, but got result with dtype %G | cholesky_inverse
~ | cholesky_solve: Expected result to be safely castable from %W dtype, but got result with dtype %G | cholesky_solve
~ | linalg.cond: Expected result to be safely castable from %W dtype, but got result with dtype %G | linalg_cond
~ | linalg.pinv: Expected result to be safely castable from %W dtype, but got result with dtype %G | linalg_pinv
~ | matrix_power: Expected result to be safely castable from %W dtype, but got result with dtype %G | linalg_matrix_power matrix_power
~ | tensorinv: Expected result to be safely castable from %W dtype, but got result with dtype %G | linalg_tensorinv
~ | tensorsolve: Expected result to be safely castable from %W dtype, but got result with dtype %G | linalg_tensorsolve
~ | torch.linalg.householder_product: Expected result to be safely castable from %W dtype, but got result with dtype %G | linalg_householder_product orgqr
~ | torch.linalg.eigvals: Expected eigenvalues to be safely castable from %W dtype, but got eigenvalues with dtype %G | linalg_eigvals
~ | torch.linalg.eig: Expected eigenvalues to be safely castable from %W dtype, but got eigenvalues with dtype %G | linalg_eig
~ | torch.linalg.eig: Expected eigenvectors to be safely castable from %W dtype, but got eigenvectors with dtype %G | linalg_eig:1
= | torch.ormqr: Expected input and result to have the same dtype, but input has dtype%I and result has dtype %G | ormqr
= | linalg.norm expected out tensor dtype %W but got: %G | linalg_norm
= | linalg.matrix_norm expected out tensor dtype %W but got: %G | linalg_matrix_norm
= | linalg.vecdot: Expected out of dtype%W but found %G | linalg_vecdot
= | multi_dot(): expected out tensor to have dtype %w but got %g | linalg_multi_dot
= | expected scalar type %W but found %G | linalg_solve_triangular log_sigmoid
= | expected scalar_type %W but found %G | diff logcumsumexp cummax cummin
~ | mvlgamma: result type %W can't be cast to the desired output type %G | mvlgamma
= | the output given to float_power has dtype %G but the operation's result requires dtype %W | float_power
= | tensordot: Expected the output tensor to have dtype %W, but got an output tensor with dtype %G | inner tensordot
= | torch.histogram: input tensor and hist tensor should have the same dtype, but got input %i and hist %g | histc
~ | logsumexp(): Expected floating point type for result tensor, but got: %G | logsumexp
= | Expected self.dtype() == output.dtype() to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.) | narrow_copy
= | nonzero: Expected out tensor to have scalar type %W but got scalar type%G | nonzero
c | fft expects a complex output tensor, but got %G | fft_fft
c | ifft expects a complex output tensor, but got %G | fft_ifft
c | fftn expects a complex output tensor, but got %G | fft_fft2 fft_fftn fft_ifft2 fft_ifftn
c | rfft expects a complex output tensor, but got %G | fft_rfft
c | rfftn expects a complex output tensor, but got %G | fft_rfft2 fft_rfftn
c | ihfft expects a complex output tensor, but got %G | fft_ihfft
c | ihfftn expects a complex output tensor, but got %G | fft_ihfft2 fft_ihfftn
f | hfft expects a floating point output tensor, but got %G | fft_hfft
f | hfftn expects a floating point output tensor, but got %G | fft_hfft2 fft_hfftn
f | irfft expects a floating point output tensor, but got %G | fft_irfft
f | irfftn expects a floating point output tensor, but got %G | fft_irfft2 fft_irfftn
= | Expected out tensor to have dtype %w, but got %g instead | sum prod cumsum cumprod max.dim min.dim aminmax linalg_qr qr linalg_eigh linalg_slogdet slogdet diag
= | output values must be of same type as input | kthvalue
= | output indices must be of scalar type Long | kthvalue:1
= | expected scalar type '%W' but got '%G' for values output | mode
= | expected scalar type 'Long' but got '%G' for indices output | mode:1
= | Expected tensor for 'values' to have the same type as tensor for argument #2 'self'; but type torch.%GTensor does not equal torch.%WTensor (while checking arguments for median) | median.dim nanmedian.dim
= | Expected tensor for argument #1 'indices' to have scalar type Long; but got torch.%GTensor instead (while checking arguments for median) | median.dim:1 nanmedian.dim:1
= | multinomial expects %W tensor out, got: %G | multinomial
= | torch.frexp() expects mantissa to have dtype %w but got %g | frexp
= | torch.frexp() expects exponent to have int dtype but got %g | frexp:1
= | Expected out type to be %W but got %G | where
~ | result type %W can't be cast to the desired output type %G | clamp.Tensor clamp_min.Tensor clamp_max.Tensor clip.Tensor
= | Found dtype %G but expected %W | clamp clip clamp_min clamp_max
`

// inPlaceTexts are the words of operators whose result has a type that does not go into the tensor they change, where they have some of their own.
var inPlaceTexts = map[string]string{
	"clamp":        "result type %W can't be cast to the desired output type %g",
	"clamp_min":    "result type %W can't be cast to the desired output type %g",
	"clamp_max":    "result type %W can't be cast to the desired output type %g",
	"cumsum":       "Bad in-place call: input tensor dtype %g and output tensor dtype %w should match",
	"cumprod":      "Bad in-place call: input tensor dtype %g and output tensor dtype %w should match",
	"ldexp.Tensor": "ldexp can't be cast to the desired output type %G",
	"float_power":  "the base given to float_power_ has dtype %G but the operation's result requires dtype %W",
	"mvlgamma":     "mvlgamma: result type %G can't be cast to the desired output type %W",
}

type outType struct{ rule, text string }

// outTypes is outTypeTable by operator.
var outTypes = sync.OnceValue(func() map[string]outType {
	out := map[string]outType{}
	for _, line := range strings.Split(strings.TrimSpace(outTypeTable), "\n") {
		parts := strings.Split(line, "|")
		for _, name := range strings.Fields(parts[2]) {
			out[name] = outType{strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1])}
		}
	}
	return out
})

// checkOutType throws where op does not write its result number i, of type result, to a tensor of type out.
func checkOutType(op *Op, args []Value, i int, result, out tensor.DType) {
	name := strings.TrimPrefix(op.Name, "nn.functional.")
	switch name {
	case "cat", "concat", "concatenate", "stack", "hstack", "vstack", "dstack", "column_stack":
		if !tensor.CanCast(result, out) {
			throw("TypeError", "torch.cat(): input types can't be cast to the desired output type %s", out.ScalarName())
		}
	case "searchsorted", "bucketize":
		if out != result {
			throwRuntime("torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) depending on whether out_int32 flag is True, but we got output tensor's dtype %s and out_int32 flag is %s", out.ScalarName(), pick(result == tensor.Int32, "True", "False"))
		}
	}
	rule, ok := outRule(op, name, i)
	if !ok {
		rule = outType{"~", "result type %W can't be cast to the desired output type %G"}
	}
	fits := true
	switch rule.rule {
	case "=":
		fits = result == out
	case "~":
		fits = tensor.CanCast(result, out)
	case "b":
		fits = out == tensor.Bool || out == tensor.Uint8
	case "c":
		fits = out.IsComplex()
	case "f":
		fits = out.IsFloat()
	}
	if fits {
		return
	}
	in := result
	if len(args) > 0 && isTensor(args[0]) {
		in = dtypeOf(args[0])
	}
	throwRuntime("%s", typesIn(rule.text, result, out, in))
}

// typesIn puts the types of a result, of the tensor that it shall go into and of the first argument into a text.
func typesIn(text string, result, out, in tensor.DType) string {
	return strings.NewReplacer("%W", result.ScalarName(), "%w", result.CName(), "%G", out.ScalarName(), "%g", out.CName(), "%I", in.ScalarName(), "%i", in.CName()).Replace(text)
}

// outRule is the line for a result of an operator: the most special one that there is.
func outRule(op *Op, name string, i int) (outType, bool) {
	number := ""
	if i > 0 {
		number = ":" + strconv.Itoa(i)
	}
	overload := ""
	if f := op.Functional; f != nil && f.Overload != "" {
		overload = "." + f.Overload
	}
	for _, key := range []string{name + overload + number, name + number, name + overload, name} {
		if rule, ok := outTypes()[key]; ok {
			return rule, true
		}
	}
	return outType{}, false
}
