package ops

import (
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// storedKernels are the operators that take wide unsigned integers and floats of one byte as they are: they move elements, or
// compare them for equality. Those of widenedKernels compute with unsigned integers as int64 and give another type.
var (
	storedKernels = nameSet(`_to_copy copy copy_ clone fill fill_ zero_ empty empty_like empty_strided zeros zeros_like ones ones_like full full_like new_full
		eq ne bitwise_and bitwise_or bitwise_xor bitwise_not mul flip roll cat stack index index_select gather take where sort unique unique2
		repeat scatter index_put random randint _local_scalar_dense nonzero masked_select all any isnan equal constant_pad_nd contiguous as_strided_copy
		is_nonzero abs _unique2 unique_dim unique_consecutive repeat_interleave unfold_copy detach_copy eye tril triu view_as_real masked_scatter
		select_scatter slice_scatter diagonal_scatter as_strided_scatter slice_backward scalar_tensor permute_copy empty_permuted randint_like`)
	widenedKernels = nameSet("sum prod cumsum cumprod div sqrt isclose mean isinf")
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
func storedOnly(op *Op, args []Value) []Value {
	name, _, _ := strings.Cut(op.Name, ".")
	for i, v := range args {
		switch v := v.(type) {
		case *tensor.Tensor:
			if v == nil || v.DType() <= tensor.Complex128 {
				continue
			}
			if v.DType().IsWideUnsigned() && widenedKernels[name] {
				wider := tensor.Int64
				if v.DType() == tensor.Uint64 && (name == "div" || name == "sqrt" || name == "isclose") {
					wider = tensor.Float64
				}
				args = append(Args(nil), args...)
				args[i] = v.To(wider)
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

// hasStoredOnly says whether an argument has elements of a type that few operators compute with.
func hasStoredOnly(args []Value) bool {
	for _, v := range args {
		if t, ok := v.(*tensor.Tensor); ok && t != nil && t.DType() > tensor.Complex128 {
			return true
		}
	}
	return false
}
