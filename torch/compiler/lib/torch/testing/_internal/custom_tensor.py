"""Subclasses of tensors with parts."""

import torch
from torch.utils._python_dispatch import return_and_correct_aliasing


class ConstantExtraMetadataTensor(torch.Tensor):
    """A wrapper with a constant."""

    @staticmethod
    def __new__(cls, elem):
        return torch.Tensor._make_wrapper_subclass(cls, elem.shape, dtype=elem.dtype, device=elem.device, requires_grad=elem.requires_grad)

    def __init__(self, elem):
        self.elem, self.constant_attribute = elem, 4

    def __tensor_flatten__(self):
        return ["elem"], self.constant_attribute

    @staticmethod
    def __tensor_unflatten__(inner_tensors, meta, outer_size, outer_stride):
        made = ConstantExtraMetadataTensor(inner_tensors["elem"])
        made.constant_attribute = meta
        return made

    @classmethod
    def __torch_dispatch__(cls, func, types, args, kwargs):
        unwrap = lambda x: x.elem if isinstance(x, cls) else x
        out = func(*torch.utils._pytree.tree_map(unwrap, args), **torch.utils._pytree.tree_map(unwrap, kwargs or {}))
        out = torch.utils._pytree.tree_map(lambda x: cls(x) if isinstance(x, torch.Tensor) else x, out)
        return return_and_correct_aliasing(func, args, kwargs or {}, out)


class CustomTensorPlainOut(torch.Tensor):
    """A wrapper whose operators give plain tensors."""

    @staticmethod
    def __new__(cls, elem1, elem2):
        return torch.Tensor._make_wrapper_subclass(cls, elem1.shape, dtype=elem1.dtype, device=elem1.device, requires_grad=elem1.requires_grad)

    def __init__(self, elem1, elem2):
        self.elem1, self.elem2 = elem1, elem2

    def get_elem(self):
        return self.elem1

    def __tensor_flatten__(self):
        return ["elem1", "elem2"], None

    @staticmethod
    def __tensor_unflatten__(inner_tensors, meta, outer_size, outer_stride):
        return CustomTensorPlainOut(inner_tensors["elem1"], inner_tensors["elem2"])

    @classmethod
    def __torch_dispatch__(cls, func, types, args, kwargs):
        tree_map = torch.utils._pytree.tree_map
        part = lambda name: func(*tree_map(lambda x: getattr(x, name) if isinstance(x, cls) else x, args), **tree_map(lambda x: getattr(x, name) if isinstance(x, cls) else x, kwargs or {}))
        a, b = part("elem1"), part("elem2")
        if func is torch.ops.aten.detach.default:
            return cls(a, b)
        return tree_map(lambda x, y: x + y if isinstance(x, torch.Tensor) else x, a, b)
