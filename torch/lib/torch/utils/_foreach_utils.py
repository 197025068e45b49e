"""Groups of tensors for functions over lists."""

import torch


def _get_foreach_kernels_supported_devices():
    return ["cuda", "xpu", "mtia", "cpu"]


def _get_fused_kernels_supported_devices():
    return ["mps", "cuda", "xpu", "hpu", "cpu", "mtia"]


def _group_tensors_by_device_and_dtype(tensorlistlist, with_indices=False):
    """The tensors at the places where the first list has one device and dtype: {(device, dtype): (lists, places)}."""
    places = {}
    for i, t in enumerate(tensorlistlist[0]):
        key = (t.device, t.dtype) if t is not None else None
        places.setdefault(key, []).append(i)
    return {key: ([[lst[i] for i in at] if lst else [] for lst in tensorlistlist], list(at) if with_indices else []) for key, at in places.items()}


def _device_has_foreach_support(device):
    return device.type in (*_get_foreach_kernels_supported_devices(), "cpu")


def _has_foreach_support(tensors, device):
    return _device_has_foreach_support(device) and all(t is None or type(t) in (torch.Tensor, torch.nn.Parameter) for t in tensors)
