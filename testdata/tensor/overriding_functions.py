# __torch_function__ of classes and modes, and TorchDispatchMode: who sees a call, and what comes back.
import torch
from torch.overrides import TorchFunctionMode, has_torch_function, is_tensor_like
from torch.utils._python_dispatch import TorchDispatchMode


class Log(TorchFunctionMode):
    def __init__(self, name):
        self.name = name

    def __torch_function__(self, func, types, args=(), kwargs=None):
        print(self.name, func.__name__, len(args), sorted(kwargs or {}))
        return func(*args, **(kwargs or {}))


class LogOperators(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print("operator", func, len(args), sorted(kwargs or {}))
        return func(*args, **(kwargs or {}))


x = torch.ones(2, 2, requires_grad=True)
with Log("outer"), Log("inner"):
    y = torch.add(x, x, alpha=2)
with Log("mode"):
    y = (x + 1).sum()
    x.shape
    y.mul_(2).reshape(-1)
    torch.zeros(2)
with LogOperators():
    z = torch.add(x, x, alpha=2)
    loss = torch.nn.functional.linear(z, x).sum()
    torch.stack([x, x])
    torch.sigmoid(x.detach()).add_(1)


class Named(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print("class", func.__name__, [t.__name__ for t in types])
        return super().__torch_function__(func, types, args, kwargs)


class Plain(torch.Tensor):
    pass


t = torch.ones(2).as_subclass(Named)
print(type(t + 1).__name__, type(torch.sin(t)).__name__, type(torch.stack([t, t])).__name__)
p = torch.ones(2).as_subclass(Plain)
print(type(p * 2).__name__, type(2 - p).__name__, type(p.sum().item()).__name__, type(p[0]).__name__, p.shape)


class Handler:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return "handled " + func.__name__


print(torch.add(Handler(), torch.ones(2)), "|", torch.mean(Handler()), "|", torch.ones(2) + Handler())
print(is_tensor_like(Handler()), has_torch_function((Handler(),)), has_torch_function((torch.ones(1),)))


class Refuses:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented


try:
    torch.add(torch.ones(2), Refuses())
except TypeError as e:
    print(str(e).splitlines()[0])
with torch._C.DisableTorchFunctionSubclass():
    print(type(p * 2).__name__)
