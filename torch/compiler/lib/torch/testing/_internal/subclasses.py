"""Wrappers of tensors for tests."""

import torch
from torch.testing._internal.two_tensor import TwoTensor
from torch.utils._python_dispatch import return_and_correct_aliasing


class WrapperSubclass(torch.Tensor):
    @staticmethod
    def __new__(cls, a, outer_size=None, outer_stride=None):
        return torch.Tensor._make_wrapper_subclass(cls, outer_size or a.size(), strides=outer_stride or a.stride(), dtype=a.dtype, device=a.device, requires_grad=a.requires_grad)

    def __init__(self, a, outer_size=None, outer_stride=None):
        self.a = a

    def __repr__(self):
        return f"WrapperSubclass({self.a!r})"

    def __tensor_flatten__(self):
        return ["a"], None

    @staticmethod
    def __tensor_unflatten__(inner_tensors, meta, outer_size, outer_stride):
        return WrapperSubclass(inner_tensors["a"], outer_size, outer_stride)

    @classmethod
    def __torch_dispatch__(cls, func, types, args, kwargs):
        tree_map = torch.utils._pytree.tree_map
        unwrap = lambda x: x.a if isinstance(x, cls) else x
        out = func(*tree_map(unwrap, args), **tree_map(unwrap, kwargs or {}))
        return return_and_correct_aliasing(func, args, kwargs or {}, tree_map(lambda x: cls(x) if isinstance(x, torch.Tensor) else x, out))
