"""Copies that PyTorch makes when the first of both is written to. Here they are made at once; whether a tensor is still as it was copied is known by
the count of its writes."""

import weakref

import torch

_marked = {}  # by storage: a tensor on it, and how often it had been written to


def _lazy_clone(input):
    """A copy with the geometry of the tensor, marked, as the tensor is, until it is written to."""
    if torch.is_grad_enabled() and input.requires_grad:
        made = input.clone()
    else:
        made = input.new_empty(0).set_(input.untyped_storage().clone(), input.storage_offset(), input.size(), input.stride())
    for t in (input, made):
        _marked[t.untyped_storage()._cdata] = weakref.ref(t), t._version
    return made


def _is_cow_tensor(tensor):
    """Whether nothing has been written to the memory of a tensor since it was copied."""
    entry = _marked.get(tensor.untyped_storage()._cdata)
    if entry is None:
        return False
    of = entry[0]()
    return of is not None and torch._C._is_alias_of(of, tensor) and tensor._version == entry[1]


def _data_address(tensor):
    return tensor.data_ptr()
