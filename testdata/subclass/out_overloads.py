# What modes and classes see of calls with out, and the overloads that take it.
import torch
from torch.utils._python_dispatch import TorchDispatchMode


class Seen(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(func, len(args), sorted(k for k in kwargs or {} if k not in ("device", "pin_memory")))
        return func(*args, **(kwargs or {}))


class Wrapped(torch.Tensor):
    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.size(), dtype=inner.dtype)

    def __init__(self, inner):
        self.inner = inner

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        inside = lambda v: v.inner if isinstance(v, Wrapped) else v
        print("class", func)
        out = func(*map(inside, args), **{k: inside(v) for k, v in (kwargs or {}).items()})
        return Wrapped(out) if isinstance(out, torch.Tensor) else out


class Plain(torch.Tensor):
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        print("super", func)
        return super().__torch_dispatch__(func, types, args, kwargs or {})


x, y = torch.ones(2, 2), torch.zeros(2)
places = torch.zeros(2, dtype=torch.long)
with Seen():
    torch.abs(x, out=torch.ops.aten.abs.default(x))
    torch.add(x, x, out=x)
    torch.div(x, x, rounding_mode="floor", out=x)
    torch.sum(x, 0, out=y)
    torch.max(x, 0, out=(y, places))
print(torch.ops.aten.add.out(y, y, out=y), torch.ops.aten.max.dim_max(x, 0, max=y, max_values=places), torch.ops.aten.mean.out(x, [0], out=y))
a, b = Wrapped(x), Wrapped(torch.zeros(2, 2))
print(type(torch.abs(a, out=b)).__name__, b.inner.sum(), type(torch.mm(a, a, out=b)).__name__)
print(type(x.as_subclass(Plain) + x).__name__)
with torch._C._DisableTorchDispatch():
    print(type(x.as_subclass(Plain) * 2).__name__)
