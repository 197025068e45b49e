package aot

import "strings"

// recomputable are the operators that PyTorch's partitioner may compute again in the backward pass (torch._functorch.partitioners.get_default_op_list of
// PyTorch 2.14): those of single elements, views, and what is as cheap. A list by name, because what is in it decides which graphs scripts see.
var recomputable = names(`
__and__ __lshift__ __or__ __rshift__ __xor__ _grad_sum_to_size _to_copy _unsafe_view abs acos acosh add addcdiv addcmul alias amax angle any arange
argmax as_strided asin asinh atan atan2 atanh bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor broadcast_tensors
ceil celu clamp clamp_max clamp_min clip clone conj_physical copysign cos cosh deg2rad digamma div elu empty empty_like eq equal erf erfc erfinv exp
exp2 expand expm1 float_power floor fmax fmin fmod frac frexp full full_like gather gcd ge gelu gelu_backward gt hardshrink hardsigmoid hardtanh
heaviside hypot i0 igamma igammac index isfinite isinf isnan isneginf isposinf lcm ldexp le leaky_relu lerp lgamma lift_fresh_copy log log10 log1p
log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor logit logit_backward lt masked_fill max maximum mean min minimum mish mul
mvlgamma nan_to_num native_dropout_backward ne neg new_zeros nextafter ones permute polygamma positive pow rad2deg reciprocal relu relu6 remainder
reshape round rrelu rsqrt rsub scalar_tensor select selu sgn sigmoid sigmoid_backward sign signbit silu silu_backward sin sinc sinh slice softplus
softshrink special_airy_ai special_bessel_j0 special_bessel_j1 special_bessel_y0 special_bessel_y1 special_chebyshev_polynomial_t
special_chebyshev_polynomial_u special_chebyshev_polynomial_v special_chebyshev_polynomial_w special_entr special_erfcx special_hermite_polynomial_h
special_hermite_polynomial_he special_i0e special_i1 special_i1e special_laguerre_polynomial_l special_legendre_polynomial_p special_log_ndtr
special_modified_bessel_i0 special_modified_bessel_i1 special_modified_bessel_k0 special_modified_bessel_k1 special_ndtri
special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1 special_shifted_chebyshev_polynomial_t special_shifted_chebyshev_polynomial_u
special_shifted_chebyshev_polynomial_v special_shifted_chebyshev_polynomial_w special_spherical_bessel_j0 special_xlog1py special_zeta split sqrt
square squeeze std sub sum sum_to_size t tan tanh tanh_backward threshold threshold_backward to triu true_divide trunc type_as unsqueeze var var_mean
view where xlogy zeros zeros_like
`)

// fusible are those that a kernel computes along with its neighbours.
var fusible = names("native_dropout rand_like randn_like")

// viewNames are the views that PyTorch's partitioner takes for such.
var viewNames = names("alias as_strided expand permute select slice split squeeze t unsqueeze view")

func names(text string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(text) {
		set[name] = true
	}
	return set
}
