"""Modes that see the operators that reach the kernels."""
import contextlib

from torch import _C


class TorchDispatchMode:
    """Sees every operator below autograd: what it calls goes to the layers below."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError

    def __enter__(self):
        _C._push_dispatch_mode(self)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        _C._pop_dispatch_mode()

    @classmethod
    def push(cls, *args, **kwargs):
        return cls(*args, **kwargs)


class BaseTorchDispatchMode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


@contextlib.contextmanager
def _disable_current_modes():
    """The modes that are active, taken off for the time of the context."""
    modes = [_C._pop_dispatch_mode() for _ in range(_C._len_torch_dispatch_stack())]
    try:
        yield modes
    finally:
        for mode in reversed(modes):
            _C._push_dispatch_mode(mode)


def is_traceable_wrapper_subclass(t):
    return hasattr(t, "__tensor_flatten__") and hasattr(t, "__tensor_unflatten__")
