"""References of conversions: those of Tensor that take nothing but the tensor, complex and polar."""

import torch
from torch import complex, polar


def _conversion(name):
    def convert(self, memory_format=torch.preserve_format):
        return getattr(self, name)(memory_format=memory_format)

    convert.__name__ = convert.__qualname__ = name
    return convert


__all__ = ["bfloat16", "bool", "byte", "cdouble", "cfloat", "chalf", "char", "double", "float", "half", "int", "long", "short"]
globals().update({name: _conversion(name) for name in __all__})
__all__ += ["complex", "polar"]
