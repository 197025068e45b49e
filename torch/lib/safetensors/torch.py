"""safetensors files of tensors and of modules."""

import os

import torch
from safetensors import SafetensorError, deserialize, safe_open, serialize
from safetensors import _header, _tensor


def storage_ptr(tensor):
    """The address of a tensor's memory, 0 without memory."""
    return 0 if tensor.device.type == "meta" else tensor.untyped_storage().data_ptr()


def storage_size(tensor):
    """How many bytes the memory has that a tensor is in."""
    return tensor.nelement() * tensor.element_size() if tensor.device.type == "meta" else tensor.untyped_storage().nbytes()


def _shared(tensors):
    """Sets of names whose tensors use the same memory."""
    groups = {}
    for name, t in tensors.items():
        if t.device.type != "meta" and t.untyped_storage().nbytes():
            groups.setdefault(t.untyped_storage().data_ptr(), set()).add(name)
    return [group for group in groups.values() if len(group) > 1]


def _flatten(tensors):
    if not isinstance(tensors, dict):
        raise ValueError(f"Expected a dict of [str, torch.Tensor] but received {type(tensors)}")
    for name, t in tensors.items():
        if not isinstance(t, torch.Tensor):
            raise ValueError(f"Key `{name}` is invalid, expected torch.Tensor but received {type(t)}")
    shared = _shared(tensors)
    overlapping = [g for g in shared if not _disjoint([tensors[n] for n in g])]
    if overlapping:
        raise RuntimeError(f"\n            Some tensors share memory, this will lead to duplicate memory on disk and potential differences when loading them again: {overlapping}.\n"
                           "            A potential way to correctly save your model is to use `save_model`.\n"
                           "            More information at https://huggingface.co/docs/safetensors/torch_shared_tensors\n            ")
    out = {}
    for name, t in tensors.items():
        if not t.is_contiguous():
            raise ValueError(f"You are trying to save a non contiguous tensor: `{name}` which is not allowed. It either means you are trying to save tensors which are reference of each "
                             "other in which case it's recommended to save only the full tensors, and reslice at load time, or simply call `.contiguous()` on your tensor to pack it "
                             "before saving.")
        storage = t.detach().clone().untyped_storage()
        out[name] = {"dtype": str(t.dtype)[6:], "shape": tuple(t.shape), "data": storage._bytes()}
    return out


def _disjoint(tensors):
    spans = sorted((t.data_ptr(), t.data_ptr() + t.numel() * t.element_size()) for t in tensors)
    return all(a[1] <= b[0] for a, b in zip(spans, spans[1:]))


def save(tensors, metadata=None):
    return serialize(_flatten(tensors), metadata=metadata)


def save_file(tensors, filename, metadata=None):
    data = save(tensors, metadata)
    with open(filename, "wb") as f:
        f.write(data)


def load(data):
    entries, _, start, _ = _header(lambda at, size: data[at:at + size], len(data))
    return {name: _tensor(data[start + first:start + last], dtype, shape) for name, (dtype, shape, first, last) in entries.items()}


def load_file(filename, device="cpu"):
    with safe_open(filename, framework="pt", device=device) as f:
        return {name: f.get_tensor(name) for name in f.offset_keys()}


def _remove_duplicates(state):
    """Of tensors in one memory one name stays: what is left, and {dropped: kept}."""
    kept, dropped = dict(state), {}
    for group in _shared(state):
        first, *rest = sorted(group)
        for name in rest:
            dropped[name] = first
            del kept[name]
    return kept, dropped


def save_model(model, filename, metadata=None, force_contiguous=True):
    kept, dropped = _remove_duplicates(model.state_dict())
    metadata = {**(metadata or {}), **dropped}
    if force_contiguous:
        kept = {name: t.contiguous() for name, t in kept.items()}
    save_file(kept, filename, metadata=metadata or None)


def load_model(model, filename, strict=True, device="cpu"):
    state = load_file(filename, device=device)
    _, dropped = _remove_duplicates(model.state_dict())
    missing, unexpected = model.load_state_dict(state, strict=False)
    missing = [name for name in missing if name not in dropped]
    if strict and (missing or unexpected):
        raise RuntimeError(f"Error(s) in loading state_dict for {type(model).__name__}: missing {missing}, unexpected {unexpected}")
    return set(missing), unexpected
