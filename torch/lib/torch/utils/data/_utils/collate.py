"""Batches of samples."""

import collections.abc
import copy

import torch

__all__ = ["default_convert", "collate", "default_collate", "collate_tensor_fn", "collate_numpy_array_fn", "collate_numpy_scalar_fn", "collate_float_fn",
           "collate_int_fn", "collate_str_fn", "default_collate_fn_map", "default_collate_err_msg_format"]

default_collate_err_msg_format = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"


def _of_numpy(data):
    return hasattr(data, "__array__") and hasattr(data, "dtype")


def _like(original, made, changeable):
    """A container of the class of another, where that class can be made so, else a plain one."""
    kind = type(original)
    try:
        if isinstance(original, changeable):
            copied = copy.copy(original)
            if isinstance(made, dict):
                copied.update(made)
            else:
                for i, value in enumerate(made):
                    copied[i] = value
            return copied
        return kind(made)
    except TypeError:  # one that takes no such argument, as range
        return made


def _converted(data, convert):
    """The containers of a sample with what they hold converted; what is none is given to `convert` itself."""
    if isinstance(data, collections.abc.Mapping):
        return _like(data, {key: convert(data[key]) for key in data}, collections.abc.MutableMapping)
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(convert(d) for d in data))
    if isinstance(data, tuple):
        return [convert(d) for d in data]
    if isinstance(data, collections.abc.Sequence) and not isinstance(data, (str, bytes)):
        return _like(data, [convert(d) for d in data], collections.abc.MutableSequence)
    return data


def default_convert(data):
    """A sample with tensors in place of arrays."""
    if isinstance(data, torch.Tensor):
        return data
    if _of_numpy(data):
        return data if data.dtype.kind in "SUO" else torch.as_tensor(data)
    return _converted(data, default_convert)


def collate(batch, *, collate_fn_map=None):
    """A batch of samples, by functions for types: that of the class itself before those of classes that it is derived from."""
    elem = batch[0]
    for kind, function in (collate_fn_map or {}).items():
        if type(elem) is kind:
            return function(batch, collate_fn_map=collate_fn_map)
    for kinds, function in (collate_fn_map or {}).items():
        if isinstance(elem, kinds):
            return function(batch, collate_fn_map=collate_fn_map)
    if _of_numpy(elem) and collate_fn_map is default_collate_fn_map:
        return (collate_numpy_scalar_fn if elem.shape == () and not hasattr(elem, "__setitem__") else collate_numpy_array_fn)(batch, collate_fn_map=collate_fn_map)
    together = lambda samples: collate(samples, collate_fn_map=collate_fn_map)
    if isinstance(elem, collections.abc.Mapping):
        return _like(elem, {key: together([d[key] for d in batch]) for key in elem}, collections.abc.MutableMapping)
    if isinstance(elem, tuple) and hasattr(elem, "_fields"):
        return type(elem)(*(together(samples) for samples in zip(*batch)))
    if isinstance(elem, collections.abc.Sequence) and not isinstance(elem, (str, bytes)):
        if not all(len(x) == len(elem) for x in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        made = [together(samples) for samples in zip(*batch)]
        return made if isinstance(elem, tuple) else _like(elem, made, collections.abc.MutableSequence)
    raise TypeError(default_collate_err_msg_format.format(type(elem)))


def collate_tensor_fn(batch, *, collate_fn_map=None):
    elem = batch[0]
    if elem.is_nested:
        raise RuntimeError("Batches of nested tensors are not currently supported by the default collate_fn; please provide a custom collate_fn to handle them appropriately.")
    if elem.layout != torch.strided:
        raise RuntimeError("Batches of sparse tensors are not currently supported by the default collate_fn; please provide a custom collate_fn to handle them appropriately.")
    return torch.stack(batch, 0)


def collate_numpy_array_fn(batch, *, collate_fn_map=None):
    if batch[0].dtype.kind in "SUO":
        raise TypeError(default_collate_err_msg_format.format(batch[0].dtype))
    return collate([torch.as_tensor(b) for b in batch], collate_fn_map=collate_fn_map)


def collate_numpy_scalar_fn(batch, *, collate_fn_map=None):
    return torch.as_tensor(batch)


def collate_float_fn(batch, *, collate_fn_map=None):
    return torch.tensor(batch, dtype=torch.float64)


def collate_int_fn(batch, *, collate_fn_map=None):
    return torch.tensor(batch)


def collate_str_fn(batch, *, collate_fn_map=None):
    return batch


# Arrays and scalars of numpy, which need not be there, come after these.
default_collate_fn_map = {torch.Tensor: collate_tensor_fn, float: collate_float_fn, int: collate_int_fn, str: collate_str_fn, bytes: collate_str_fn}


def default_collate(batch):
    return collate(batch, collate_fn_map=default_collate_fn_map)
