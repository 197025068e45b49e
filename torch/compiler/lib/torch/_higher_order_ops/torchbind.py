"""Methods of objects of C++ classes, as an operator of graphs."""

import contextlib

import torch
from torch._ops import HigherOrderOperator

__all__ = []


class CallTorchBind(HigherOrderOperator):
    """Calls a method."""

    def __init__(self):
        super().__init__("call_torchbind")

    def __call__(self, obj, method, *args, **kwargs):
        if not isinstance(obj, torch.ScriptObject):
            raise TypeError(f"{obj} must be a torch.ScriptObject. Got {type(obj)}.")
        return getattr(obj, method)(*args, **kwargs)


call_torchbind = CallTorchBind()


@contextlib.contextmanager
def enable_torchbind_tracing():
    """Within, methods are recorded as calls of the operator; there are no objects here that have any."""
    yield
