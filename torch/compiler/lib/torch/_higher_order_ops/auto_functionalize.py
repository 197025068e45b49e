"""Calls of operators of scripts that change their arguments, as graphs without changes in place show them."""


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
