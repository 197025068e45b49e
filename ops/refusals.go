package ops

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// refusalTable says which element types an operator does not take, and how PyTorch words it. A line has operators (all overloads
// of a name, or one; default is that without a name), the classes that are refused (b bool, i integers, j integers but int64, f floats, h float16, w bfloat16,
// c complex, k complex32, u unsigned integers of more than a byte, 8 floats of one; after 2 or 3 those of the result of the first arguments,
// before 1 only where the second has one element; g an argument, by number, that requires grad) and the error: in quotes the kernel that is "not
// implemented for" the type, after N a NotImplementedError, after R a RuntimeError, in which %s is the type, %C as C++ has it, and | a backquote.
const refusalTable = `
abs | b | "abs_cpu"
segment_reduce _segment_reduce_backward | bic | "_segment_reduce_cpu"
fake_quantize_per_tensor_affine_cachemask _fake_quantize_per_tensor_affine_cachemask_tensor_qparams | bic | "fake_quantize_tensor_cachemask_kernel_type_handling"
fake_quantize_per_channel_affine_cachemask | bic | "fake_quantize_channel_cachemask_cpu_type_handling"
soft_margin_loss | g1 | target
nll_loss_forward nll_loss2d_forward | g2 | weight
binary_cross_entropy | g2 | weight
binary_cross_entropy_with_logits | g2 | weight
binary_cross_entropy_with_logits | g3 | pos_weight
linalg_pinv.atol_rtol_tensor | g1 | atol
linalg_pinv.atol_rtol_tensor | g2 | rtol
_scaled_dot_product_flash_attention_for_cpu | g5 | attn_mask
native_batch_norm _native_batch_norm_legit_no_training | g3 | running_mean
native_batch_norm _native_batch_norm_legit_no_training | g4 | running_var
_native_batch_norm_legit | g3 | running_mean
_native_batch_norm_legit | g4 | running_var
fake_quantize_per_channel_affine_cachemask | g1 | scale
fractional_max_pool2d fractional_max_pool3d | g3 | random_samples
multi_margin_loss | g4 | weight
frac | bi | "frac_cpu"
round | b | "round_vml_cpu"
trunc | b | "trunc_vml_cpu"
floor | b | "floor_vml_cpu"
ceil | b | "ceil_vml_cpu"
trunc | c | N trunc is not supported for complex inputs
floor | c | N floor is not supported for complex inputs
ceil | c | N ceil is not supported for complex inputs
sign | c | N Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead.
deg2rad | c | R deg2rad is not supported for complex tensors.
rad2deg | c | R rad2deg is not supported for complex tensors.
digamma | c | "digamma"
erf | c | "erf_vml_cpu"
erfc | c | "erfc_vml_cpu"
erfinv | c | "erfinv_vml_cpu"
lgamma | c | "lgamma_vml_cpu"
i0 | c | "i0_vml_cpu"
relu nn.functional.relu | c | N clamp is not supported for complex types
relu nn.functional.relu | b | N Boolean inputs not supported for relu
nn.functional.relu6 nn.functional.hardtanh relu6 hardtanh | b | N Bool inputs not supported for hardtanh
nn.functional.relu6 nn.functional.hardtanh relu6 hardtanh clamp | c | N clamp is not supported for complex types
threshold | b | "threshold_cpu"
softshrink | bic | "softshrink_check"
glu | bic | "glu_cpu"
prelu | bic | "prelu_cpu"
maximum | 2c | R maximum not implemented for complex tensors.
minimum | 2c | R minimum not implemented for complex tensors.
fmax | 2c | R fmax not implemented for complex tensors.
fmin | 2c | R fmin not implemented for complex tensors.
heaviside | 2c | R heaviside is not yet implemented for complex tensors.
xlogy | 2c | "xlogy_cpu"
lerp.Scalar | bi | "lerp_kernel_scalar"
lerp.Tensor | bi | "lerp_kernel_tensor"
view_as_complex | bicw | R view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: %s
sort argsort msort | c | R  Sort does not support complex dtypes on CPU
median.default nanmedian.default | bc | "median_cpu"
median.dim nanmedian.dim | bc | "median_out"
cummax | c | "cummax_cpu"
cummin | c | "cummin_cpu"
max.dim | c | R max(): does not support complex input
min.dim | c | R min(): does not support complex input
max.other | 2c | R maximum not implemented for complex tensors.
min.other | 2c | R minimum not implemented for complex tensors.
max.default | c | "max_all"
min.default | c | "min_all"
argmax | bc | R argmax(): does not support %s input
argmin | bc | R argmin(): does not support %s input
amax | c | "max_values_cpu"
amin | c | "min_values_cpu"
aminmax | c | "aminmax_cpu"
unique _unique2 unique_consecutive | c | "unique"
unique_dim | c | "unique_dim"
logcumsumexp | bi | "logcumsumexp_out_cpu"
nansum | c | R nansum on CPU does not support complex inputs
nanmean | bi | R nanmean(): expected input to have floating point or complex dtype but got %s
std_mean | bi | R std_mean only support floating point and complex dtypes
var_mean | bi | R var_mean only support floating point and complex dtypes
cov corrcoef | b | N cov(): bool dtype is not supported for input
trapezoid.x trapezoid.dx | b | N trapezoid: received a bool input for |y|, but bool is not supported
histogram | bichw | "histogramdd"
searchsorted bucketize | 2bc | "searchsorted_out_cpu"
isin | bc | R Unsupported input type encountered for isin(): %s
cdist | hw | "cdist"
cdist | bic | R cdist only supports floating-point dtypes, X1 got: %s
mm addmm | b | "addmm_impl_cpu_"
bmm | b | "bmm"
baddbmm | b | "baddbmm"
addbmm | b | "addmm_impl_cpu_"
mv addmv | b | "addmv_impl_cpu"
dot vdot | b | "dot"
orgqr | ihw | "orgqr_cpu"
_fft_c2c _fft_r2c _fft_c2r fft_fft fft_ifft fft_rfft fft_irfft fft_hfft fft_ihfft fft_fft2 fft_ifft2 fft_fftn fft_ifftn fft_rfft2 fft_rfftn fft_irfft2 fft_irfftn fft_hfft2 fft_hfftn fft_ihfft2 fft_ihfftn | hw | N Unsupported dtype %s
smooth_l1_loss | 2bic | "smooth_l1_cpu"
mse_loss | 2bic | "mse_cpu"
huber_loss | 2bic | "huber_cpu"
binary_cross_entropy | bic | "binary_cross_entropy"
multi_margin_loss nn.functional.multi_margin_loss | bichw | "multi_margin_loss_cpu_kernel"
ctc_loss nn.functional.ctc_loss | bichw | "ctc_loss_cpu"
avg_pool1d avg_pool2d | bcj | "avg_pool2d"
avg_pool3d | bcjhw | "avg_pool3d_out_frame"
_softmax_backward_data | bic | "softmax_backward_lastdim_kernel_impl"
_log_softmax_backward_data | bic | "log_softmax_backward_lastdim_kernel_impl"
fractional_max_pool2d | c | "fractional_max_pool2d_out_frame"
fractional_max_pool3d | c | "fractional_max_pool3d_out_frame"
multilabel_margin_loss | bichw | "multilabel_margin_loss_forward_out_frame"
max_pool1d | bic | "max_pool1d_impl"
max_pool2d_with_indices_backward | bic | "max_pool2d_backward"
index_reduce | bc | "index_func_"
bernoulli.Tensor | c | "bernoulli_tensor_cpu_self_"
max_pool1d_with_indices max_pool2d max_pool2d_with_indices | bc | "max_pool2d"
max_pool3d max_pool3d_with_indices | bc | "max_pool3d"
adaptive_avg_pool1d adaptive_avg_pool2d | bic | "adaptive_avg_pool2d"
adaptive_avg_pool3d | bic | "adaptive_avg_pool3d_cpu"
adaptive_max_pool1d adaptive_max_pool2d | bic | "adaptive_max_pool2d"
adaptive_max_pool3d | bic | "adaptive_max_pool3d_cpu"
max_unpool2d nn.functional.max_unpool1d nn.functional.max_unpool2d | bic | "max_unpool2d"
max_unpool3d nn.functional.max_unpool3d | bic | "max_unpool3d"
multilabel_margin_loss | bichw | "multilabel_margin_loss_forward_out_frame"
pdist | hw | "pdist"
mode | c | "mode_cpu"
col2im | i | "col2im_out_cpu"
im2col | i | "im2col_out_cpu"
batch_norm native_batch_norm instance_norm nn.functional.instance_norm | bic | "batch_norm"
layer_norm native_layer_norm | bic | "LayerNormKernelImpl"
group_norm | bic | "GroupNormKernelImpl"
rms_norm nn.functional.rms_norm | bi | "rms_norm"
bernoulli.p bernoulli.float | c | "bernoulli_scalar_cpu_"
bernoulli.default | bi | "bernoulli_tensor_cpu_p_"
bernoulli.default | c | "bernoulli_tensor_cpu_self_"
poisson | bic | "poisson_cpu"
cauchy | bic | R Cauchy distribution is a continuous probability distribution. dtype must be a floating point but you specified %C
exponential | bic | R Exponential distribution is a continuous probability distribution. dtype must be a floating point but you specified %s
geometric | bc | "geometric_cpu"
log_normal | bic | "log_normal_cpu"
addcmul | 3b | "addcmul_cpu_out"
bincount | bfc | "bincount_cpu"
bitwise_and | 2fc | "bitwise_and_cpu"
bitwise_or | 2fc | "bitwise_or_cpu"
bitwise_xor | 2fc | "bitwise_xor_cpu"
bitwise_left_shift | 2bfc | "lshift_cpu"
bitwise_right_shift | 2bfc | "rshift_cpu"
cholesky_inverse | bihw | "cholesky_inverse_out_cpu"
cholesky_solve | bihw | "cholesky_solve_cpu"
nn.functional.margin_ranking_loss | c | N clamp is not supported for complex types
clamp_max.Tensor | c | "minimum_cpu"
clamp_min.Tensor | c | "maximum_cpu"
clamp_max.default clamp_min.default | c | N clamp is not supported for complex types
conv1d conv2d | b | "slow_conv2d_cpu"
conv_transpose1d conv_transpose2d | bj | "slow_conv_transpose2d_out_cpu"
conv_transpose3d | bj | "slow_conv_transpose3d_out_cpu"
copysign | 2c | "copysign_cpu"
cross linalg_cross | b | "cross"
cumulative_trapezoid | b | N cumulative_trapezoid: received a bool input for |x| or |y|, but bool is not supported
dist | i | R norm(): input dtype should be either floating point or complex. Got %s instead.
dist gradient | b | N Subtraction, the |-| operator, with two bool tensors is not supported. Use the |^| or |logical_xor()| operator instead.
floor_divide | 2bc | "div_floor_cpu"
fmod | 2bc | "fmod_cpu"
gcd | 2bfc | "gcd_cpu"
geqrf | bihw | "geqrf_cpu"
grid_sampler_2d nn.functional.grid_sample | bic | "grid_sampler_2d_cpu_kernel_impl"
grid_sampler_3d | bic | "grid_sampler3d_cpu"
histc | ic | "histogram_cpu"
histc | b | "linspace_cpu"
kthvalue | bc | "kthvalue_cpu"
lcm | 2bfc | "lcm_cpu"
linalg_eig linalg_eigvals | hw | "linalg_eig_out_cpu"
linalg_eig linalg_eigvals | bi | R Unknown Complex ScalarType for %s
linalg_eigh linalg_eigvalsh | bihw | "linalg_eigh_cpu"
linalg_householder_product | bihw | "orgqr_cpu"
linalg_inv_ex | hw | R linalg.inv: Low precision dtypes not supported. Got %s
linalg_inv_ex | bi | R linalg.inv: Expected a floating point or complex tensor as input. Got %s
linalg_lu linalg_lu_factor linalg_lu_factor_ex lu | bihw | "lu_cpu"
linalg_lu_solve lu_solve | bi | R torch.linalg.lu_solve: Expected a floating point or complex tensor as input. Got %s
linalg_matrix_norm | bi | R linalg.matrix_norm: Expected a floating point or complex tensor as input. Got %s
linalg_solve linalg_solve_ex linalg_tensorsolve | bi | R linalg.solve: Expected a floating point or complex tensor as input. Got %s
triangular_solve | bihw | "triangular_solve_cpu"
linalg_tensorsolve | hw | "lu_cpu"
linalg_vander | bhw | R linalg.vander supports floating point, complex, and integer tensors, but got %s
linalg_vecdot | bi | R linalg.vecdot: Expected a floating point or complex tensor as input. Got %s
logdet | hw | R logdet: Low precision dtypes not supported. Got %s
logdet | bi | R logdet: Expected a floating point or complex tensor as input. Got %s
mvlgamma | b | R The input tensor may not be a boolean tensor.
mvlgamma | c | "arange_cpu"
nn.functional.soft_margin_loss | i | R result type Float can't be cast to the desired output type %s
nn.functional.soft_margin_loss | b | N Negation, the |-| operator, on a bool tensor is not supported. If you are trying to invert a mask, use the |~| or |logical_not()| operator instead.
normal.Tensor_float normal.Tensor_Tensor normal.float_Tensor | bi | "normal_kernel_cpu"
normal.float_Tensor | c | R normal expects standard deviation to be non-complex
ormqr | bihw | "ormqr_cpu"
pdist | bic | R pdist only supports floating-point dtypes
positive | b | N The |+| operator, on a bool tensor is not supported.
pow | 2b | "pow"
randint_like | c | R check_random_bounds handles only integral, floating-point and boolean types
remainder | 2bc | "remainder_cpu"
special_i1 | c | "i1_cpu"
special_ndtr | c | "erf_vml_cpu"
stft | hw | N real-to-complex FFT is not implemented for %s on CPU
topk | b | R topk does not support bool dtypes on CPU
topk | c | R  topk does not support complex dtypes on CPU
trace | b | "trace"
sqrt | k | "sqrt_vml_cpu"
exp | k | "exp_vml_cpu"
expm1 | k | "expm1_vml_cpu"
log | k | "log_vml_cpu"
log2 | k | "log2_vml_cpu"
log10 | k | "log10_vml_cpu"
log1p | k | "log1p_vml_cpu"
sin | k | "sin_vml_cpu"
cos | k | "cos_vml_cpu"
tan | k | "tan_vml_cpu"
asin | k | "asin_vml_cpu"
acos | k | "acos_vml_cpu"
atan | k | "atan_vml_cpu"
tanh | k | "tanh_vml_cpu"
reciprocal | k | "reciprocal_cpu"
rsqrt | k | "rsqrt_cpu"
sinh | k | "sinh_cpu"
cosh | k | "cosh_cpu"
asinh | k | "asinh_cpu"
acosh | k | "acosh_cpu"
atanh | k | "atanh_cpu"
sigmoid | k | "sigmoid_cpu"
angle | k | "angle_cpu"
sinc | k | "sinc_cpu"
trace | k | "trace"
exp2 | k | "exp2"
square | k | "pow"
special_expit | k | "sigmoid_cpu"
nansum trapezoid trapz cov | k | "sum_cpu"
cumulative_trapezoid | k | "cumsum_out_cpu"
logcumsumexp | k | "logcumsumexp_out_cpu"
logical_not | k | "logical_not_cpu"
logical_and | 2k | "logical_and_cpu"
logical_or | 2k | "logical_or_cpu"
logical_xor | 2k | "logical_xor_cpu"
div | 2k | "div_cpu"
pow | 2k | "pow"
dot inner | k | "dot"
vdot | k | "vdot"
mm matmul addmm linear addbmm tensordot chain_matmul linalg_multi_dot nn.functional.linear | k | "addmm_impl_cpu_"
bmm einsum | k | "bmm"
baddbmm | k | "baddbmm"
mv addmv | k | "addmv_impl_cpu"
addr | k | "addr_cpu"
addcdiv | k | "addcdiv_cpu_out"
lerp | k | "lerp_kernel_scalar"
gather scatter scatter_add scatter_reduce | k | "scatter_gather_tensor_cpu"
take | k | "take_cpu"
masked_scatter | k | "masked_scatter"
logsumexp | k | "exp_vml_cpu"
equal | k | "equal_cpu"
linalg_svd | k | "linalg_svd_cpu"
linalg_det det | k | "lu_cpu"
linalg_inv linalg_inv_ex inverse | k | R linalg.inv: Low precision dtypes not supported. Got %s
add sub rsub | 28u | "add_stub"
mul | 281 | "mul_cpu_reduced_float"
div true_divide | 281 | "div_cpu_reduced_float"
div true_divide | 28 | "div_cpu"
pow | 28u | "pow"
floor_divide | 281 | "div_floor_cpu_reduced_float"
floor_divide | 28 | "div_floor_cpu"
floor_divide | 2u | "div_floor_cpu"
atan2 | 28 | "atan2_cpu"
maximum | 28 | "maximum_cpu"
minimum | 28 | "minimum_cpu"
remainder | 28 | "remainder_cpu"
hypot | 28 | "hypot_cpu"
copysign | 28 | "copysign_cpu"
nextafter | 28 | "nextafter_cpu"
xlogy | 28 | "xlogy_cpu"
lt | 28 | "lt_cpu"
gt | 28 | "gt_cpu"
le | 28 | "le_cpu"
ge | 28 | "ge_cpu"
bitwise_left_shift | 2u | "lshift_cpu"
bitwise_right_shift | 2u | "rshift_cpu"
abs | u | "abs_cpu"
heaviside | 2u8 | R heaviside is not yet implemented for tensors with different dtypes.
square | 8u | "pow"
relu | 8u | "clamp_min_scalar_cpu"
hardtanh | 8u | "clamp_scalar_cpu"
masked_fill | 8u | "masked_fill"
take | 8u | "take_cpu"
nonzero | 8u | "nonzero_count_cpu"
tril | 8u | "tril"
triu | 8u | "triu"
max | 8u | "max_all"
min | 8u | "min_all"
amax | 8u | "max_values_cpu"
amin | 8u | "min_values_cpu"
mm | u | "addmm_impl_cpu_"
_softmax | 8u | "softmax_kernel_impl"
dot | 8u | "dot"
bernoulli | 8u | "bernoulli_scalar_cpu_"
index_put | u | "index_put"
trace | 8u | "trace"
cross linalg_cross | 8u | "cross"
addcmul | 8u | "addcmul_cpu_out"
gelu | 8u | "GeluKernelImpl"
sgn | 8u | "sign_cpu"
bincount | u | "bincount_cpu"
histc | 8u | "aminmax_cpu"
fmod | 28 | "fmod_cpu"
flip | 8 | "flip_cpu"
histogram | 8 | "histogramdd"
exp | 8 | "exp_vml_cpu"
log | 8 | "log_vml_cpu"
sqrt | 8 | "sqrt_vml_cpu"
sin | 8 | "sin_vml_cpu"
cos | 8 | "cos_vml_cpu"
tanh | 8 | "tanh_vml_cpu"
floor | 8 | "floor_vml_cpu"
ceil | 8 | "ceil_vml_cpu"
round | 8 | "round_vml_cpu"
trunc | 8 | "trunc_vml_cpu"
erf | 8 | "erf_vml_cpu"
lgamma | 8 | "lgamma_vml_cpu"
expm1 | 8 | "expm1_vml_cpu"
log1p | 8 | "log1p_vml_cpu"
digamma | 8 | "digamma"
nan_to_num | 8 | "nan_to_num"
sigmoid | 8 | "sigmoid_cpu_reduced_float"
deg2rad rad2deg | 8 | "mul_cpu_reduced_float"
mean | 8 | "sum_cpu"
prod | 8 | "prod_out_cpu"
cumsum | 8 | "cumsum_out_cpu"
cumprod | 8 | "cumprod_out_cpu"
sort | 8 | "sorting_kernel_method_name"
gather scatter scatter_add index_add | 8 | "scatter_gather_tensor_cpu"
_unique2 | 8 | "unique"
normal | 8 | "normal_kernel_cpu"
random | 8uk | "random_kernel_cpu"
logical_and | 8 | "logical_and_cpu"
logical_or | 8 | "logical_or_cpu"
logical_xor | 8 | "logical_xor_cpu"
logical_not | 8 | "logical_not_cpu"
isin | 8uk | "isin_default_cpu"
unique_consecutive | 8 | "unique"
fmax | 8 | "fmax_cpu"
fmin | 8 | "fmin_cpu"
exponential | 8 | "exponential_cpu"
heaviside | 8u | "heaviside_cpu"
frexp | u | R torch.frexp() only supports floating-point dtypes
uniform | 8 | "check_uniform_bounds"
linalg_vector_norm norm | 8 | "norm_cpu"
var std | 8 | R std_var_all: Unsupported dtype %s
var std | u | R std and var only support floating point and complex dtypes
lerp | 8 | "lerp_kernel_scalar"
native_layer_norm | 8 | "LayerNormKernelImpl"
convolution _convolution | 8u | "slow_conv2d_cpu"
trapezoid | b | N trapezoid: received a bool input for |x| or |y|, but bool is not supported
`

