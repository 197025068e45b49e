"""Tensors that modules register by themselves."""
import torch
from torch import _C

Parameter = _C._parameter_type()


def _of_class(data, requires_grad):
    """A parameter of a tensor of a class of its own: another one of that class, which says that it is a parameter."""
    made = data.detach().requires_grad_(requires_grad)
    if type(made) is not type(data):
        raise RuntimeError(
            f"Creating a Parameter from an instance of type {type(data).__name__} requires that detach() returns an instance of the same type, but return type "
            f"{type(made).__name__} was found instead. To use the type as a Parameter, please correct the detach() semantics defined by its __torch_dispatch__() "
            "implementation.")
    made._is_param = True
    return made


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
    """A parameter or buffer whose size is not known yet: of functions of torch it takes those that keep it so."""

    _allowed_methods = [getattr(torch.Tensor, name) for name in (
        "__hash__", "size", "copy_", "is_complex", "is_floating_point", "half", "float", "double", "char", "short", "int", "long", "cuda", "cpu",
        "to", "get_device")]

    def materialize(self, shape, device=None, dtype=None):
        self.data = torch.empty(shape, device=self.data.device if device is None else device, dtype=dtype or self.data.dtype)
        _C._set_type(self, self.cls_to_become)

    @property
    def shape(self):
        raise RuntimeError("Can't access the shape of an uninitialized parameter or buffer. This error usually happens in `load_state_dict` when "
                           "trying to load an uninitialized parameter into an initialized one. Call `forward` to initialize the parameters "
                           "before accessing their attributes.")

    def share_memory_(self):
        raise RuntimeError("Can't share memory on an uninitialized parameter or buffer. Call `forward` to initialize the parameters before calling "
                           "`module.share_memory()`.")

    def __repr__(self):
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, proto):
        return type(self), (self.requires_grad,)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func in cls._allowed_methods or type(func).__name__ == "method-wrapper":
            return super().__torch_function__(func, types, args, kwargs or {})
        raise ValueError(f"Attempted to use an uninitialized parameter in {func}. This error happens when you are using a `LazyModule` or explicitly "
                         f"manipulating `torch.nn.parameter.{cls.__name__}` objects. When using LazyModules Call `forward` with a dummy batch "
                         "to initialize the parameters before calling torch functions")


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return torch.Tensor._make_subclass(cls, torch.empty(0, device=device, dtype=dtype), requires_grad)

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.data.device, self.data.dtype)
        return memo[id(self)]


class UninitializedBuffer(UninitializedTensorMixin, torch.Tensor):
    cls_to_become = torch.Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        made = torch.Tensor._make_subclass(cls, torch.empty(0, device=device, dtype=dtype), requires_grad)
        made.persistent = persistent
        made._is_buffer = True
        return made


def is_lazy(param):
    return isinstance(param, UninitializedTensorMixin)
