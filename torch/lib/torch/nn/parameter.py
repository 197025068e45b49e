"""Tensors that modules register by themselves."""
import torch
from torch import _C

Parameter = _C._parameter_type()


class _BufferMeta(type):
    """Buffers are tensors that say that they are."""

    def __instancecheck__(cls, x):
        return type.__instancecheck__(cls, x) or cls is Buffer and isinstance(x, torch.Tensor) and getattr(x, "_is_buffer", False)


class Buffer(torch.Tensor, metaclass=_BufferMeta):
    """What a module registers as a buffer when it is assigned. The class itself has no instances: calling it gives a plain tensor."""

    def __new__(cls, data=None, *, persistent=True):
        made = torch.empty(0) if data is None else data.detach().requires_grad_(data.requires_grad)
        made.persistent = persistent
        made._is_buffer = True
        return made


class UninitializedTensorMixin:
    @property
    def shape(self):
        raise RuntimeError("Can't access the shape of an uninitialized parameter or buffer. This error usually happens in `load_state_dict` when "
                           "trying to load an uninitialized parameter into an initialized module. Call `forward` to initialize the parameters "
                           "before accessing their attributes.")


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return torch.Tensor._make_subclass(cls, torch.empty(0, dtype=dtype), requires_grad)

    def materialize(self, shape, device=None, dtype=None):
        self.data = torch.empty(shape, dtype=dtype or self.data.dtype)
        _C._set_type(self, Parameter)

    def __repr__(self):
        return "<UninitializedParameter>"


class UninitializedBuffer(UninitializedTensorMixin, Buffer):
    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        made = torch.Tensor._make_subclass(cls, torch.empty(0, dtype=dtype), requires_grad)
        made.persistent = persistent
        return made

    def materialize(self, shape, device=None, dtype=None):
        self.data = torch.empty(shape, dtype=dtype or self.data.dtype)
        _C._set_type(self, torch.Tensor)


def is_lazy(param):
    return isinstance(param, UninitializedTensorMixin)