// refusal is one line of the table for one operator.
type refusal struct {
	classes string
	text    string
}

// parseRefusals reads the table: the lines of an operator by its name, with or without an overload.
func parseRefusals() map[string][]refusal {
	out := map[string][]refusal{}
	for _, line := range strings.Split(strings.TrimSpace(refusalTable), "\n") {
		parts := strings.SplitN(line, " | ", 3)
		for _, name := range strings.Fields(parts[0]) {
			out[name] = append(out[name], refusal{strings.TrimSpace(parts[1]), parts[2]})
		}
	}
	return out
}

// refuse throws where the table refuses the arguments of an operator.
func (e *entry) refuse(ctx *Context, op *Op, args []Value) {
	if len(args) == 0 || !isTensor(args[0]) {
		return
	}
	for _, r := range e.refuses {
		d := dtypeOf(args[0])
		classes := r.classes
		if i := int(classes[len(classes)-1] - '0'); classes[0] == 'g' {
			if i < len(args) && ctx.gradEnabled && RequiresGrad(args[i]) {
				throwRuntime("The function '%s' is not differentiable with respect to argument '%s'. This input cannot have requires_grad True.", strings.Replace(e.S[:strings.IndexAny(e.S, ".(")], "_native_batch_norm_legit_no_training", "native_batch_norm", 1), r.text)
			}
			continue
		}
		switch classes[0] {
		case '2':
			d = ctx.ResultType(args[0], args[1])
		case '3':
			d = ctx.ResultType(args[0], args[1], args[2])
		}
		if !strings.ContainsAny(classes, classOf(d)) || strings.HasSuffix(classes, "1") && !isOneElement(args[1]) {
			continue
		}
		if f := sizesBeforeTypes[op.Name]; f != nil {
			f(ctx, args)
		} else if f := poolChecks[op.Name]; f != nil {
			f(ctx, args)
		}
		if classes[0] == '2' && r.text[0] == '"' {
			checkOperands(ctx, op, args, d)
		}
		name := d.ScalarName()
		switch {
		case r.text[0] == '"':
			notImplemented(strings.Trim(r.text, `"`), d)
		case strings.HasPrefix(r.text, "R arg"): // "does not support bool input"
			throwRuntime("%s", fmt.Sprintf(r.text[2:], className(d)))
		case strings.Contains(r.text, "%C"):
			throw(refusalKinds[r.text[0]], "%s", strings.ReplaceAll(r.text[2:], "%C", d.CName()))
		case strings.Contains(r.text, "%s"):
			throw(refusalKinds[r.text[0]], "%s", fmt.Sprintf(r.text[2:], name))
		}
		throw(refusalKinds[r.text[0]], "%s", strings.ReplaceAll(r.text[2:], "|", "`"))
	}
}

