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
    def __init__(self, device):
        self.device = torch.device(device)
        self.outer = None

    def __enter__(self):
        self.outer = _C._set_current_device(self.device)
        return super().__enter__()

    def __exit__(self, *exc):
        _C._set_current_device(self.outer)
        super().__exit__(*exc)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func in _device_constructors() and kwargs.get("device") is None:
            kwargs["device"] = self.device
        return func(*args, **kwargs)


_contexts = []


def enter(device):
    """`with device:`"""
    context = DeviceContext(device)
    context.__enter__()
    _contexts.append(context)
    return device


def leave():
    _contexts.pop().__exit__(None, None, None)


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
            return _wrap_generator(lambda: DeviceContext(device), fn)

        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            with DeviceContext(device):
                return fn(*args, **kwargs)

        return wrapper

    return decorate


def device_decorator(device, func):
    return set_device(device() if callable(device) else device)(func)
