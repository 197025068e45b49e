"""Subclasses of tensors for tests."""

import torch
from torch.testing._internal.logging_tensor import LoggingTensor
from torch.utils._pytree import tree_map


class WrapperTensor(torch.Tensor):
    """A tensor that is made of others; subclasses say how: get_wrapper_properties gives an example tensor and changes of its properties."""

    @staticmethod
    def __new__(cls, *args, **kwargs):
        t, given = cls.get_wrapper_properties(*args, **kwargs)
        given.setdefault("size", t.size())
        properties = {name: given.get(name, getattr(t, name)() if callable(getattr(t, name)) else getattr(t, name)) for name in ("dtype", "layout", "device", "requires_grad")}
        made = torch.Tensor._make_wrapper_subclass(cls, given["size"], strides=given.get("strides", t.stride()), storage_offset=given.get("storage_offset", t.storage_offset()),
                                                   **properties)
        cls.validate_methods() if hasattr(cls, "validate_methods") else None
        return made

    @classmethod
    def get_wrapper_properties(cls, *args, **kwargs):
        raise NotImplementedError("You need to implement get_wrapper_properties")


class DiagTensorBelow(WrapperTensor):
    """A square matrix with values on its diagonal only."""

    @classmethod
    def get_wrapper_properties(cls, diag, requires_grad=False):
        assert diag.ndim == 1
        return diag, {"size": diag.size() + diag.size(), "requires_grad": requires_grad}

    def __init__(self, diag, requires_grad=False):
        self.diag = diag

    handled_ops = {}

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        if not all(issubclass(cls, t) for t in types):
            return NotImplemented
        name = getattr(func, "__name__", None)
        if name in cls.handled_ops:
            return cls.handled_ops[name](*args, **(kwargs or {}))
        dense_args, dense_kwargs = tree_map(lambda e: e.diag.diag() if isinstance(e, DiagTensorBelow) else e, (args, kwargs or {}))
        return tree_map(cls._narrow, func(*dense_args, **dense_kwargs))

    @staticmethod
    def _narrow(result):
        """A result without what is known to be zero: vectors are taken for diagonals, and so are matrices with nothing else."""
        if not isinstance(result, torch.Tensor):
            return result
        if result.ndim == 1:
            return DiagTensorBelow(result)
        diagonal = result.diag() if result.ndim == 2 else None
        return DiagTensorBelow(diagonal) if diagonal is not None and diagonal.diag().equal(result) else result

    def __repr__(self):
        return f"DiagTensorBelow(diag={self.diag!r})"


class NonWrapperTensor(torch.Tensor):
    """A subclass that keeps an attribute over functions."""

    def __new__(cls, data):
        t = torch.Tensor._make_subclass(cls, data)
        t.extra_state = {"last_func_called": None}
        return t

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        result = super().__torch_function__(func, types, args, kwargs or {})
        if isinstance(result, cls):
            result.extra_state = {"last_func_called": func.__name__} if func is not torch.Tensor.__deepcopy__ else dict(args[0].extra_state)
        return result

    def new_empty(self, shape):
        return type(self)(torch.empty(shape))


class WrapperTensorWithCustomSizes(WrapperTensor):
    @classmethod
    def get_wrapper_properties(cls, t, requires_grad=False):
        return t, {"requires_grad": requires_grad}

    def __init__(self, t, requires_grad=False):
        self.t = t

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        def unwrap(e):
            return e.t if isinstance(e, WrapperTensorWithCustomSizes) else e

        return tree_map(lambda e: WrapperTensorWithCustomSizes(e) if isinstance(e, torch.Tensor) else e, func(*tree_map(unwrap, args), **tree_map(unwrap, kwargs or {})))


class WrapperTensorWithCustomStrides(WrapperTensorWithCustomSizes):
    pass


SparseTensor = RedispatchTensor = None


class SubclassInfo:
    """How a subclass is made, and what it supports."""

    __slots__ = ["name", "create_fn", "closed_under_ops"]

    def __init__(self, name, create_fn, closed_under_ops=True):
        self.name, self.create_fn, self.closed_under_ops = name, create_fn, closed_under_ops


subclass_db = {
    torch.Tensor: SubclassInfo("base_tensor", create_fn=torch.randn),
    NonWrapperTensor: SubclassInfo("non_wrapper_tensor", create_fn=lambda shape: NonWrapperTensor(torch.randn(shape))),
    LoggingTensor: SubclassInfo("logging_tensor", create_fn=lambda shape: LoggingTensor(torch.randn(shape))),
    DiagTensorBelow: SubclassInfo("diag_tensor", create_fn=lambda shape: DiagTensorBelow(torch.randn(shape)), closed_under_ops=False),
}
