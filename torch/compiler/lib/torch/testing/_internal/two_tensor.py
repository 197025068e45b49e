"""A tensor subclass that is two tensors: what is done to it is done to both."""

import torch
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import TorchDispatchMode, return_and_correct_aliasing


class TwoTensor(torch.Tensor):
    @staticmethod
    def __new__(cls, a, b, outer_size=None, outer_stride=None, *, requires_grad=None):
        if (a.device, a.layout, a.requires_grad, a.dtype) != (b.device, b.layout, b.requires_grad, b.dtype):
            raise AssertionError("Expected a and b to have same device, layout, requires_grad, and dtype")
        if a.shape != b.shape:
            raise AssertionError(f"Expected a.shape == b.shape, got {a.shape} != {b.shape}")
        for what in ("stride", "storage_offset"):
            one, other = getattr(a, what)(), getattr(b, what)()
            if one != other:
                raise AssertionError(f"Expected a.{what}() == b.{what}(), got {one} != {other}")
        size = a.size() if outer_size is None else outer_size
        stride = a.stride() if outer_stride is None else outer_stride
        kwargs = dict(strides=stride, storage_offset=a.storage_offset(), device=a.device, layout=a.layout,
                      requires_grad=a.requires_grad if requires_grad is None else requires_grad, dtype=a.dtype)
        return torch.Tensor._make_wrapper_subclass(cls, size, **kwargs)

    def __init__(self, a, b, outer_size=None, outer_stride=None, *, requires_grad=None):
        self.a = a
        self.b = b

    def __repr__(self):
        return f"TwoTensor({self.a!r}, {self.b!r})"

    def __tensor_flatten__(self):
        return ["a", "b"], None

    @staticmethod
    def __tensor_unflatten__(inner_tensors, meta, outer_size, outer_stride):
        return TwoTensor(inner_tensors["a"], inner_tensors["b"], outer_size, outer_stride)

    @classmethod
    def __torch_dispatch__(cls, func, types, args, kwargs):
        kwargs = kwargs or {}

        def pick(name):
            choose = lambda t: getattr(t, name) if isinstance(t, TwoTensor) else t
            return func(*pytree.tree_map(choose, args), **pytree.tree_map(choose, kwargs))

        flat_a, spec = pytree.tree_flatten(pick("a"))
        flat_b = pytree.tree_leaves(pick("b"))
        flat = [TwoTensor(a, b) if isinstance(a, torch.Tensor) else a for a, b in zip(flat_a, flat_b)]
        return return_and_correct_aliasing(func, args, kwargs, pytree.tree_unflatten(flat, spec))


class TwoTensorMode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        return TwoTensor(out, out.clone()) if isinstance(out, torch.Tensor) and not isinstance(out, TwoTensor) else out
