"""Helpers of rules for tensors of vmap's levels."""
from torch._C._functorch import get_unwrapped, is_batchedtensor, maybe_get_bdim, maybe_get_level


def _unwrap_batched(tensor, level):
    """What a tensor of that level stands for, with the place of the mapped dimension; another tensor with None."""
    if is_batchedtensor(tensor) and maybe_get_level(tensor) == level:
        return get_unwrapped(tensor), maybe_get_bdim(tensor)
    return tensor, None


def reshape_dim_into(src, dst, x):
    """Dimension src merged in front of dst, which is counted without src."""
    src %= x.dim()
    dst %= x.dim() - 1
    sizes = [s for i, s in enumerate(x.shape) if i != src]
    sizes[dst] *= x.shape[src]
    return x.movedim(src, dst).reshape(sizes)


def reshape_dim_outof(src, size, x):
    """Dimension src split into size and what is left."""
    src %= x.dim()
    if x.shape[src] % size:
        raise RuntimeError("shape[src] % size1 == 0 INTERNAL ASSERT FAILED")
    return x.reshape(*x.shape[:src], size, x.shape[src] // size, *x.shape[src + 1:])
