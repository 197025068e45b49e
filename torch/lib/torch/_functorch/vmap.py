"""The walk of vmap: arguments become tensors of a new level, results lose it again."""
import contextlib
import functools

import torch
from torch._functorch.predispatch import (_add_batch_dim, _remove_batch_dim, _vmap_decrement_nesting, _vmap_increment_nesting,
                                          lazy_load_decompositions)
from torch.utils._pytree import _broadcast_to_and_flatten, tree_flatten, tree_unflatten


def get_name(func):
    if hasattr(func, "__name__"):
        return func.__name__
    if isinstance(func, functools.partial):
        return f"functools.partial({get_name(func.func)}, ...)"
    return repr(func)


def _dims_and_leaves(in_dims, args, func):
    """The mapped dimension (None for none) and the leaf, for each leaf of args."""
    call = f"vmap({get_name(func)}, in_dims={in_dims}, ...)(<inputs>)"
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(f"{call}: expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, got: {type(in_dims)}.")
    if len(args) == 0:
        raise ValueError(f"vmap({get_name(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a "
                         "function with no inputs. The latter is unsupported.")
    leaves, spec = tree_flatten(args)
    dims = _broadcast_to_and_flatten(in_dims, spec)
    if dims is None:
        raise ValueError(f"{call}: in_dims is not compatible with the structure of `inputs`. in_dims has structure {tree_flatten(in_dims)[1]} but "
                         f"inputs has structure {spec}.")
    for i, (leaf, dim) in enumerate(zip(leaves, dims)):
        if not isinstance(dim, int) and dim is not None:
            raise ValueError(f"{call}: Got in_dim={dim} for an input but in_dim must be either an integer dimension or None.")
        if isinstance(dim, int) and not isinstance(leaf, torch.Tensor):
            raise ValueError(f"{call}: Got in_dim={dim} for an input but the input is of type {type(leaf)}. We cannot vmap over non-Tensor arguments, "
                             "please use None as the respective in_dim")
        if dim is not None and (dim < -leaf.dim() or dim >= leaf.dim()):
            raise ValueError(f"{call}: Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {leaf.dim()} so expected "
                             f"in_dim to satisfy -{leaf.dim()} <= in_dim < {leaf.dim()}.")
        if dim is not None and dim < 0:
            dims[i] = dim % leaf.dim()
    return dims, leaves, spec


def _batch_size(dims, leaves):
    sizes = [leaf.size(dim) for dim, leaf in zip(dims, leaves) if dim is not None]
    if len(sizes) == 0:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if any(s != sizes[0] for s in sizes):
        raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped dimension")
    return sizes[0]


def _remove_level(batched_outputs, out_dims, level, batch_size, func):
    leaves, spec = tree_flatten(batched_outputs)

    def incompatible():
        raise ValueError(f"vmap({get_name(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of `outputs`. "
                         f"out_dims has structure {tree_flatten(out_dims)[1]} but outputs has structure {spec}.")

    if isinstance(batched_outputs, torch.Tensor):
        if isinstance(out_dims, int):
            dims = [out_dims]
        elif isinstance(out_dims, tuple) and len(out_dims) == 1:
            dims = list(out_dims)
        elif out_dims is None:
            dims = [None]
        else:
            incompatible()
    else:
        dims = _broadcast_to_and_flatten(out_dims, spec)
        if dims is None:
            incompatible()
    return tree_unflatten(list(map(functools.partial(_unwrap_one, level, batch_size, func), leaves, dims)), spec)


def _unwrap_one(level, batch_size, func, output, out_dim):
    if not isinstance(output, torch.Tensor):
        raise ValueError(f"vmap({get_name(func)}, ...): `{get_name(func)}` must only return Tensors, got type {type(output)}. Did you mean to set "
                         "out_dims= to None for output?")
    if out_dim is None:
        if torch._C._functorch.is_batchedtensor(output):
            raise ValueError(f"vmap({get_name(func)}, ...): `{get_name(func)}` can not return a BatchedTensor when out_dim is None")
        return output
    return _remove_batch_dim(output, level, batch_size, out_dim)


def _check_out_dims(out_dims, func):
    if not all(d is None or isinstance(d, int) for d in tree_flatten(out_dims)[0]):
        raise ValueError(f"vmap({get_name(func)}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python collection of ints representing where in the "
                         "outputs the vmapped dimension should appear.")


def _check_randomness(randomness):
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")


def vmap_impl(func, in_dims, out_dims, randomness, chunk_size, *args, **kwargs):
    lazy_load_decompositions()
    _check_out_dims(out_dims, func)
    _check_randomness(randomness)
    dims, leaves, spec = _dims_and_leaves(in_dims, args, func)
    batch_size = _batch_size(dims, leaves)
    if chunk_size is not None:
        return _in_chunks(func, dims, leaves, spec, batch_size, chunk_size, out_dims, randomness, **kwargs)
    return _flat_vmap(func, batch_size, dims, leaves, spec, out_dims, randomness, **kwargs)


def _batched(level, leaf, dim):
    return leaf if dim is None else _add_batch_dim(leaf, dim, level)


def _flat_vmap(func, batch_size, dims, leaves, spec, out_dims, randomness, **kwargs):
    level = _vmap_increment_nesting(batch_size, randomness)
    try:
        batched_inputs = tree_unflatten(list(map(functools.partial(_batched, level), leaves, dims)), spec)
        batched_outputs = func(*batched_inputs, **kwargs)
        return _remove_level(batched_outputs, out_dims, level, batch_size, func)
    finally:
        _vmap_decrement_nesting()


def _in_chunks(func, dims, leaves, spec, batch_size, chunk_size, out_dims, randomness, **kwargs):
    rows, out_spec = [], None
    state = torch.random.get_rng_state() if randomness == "same" else None
    starts = tuple(range(0, batch_size, chunk_size))
    ends = starts[1:] + (batch_size,)
    parts = [t.tensor_split(ends, dim=dim) if dim is not None else [t] * len(ends) for t, dim in zip(leaves, dims)]
    for start, piece in zip(starts, zip(*parts)):
        args = [arg for arg in piece]  # the local names them in traces
        if state is not None:
            torch.random.set_rng_state(state)
        output = _flat_vmap(func, min(chunk_size, batch_size - start), dims, args, spec, out_dims, randomness, **kwargs)
        flat, out_spec = tree_flatten(output)
        rows.append(flat)
    joins = _broadcast_to_and_flatten(out_dims, out_spec)
    return tree_unflatten([torch.cat(column, dim=dim) for column, dim in zip(zip(*rows), joins)], out_spec)


@contextlib.contextmanager
def vmap_increment_nesting(batch_size, randomness):
    level = _vmap_increment_nesting(batch_size, randomness)
    try:
        yield level
    finally:
        _vmap_decrement_nesting()


def restore_vmap(func, in_dims, batch_size, randomness):
    """func at a level of vmap that is made for it: results keep the place of the mapped dimension, None where there is none."""
    from torch._C._functorch import _unwrap_batched

    def inner(*args, **kwargs):
        with vmap_increment_nesting(batch_size, randomness) as level:
            leaves, spec = tree_flatten(args)
            dims = _broadcast_to_and_flatten(in_dims, spec)
            results = func(*tree_unflatten(list(map(functools.partial(_batched, level), leaves, dims)), spec), **kwargs)
            flat, out_spec = tree_flatten(results)
            pairs = [_unwrap_batched(t, level) if isinstance(t, torch.Tensor) else (t, None) for t in flat]
            return tree_unflatten([t for t, _ in pairs], out_spec), tree_unflatten([d for _, d in pairs], out_spec)

    return inner
