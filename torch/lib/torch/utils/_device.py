"""The device that new tensors are made on where none is given."""
import functools
import inspect

import torch
from torch import _C
from torch.overrides import TorchFunctionMode
from torch.utils._contextlib import _wrap_generator

_CONSTRUCTORS = ("empty", "empty_permuted", "empty_strided", "empty_quantized", "ones", "zeros", "full", "arange", "linspace", "logspace", "eye",
                 "rand", "randn", "randint", "randperm", "range", "tensor", "as_tensor", "scalar_tensor", "asarray", "tril_indices", "triu_indices",
                 "bartlett_window", "blackman_window", "hamming_window", "hann_window", "kaiser_window", "normal", "complex", "sparse_coo_tensor")


@functools.lru_cache(1)
def _device_constructors():
    return {getattr(torch, name) for name in _CONSTRUCTORS if hasattr(torch, name)} | {torch.fft.fftfreq, torch.fft.rfftfreq}


class DeviceContext(TorchFunctionMode):
    """Lies beneath the other modes: those who leave theirs while it is there would take it away instead."""

    def __init__(self, device):
        self.device = torch.device(device)

    def __enter__(self):
        above = [_C._pop_torch_function_stack() for _ in range(_C._len_torch_function_stack())]
        _C._push_on_torch_function_stack(self)
        for mode in reversed(above):
            _C._push_on_torch_function_stack(mode)
        return self

    def __exit__(self, *exc):
        above = [_C._pop_torch_function_stack() for _ in range(_C._len_torch_function_stack() - 1)]
        if _C._len_torch_function_stack() > 0:
            _C._pop_torch_function_stack()
        for mode in reversed(above):
            _C._push_on_torch_function_stack(mode)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func in _device_constructors() and kwargs.get("device") is None:
            kwargs["device"] = self.device
        return func(*args, **kwargs)


def enter(device):
    """`with device:`"""
    _C._push_on_torch_function_stack(DeviceContext(device))
    return device


def leave():
    _C._pop_torch_function_stack()


_default = []


def set_default_device(device):
    while _default:
        _default.pop().__exit__(None, None, None)
    if device is not None:
        context = DeviceContext(device)
        context.__enter__()
        _default.append(context)


def set_device(device):
    """A decorator: what the function makes is on the device, also between the values of a generator."""
    def decorate(fn):
        if inspect.isgeneratorfunction(fn):
            return _wrap_generator(lambda: torch.device(device), fn)

        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            with torch.device(device):
                return fn(*args, **kwargs)

        return wrapper

    return decorate


def device_decorator(device, func):
    return set_device(device() if callable(device) else device)(func)
