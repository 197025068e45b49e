"""Calls of operators of scripts that change their arguments, as graphs without changes in place show them."""


def _is_tensor_like(kind):
    """Whether a type of a schema is Tensor, Tensor?, Tensor[], Tensor[]? or Tensor?[]."""
    while kind.kind() in ("OptionalType", "ListType"):
        kind = kind.getElementType()
    return kind.kind() == "TensorType"


def can_auto_functionalize(op):
    """Whether an operator of a script changes nothing but tensors that it is given, and returns none of them."""
    import torch

    if not isinstance(op, torch._ops.OpOverload) or torch._library.utils.is_builtin(op) or not op._schema.is_mutable:
        return False
    for argument in op._schema.arguments:
        if argument.alias_info is not None and argument.alias_info.is_write and not _is_tensor_like(argument.type):
            return False
    if any(r.alias_info is not None or r.type.kind() != "TensorType" for r in op._schema.returns):
        return False
    return not torch._C._dispatch_has_kernel_for_dispatch_key(op.name(), "Functionalize")


def try_use_slice(base, tensor):
    """The dimension, first and last index of which a tensor is the slice of another with the same strides; None if it is none."""
    if tensor.storage_offset() == base.storage_offset() and tensor.size() == base.size() and tensor.stride() == base.stride():
        return 0, 0, base.size()[0]
    if tensor.stride() != base.stride() or tensor.dim() != base.dim():
        return None
    differing = [dim for dim, (own, whole) in enumerate(zip(tensor.size(), base.size())) if own != whole]
    if len(differing) != 1:
        return None
    dim = differing[0]
    start, rest = divmod(tensor.storage_offset() - base.storage_offset(), base.stride()[dim])
    end = start + tensor.size()[dim]
    if rest or start < 0 or end > base.size()[dim]:
        return None
    return dim, start, end


from torch._higher_order_ops._run import auto_functionalized, auto_functionalized_v2  # noqa: E402, F401

AutoFunctionalizedV2 = type(auto_functionalized_v2)
