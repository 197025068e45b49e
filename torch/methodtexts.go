package torch

import (
	"fmt"
	"slices"
	"strings"
)

// PyTorch has most methods of tensors in a class below torch.Tensor, and some in Python; what is printed of them says which.

// functionsOfClass are the methods that PyTorch has in Python: functions, when they are taken from the class.
var functionsOfClass = strings.Fields(`__array__ __array_wrap__ __contains__ __deepcopy__ __dir__ __dlpack__ __dlpack_device__ __floordiv__ __format__ __hash__ __iter__ __len__ __rdiv__
	__reduce_ex__ __repr__ __reversed__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rpow__ __rrshift__ __rsub__ __setstate__ _reduce_ex_internal _typed_storage backward dim_order index
	is_shared istft lu module_load norm register_hook register_post_accumulate_grad_hook reinforce resize resize_as share_memory_ split stft storage storage_type to_sparse_coo unflatten
	unique unique_consecutive`)

// secondNames are those among them that are other methods by their names.
var secondNames = map[string]string{"__pow__": "TensorBase.pow", "__ipow__": "TensorBase.pow_", "__rtruediv__": "Tensor.__rdiv__"}

// methodText is what a method of the class prints, and its qualified name.
func methodText(name string, id uint64) (text, qualName string) {
	function := func(qualName string) (string, string) {
		return fmt.Sprintf("<function %s at %#x>", qualName, id), qualName
	}
	if second, ok := secondNames[name]; ok {
		return function(second)
	}
	if slices.Contains(functionsOfClass, name) {
		return function("Tensor." + name)
	}
	kind := "method"
	switch name {
	case "__getitem__", "__setitem__", "__delitem__", "__init__", "__str__", "__getattribute__", "__setattr__", "__delattr__":
		kind = "slot wrapper"
	}
	return fmt.Sprintf("<%s '%s' of 'torch._C.TensorBase' objects>", kind, name), "TensorBase." + name
}
