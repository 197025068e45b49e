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
        if "dispatch_sizes_strides_policy" in given:
            properties["dispatch_sizes_strides_policy"] = given["dispatch_sizes_strides_policy"]
        if tuple(given["size"]) == tuple(t.size()):
            properties.update(strides=given.get("strides", t.stride()), storage_offset=given.get("storage_offset", t.storage_offset()))
        made = torch.Tensor._make_wrapper_subclass(cls, given["size"], **properties)
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
    """A tensor around another, which is asked for its sizes by dispatch."""

    _POLICY = "sizes"

    @classmethod
    def get_wrapper_properties(cls, t, requires_grad=False):
        return t, {"requires_grad": requires_grad, "dispatch_sizes_strides_policy": cls._POLICY}

    def __init__(self, t, requires_grad=False):
        self.t = t

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        if not all(issubclass(cls, t) for t in types):
            return NotImplemented
        inner = tree_map(lambda e: e.t if isinstance(e, cls) else e, (args, kwargs or {}))
        return tree_map(lambda e: cls(e) if isinstance(e, torch.Tensor) and not isinstance(e, cls) else e, func(*inner[0], **inner[1]))

    def __repr__(self):
        return f"{type(self).__name__}(t={self.t})"


class WrapperTensorWithCustomStrides(WrapperTensorWithCustomSizes):
    """The same for strides."""

    _POLICY = "strides"


class SparseTensor(WrapperTensor):
    """A tensor of values and their places, int64 [values, dimensions]; the rest is zero. Operators run on dense tensors."""

    @classmethod
    def get_wrapper_properties(cls, size, values, indices, requires_grad=False):
        assert values.device == indices.device
        return values, {"size": size, "requires_grad": requires_grad}

    def __init__(self, size, values, indices, requires_grad=False):
        self.values = values
        self.indices = indices

    def __repr__(self):
        return f"SparseTensor(values={self.values}, indices={self.indices})"

    def sparse_to_dense(self):
        made = torch.zeros(self.size(), dtype=self.values.dtype)
        if self.ndim == 0: # there are no places
            return self.values.clone()
        made[tuple(self.indices.unbind(1))] = self.values
        return made

    @staticmethod
    def from_dense(t):
        if t.ndim == 0:
            return SparseTensor(t.size(), t, torch.zeros(0, 0, dtype=torch.long))
        indices = t.nonzero()
        return SparseTensor(t.size(), t[tuple(indices.unbind(1))], indices)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        special = getattr(cls, f"_try_call_special_impl_{getattr(func, '__name__', '')}", None)
        if special is not None:
            return special(*args, **(kwargs or {}))
        dense = tree_map(lambda e: e.sparse_to_dense() if isinstance(e, SparseTensor) else e, (args, kwargs or {}))
        return tree_map(lambda e: SparseTensor.from_dense(e) if isinstance(e, torch.Tensor) and not isinstance(e, SparseTensor) else e, func(*dense[0], **dense[1]))


RedispatchTensor = None


class SubclassInfo:
    """How a subclass is made, and what it supports."""

    __slots__ = ["name", "create_fn", "closed_under_ops"]

    def __init__(self, name, create_fn, closed_under_ops=True):
        self.name, self.create_fn, self.closed_under_ops = name, create_fn, closed_under_ops


subclass_db = {
    torch.Tensor: SubclassInfo("base_tensor", create_fn=torch.randn),
    NonWrapperTensor: SubclassInfo("non_wrapper_tensor", create_fn=lambda shape: NonWrapperTensor(torch.randn(shape))),
    LoggingTensor: SubclassInfo("logging_tensor", create_fn=lambda shape: LoggingTensor(torch.randn(shape))),
    SparseTensor: SubclassInfo("sparse_tensor", create_fn=lambda shape: SparseTensor.from_dense(torch.randn(shape).relu())),
    DiagTensorBelow: SubclassInfo("diag_tensor_below", create_fn=lambda shape: DiagTensorBelow(torch.randn(shape)), closed_under_ops=False),
    WrapperTensorWithCustomSizes: SubclassInfo("wrapper_with_custom_sizes", create_fn=lambda shape: WrapperTensorWithCustomSizes(torch.randn(shape)), closed_under_ops=False),
    WrapperTensorWithCustomStrides: SubclassInfo("wrapper_with_custom_strides", create_fn=lambda shape: WrapperTensorWithCustomStrides(torch.randn(shape)), closed_under_ops=False),
}
