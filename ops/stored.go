package ops

import (
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// storedKernels are the operators that take wide unsigned integers and floats of one byte as they are: they move elements, or
// compare them for equality. Those of widenedKernels compute with unsigned integers as int64 and give another type, those of
// floatingKernels make floats of them first, as of other integers. Operators of promotedKernels compute in the type of both
// operands, so beside floats they take whatever is no float.
var (
	storedKernels = nameSet(`_to_copy copy copy_ clone fill fill_ zero_ empty empty_like empty_strided zeros zeros_like ones ones_like full full_like new_full
		eq ne bitwise_and bitwise_or bitwise_xor mul flip roll cat abs embedding stack index index_select gather take where sort floor ceil trunc round unique unique2
		repeat scatter index_put random randint _local_scalar_dense masked_select isnan equal constant_pad_nd contiguous as_strided_copy
		is_nonzero _unique2 unique_dim unique_consecutive repeat_interleave unfold_copy detach_copy tril triu view_as_real masked_scatter
		select_scatter slice_scatter diagonal_scatter as_strided_scatter slice_backward scalar_tensor permute_copy empty_permuted randint_like`)
	widenedKernels  = nameSet("sum nansum prod cumsum cumprod div sqrt isclose mean isinf isfinite any all")
	promotedKernels = nameSet(`add sub rsub mul div true_divide floor_divide remainder fmod pow float_power maximum minimum fmax fmin hypot atan2 copysign lt le gt ge eq ne
		logical_and logical_or logical_xor xlogy nextafter heaviside`)
	floatingKernels = nameSet(`acos acosh angle asin asinh atan atan2 atanh copysign cos cosh deg2rad digamma erf erfc erfinv exp exp2 expm1 i0 lgamma log log10 log1p log2 logit
		rad2deg reciprocal rsqrt sigmoid sin sinc sinh tan tanh xlogy special_airy_ai special_bessel_j0 special_bessel_j1 special_bessel_y0 special_bessel_y1
		special_chebyshev_polynomial_t special_chebyshev_polynomial_u special_chebyshev_polynomial_v special_chebyshev_polynomial_w special_entr special_erfcx
		special_hermite_polynomial_h special_hermite_polynomial_he special_i0e special_i1 special_i1e special_laguerre_polynomial_l
		special_legendre_polynomial_p special_log_ndtr special_modified_bessel_i0 special_modified_bessel_i1 special_modified_bessel_k0
		special_modified_bessel_k1 special_ndtr special_ndtri special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1
		special_shifted_chebyshev_polynomial_t special_shifted_chebyshev_polynomial_u special_shifted_chebyshev_polynomial_v
		special_shifted_chebyshev_polynomial_w special_spherical_bessel_j0 special_xlog1py special_zeta`)
)

func nameSet(text string) map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(text) {
		set[name] = true
	}
	return set
}

// storedOnly brings the arguments of a call with elements of such a type into a type that the operator computes with, and
// refuses where there is none. Results have the type that follows from the arguments, as PyTorch's have.
func storedOnly(ctx *Context, op *Op, args []Value) []Value {
	name, _, _ := strings.Cut(op.Name, ".")
	if promotedKernels[strings.TrimSuffix(name, "_")] && len(args) > 1 {
		if d := ctx.ResultType(args[0], args[1]); d.IsFloat() {
			return convertedTo(d, args)
		}
	}
	for i, v := range args {
		switch v := v.(type) {
		case *tensor.Tensor:
			if v == nil || v.DType() <= tensor.Complex128 {
				continue
			}
			if v.DType().IsWideUnsigned() && widenedKernels[name] {
				wider := tensor.Int64
				switch {
				case name == "any" || name == "all":
					wider = tensor.Bool
				case v.DType() == tensor.Uint64 && (name == "div" || name == "sqrt"):
					wider = ctx.DefaultDType()
				case v.DType() == tensor.Uint64 && name == "isclose":
					wider = tensor.Float64
				}
				args = append(Args(nil), args...)
				args[i] = v.To(wider)
				continue
			}
			if v.DType().IsFloat8() && (name == "any" || name == "all") {
				args = append(Args(nil), args...)
				args[i] = v.To(tensor.Bool)
				continue
			}
			if v.DType().IsWideUnsigned() && floatingKernels[name] {
				args = append(Args(nil), args...)
				args[i] = v.To(ctx.DefaultDType())
				continue
			}
			if !storedKernels[strings.TrimSuffix(name, "_")] && !storedKernels[name] {
				notImplemented(name+"_cpu", v.DType())
			}
		case []Value:
			for _, item := range v {
				if t, ok := item.(*tensor.Tensor); ok && t != nil && t.DType() > tensor.Complex128 && !storedKernels[name] {
					notImplemented(name+"_cpu", t.DType())
				}
			}
		}
	}
	return args
}

// convertedTo gives arguments with the tensors of wide unsigned integers among them as another type.
func convertedTo(d tensor.DType, args []Value) []Value {
	out := append(Args(nil), args...)
	for i, v := range args {
		if t, ok := v.(*tensor.Tensor); ok && t != nil && t.DType().IsWideUnsigned() {
			out[i] = t.To(d)
		}
	}
	return out
}

// hasStoredOnly says whether an argument has elements of a type that few operators compute with.
func hasStoredOnly(args []Value) bool {
	for _, v := range args {
		if t, ok := v.(*tensor.Tensor); ok && t != nil && t.DType() > tensor.Complex128 {
			return true
		}
	}
	return false
}
