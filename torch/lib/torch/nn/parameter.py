"""Tensors that modules register by themselves."""
import torch
from torch import _C

Parameter = _C._parameter_type()
Buffer = _C._buffer_type()


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
