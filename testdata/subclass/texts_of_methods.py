# What the methods that modes and subclasses see print, and their qualified names.
import re

import torch


class Print(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        print(re.sub(r" at 0x[0-9a-f]+", "", str(func)), "|", getattr(func, "__qualname__", None))
        return func(*args, **(kwargs or {}))


x = torch.ones(2, requires_grad=True)
with Print():
    y = x.add(1) * x
    y.norm()
    y.split(1)
    y[0]
    1 / y
    len(y)
    y > 0
    float(y[0])
    y.sum().backward()
    x.tolist()
for name in ("shape", "grad", "detach_", "__add__", "__getitem__", "__pow__", "__rtruediv__", "backward", "unflatten", "relu"):
    method = getattr(torch.Tensor, name)
    print(re.sub(r" at 0x[0-9a-f]+", "", str(method)))
