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
		repeat scatter index_put random randint float_power _local_scalar_dense masked_select isnan equal constant_pad_nd contiguous as_strided_copy
		is_nonzero _unique2 unique_dim unique_consecutive repeat_interleave unfold_copy detach_copy tril triu view_as_real masked_scatter
		select_scatter slice_scatter diagonal_scatter as_strided_scatter slice_backward scalar_tensor permute_copy empty_permuted randint_like
		_unsafe_view new_empty new_empty_strided new_ones new_zeros`)
	widenedKernels = nameSet(`sum nansum prod cumsum cumprod div sqrt isclose mean isinf isfinite any all
		isneginf isposinf isreal signbit`)
	promotedKernels = nameSet(`add sub rsub mul div true_divide floor_divide remainder fmod pow maximum minimum fmax fmin hypot atan2 copysign lt le gt ge eq ne
		logical_and logical_or logical_xor xlogy nextafter heaviside clamp clamp_min clamp_max`)
	floatingKernels = nameSet(`acos acosh angle asin asinh atan atan2 atanh copysign cos cosh deg2rad digamma erf erfc erfinv exp exp2 expm1 i0 lgamma log log10 log1p log2 logit logsumexp
		rad2deg reciprocal rsqrt sigmoid sin sinc sinh tan tanh xlogy special_airy_ai special_bessel_j0 special_bessel_j1 special_bessel_y0 special_bessel_y1
		special_chebyshev_polynomial_t special_chebyshev_polynomial_u special_chebyshev_polynomial_v special_chebyshev_polynomial_w special_entr special_erfcx
		special_hermite_polynomial_h special_hermite_polynomial_he special_i0e special_i1 special_i1e special_laguerre_polynomial_l
		special_legendre_polynomial_p special_log_ndtr special_modified_bessel_i0 special_modified_bessel_i1 special_modified_bessel_k0
		special_modified_bessel_k1 special_ndtr special_ndtri special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1
		special_shifted_chebyshev_polynomial_t special_shifted_chebyshev_polynomial_u special_shifted_chebyshev_polynomial_v
		special_shifted_chebyshev_polynomial_w special_spherical_bessel_j0 special_xlog1py special_zeta`)
)

// kernelNames are PyTorch's names of kernels, by operators, where they are not the name of the operator and "_cpu".
var kernelNames = namePairs(`acos=acos_vml_cpu addcdiv=addcdiv_cpu_out addmm=addmm_impl_cpu_ aminmax=aminmax_cpu asin=asin_vml_cpu atan=atan_vml_cpu baddbmm=baddbmm bmm=bmm
	cdist=cdist clamp_max=clamp_max_scalar_cpu clamp_min=clamp_min_scalar_cpu equal=equal_notnan_cpu erfc=erfc_vml_cpu erfinv=erfinv_vml_cpu exp2=exp2 histc=aminmax_cpu i0=i0_vml_cpu
	isfinite=isfinite isinf=isinf log10=log10_vml_cpu log2=log2_vml_cpu logcumsumexp=logcumsumexp_out_cpu mm=addmm_impl_cpu_ mv=addmv_impl_cpu nanmedian=median_cpu put=take_put_cpu
	rand_like=check_uniform_bounds randn_like=normal_kernel_cpu reflection_pad1d=reflection_pad1d replication_pad1d=replication_pad1d searchsorted=searchsorted_out_cpu tan=tan_vml_cpu`)

// kernelName is PyTorch's name of the kernel of an operator.
func kernelName(name string) string {
	if kernel, special := kernelNames[name]; special {
		return kernel
	}
	return name + "_cpu"
}

// kernelFor is kernelName, for operators that have several of them.
func kernelFor(name string, args []Value) string {
	if name != "clamp" {
		return kernelName(name)
	}
	lo, hi := args[1], args[2]
	switch {
	case isTensor(lo) && isTensor(hi):
		return "clamp_cpu"
	case isTensor(lo):
		return "maximum_cpu"
	case isTensor(hi):
		return "minimum_cpu"
	case hi == nil:
		return "clamp_min_scalar_cpu"
	case lo == nil:
		return "clamp_max_scalar_cpu"
	}
	return "clamp_scalar_cpu"
}

// laidOutAs is a tensor as another type, its elements in the order that they have in memory where they lie close.
func laidOutAs(t *tensor.Tensor, d tensor.DType) *tensor.Tensor {
	if t.IsContiguous() || !t.IsDense() {
		return t.To(d)
	}
	out := tensor.NewStridedUninit(d, t.Sizes(), t.Strides())
	tensor.Copy(out, t)
	return out
}

func namePairs(text string) map[string]string {
	pairs := map[string]string{}
	for pair := range strings.FieldsSeq(text) {
		name, other, _ := strings.Cut(pair, "=")
		pairs[name] = other
	}
	return pairs
}

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
		operands := args[:2]
		if name == "clamp" {
			operands = args[:3]
		}
		if d := ctx.ResultType(operands...); d.IsFloat() && !(d.IsFloat8() && name == "clamp") {
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
				args[i] = laidOutAs(v, wider)
				continue
			}
			if v.DType().IsFloat8() && (name == "any" || name == "all") {
				args = append(Args(nil), args...)
				args[i] = laidOutAs(v, tensor.Bool)
				continue
			}
			if d := v.DType(); d == tensor.Float8E5M2 && (name == "isinf" || name == "isfinite") || d.IsFloat8() && name == "isreal" {
				args = append(Args(nil), args...)
				args[i] = laidOutAs(v, tensor.Float32)
				continue
			}
			if v.DType().IsWideUnsigned() && floatingKernels[name] {
				args = append(Args(nil), args...)
				args[i] = laidOutAs(v, ctx.DefaultDType())
				continue
			}
			if !storedKernels[strings.TrimSuffix(name, "_")] && !storedKernels[name] {
				notImplemented(kernelFor(name, args), v.DType())
			}
		case []Value:
			for _, item := range v {
				if t, ok := item.(*tensor.Tensor); ok && t != nil && t.DType() > tensor.Complex128 && !storedKernels[name] {
					notImplemented(kernelName(name), t.DType())
				}
			}
		}
	}
	return args
}

// computedIn is the type that an operator computes in whose result is of the type d again.
func computedIn(name string, d tensor.DType) (tensor.DType, bool) {
	switch name {
	case "index_add", "scatter_add", "nan_to_num":
		return tensor.Int64, d.IsWideUnsigned()
	case "mm", "addmm":
		return tensor.Float32, d.IsFloat8() && d != tensor.Float8E8M0FNU
	}
	return d, false
}

// inWiderType computes what gives the type of its operands again in one that has room for the steps between; ok says whether there is one.
func (ctx *Context) inWiderType(op *Op, args []Value) (outs []Value, ok bool) {
	first, isTensor := args[0].(*tensor.Tensor)
	if !isTensor || op.Variant != Plain {
		return nil, false
	}
	wider, ok := computedIn(op.Name, first.DType())
	if !ok {
		return nil, false
	}
	wide := append([]Value(nil), args...)
	for i, v := range args {
		if t, ok := v.(*tensor.Tensor); ok && t != nil && t.DType() == first.DType() {
			wide[i] = laidOutAs(t, wider)
		}
	}
	outs = ctx.eager(op, wide)
	for i, v := range outs {
		outs[i] = laidOutAs(v.(*tensor.Tensor), first.DType())
	}
	return outs, true
}

// convertedTo gives arguments with the tensors of wide unsigned integers among them as another type.
func convertedTo(d tensor.DType, args []Value) []Value {
	out := append(Args(nil), args...)
	for i, v := range args {
		if t, ok := v.(*tensor.Tensor); ok && t != nil && t.DType().IsWideUnsigned() {
			out[i] = laidOutAs(t, d)
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
