"""Scripted functions take no proxies; scripted methods are traced as calls on the script object of a module."""
import torch
from torch.overrides import TorchFunctionMode


@torch.jit.script
def double(x):
    return x * 2


class Holder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.script = torch.jit.script(torch.nn.ReLU())

    def forward(self, x):
        return self.script(x + 1)


try:
    torch.fx.symbolic_trace(lambda x: double(x))
except RuntimeError as e:
    print(e)
gm = torch.fx.symbolic_trace(Holder())
print(gm.code)
print(gm(torch.tensor([-2.0, 2.0])))


class Names(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        print(func.__name__)
        return func(*args, **(kwargs or {}))


m = torch.jit.script(torch.nn.ReLU())
x = torch.ones(2)
with Names():
    double(x)
    m(x)