// isOneElement says whether an operand is a number, or a tensor of one.
func isOneElement(v Value) bool {
	if !isTensor(v) {
		return true
	}
	n, known := numelOf(v).Const()
	return known && n == 1
}

// checkOperands throws what PyTorch finds before it looks for the kernel of an elementwise operator of two operands: elements of the target
// that lie at one place, sizes that do not fit, a target that cannot hold the result.
func checkOperands(ctx *Context, op *Op, args []Value, result tensor.DType) {
	var target Value
	switch op.Variant {
	case InPlace:
		target = args[0]
	case Out:
		target = args[len(args)-1]
	}
	if t, ok := target.(*tensor.Tensor); ok {
		checkWritable(op, t, nil)
	}
	sizes := sizesOf(args[0])
	if isTensor(args[1]) {
		sizes = broadcast2(ctx, sizes, sizesOf(args[1]))
	}
	switch op.Variant {
	case InPlace:
		checkInPlace(ctx, op, metaOf(target), &Fake{Sizes: sizes, DType: result})
	case Out:
		checkOutType(op, args, 0, result, dtypeOf(target))
	}
}

var refusalKinds = map[byte]string{'N': "NotImplementedError", 'R': "RuntimeError"}

// classOf is the letters of the classes that a type belongs to.
func classOf(d tensor.DType) string {
	switch {
	case d == tensor.Bool:
		return "b"
	case d == tensor.Int64:
		return "i"
	case d.IsWideUnsigned():
		return "iju"
	case d.IsIntOrBool():
		return "ij"
	case d == tensor.Complex32:
		return "ck"
	case d.IsComplex():
		return "c"
	case d == tensor.Float16:
		return "fh"
	case d == tensor.BFloat16:
		return "fw"
	case d.IsFloat8():
		return "f8"
	}
	return "f"
}

func className(d tensor.DType) string {
	if d == tensor.Bool {
		return "bool"
	}
	return "complex"
}
