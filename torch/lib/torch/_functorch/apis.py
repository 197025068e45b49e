"""vmap, grad and grad_and_value as users call them."""
import functools


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """func mapped over a dimension of its arguments, all elements at once."""
    from .vmap import _check_randomness, vmap_impl

    _check_randomness(randomness)
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    def wrapped(*args, **kwargs):
        return vmap_impl(func, in_dims, out_dims, randomness, chunk_size, *args, **kwargs)

    return functools.wraps(func)(wrapped) if hasattr(func, "__name__") else wrapped


def chunk_vmap(func, in_dims=0, out_dims=0, randomness="error", chunks=2):
    """vmap of pieces of the arguments, as many as chunks, one after the other."""
    from .vmap import _batch_size, _check_randomness, _dims_and_leaves

    _check_randomness(randomness)
    if chunks == 1:
        return vmap(func, in_dims=in_dims, out_dims=out_dims, randomness=randomness)

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        dims, leaves, _ = _dims_and_leaves(in_dims, args, func)
        size = -(-_batch_size(dims, leaves) // chunks)
        return vmap(func, in_dims=in_dims, out_dims=out_dims, randomness=randomness, chunk_size=size)(*args, **kwargs)

    return wrapped


def grad(func, argnums=0, has_aux=False):
    """The gradient of a function that returns a scalar."""
    from .eager_transforms import grad_impl

    def wrapper(*args, **kwargs):
        return grad_impl(func, argnums, has_aux, args, kwargs)

    return functools.wraps(func)(wrapper) if hasattr(func, "__name__") else wrapper


def grad_and_value(func, argnums=0, has_aux=False):
    """The gradient of a function that returns a scalar, and its value."""
    from .eager_transforms import grad_and_value_impl

    def wrapper(*args, **kwargs):
        return grad_and_value_impl(func, argnums, has_aux, args, kwargs)

    return functools.wraps(func)(wrapper) if hasattr(func, "__name__") else wrapper
