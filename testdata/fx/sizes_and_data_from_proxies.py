"""Proxies and other objects that answer calls, as sizes given one by one and as data of tensors."""
import contextlib

import torch
from torch import fx


class S(torch.Tensor):
    pass


class D:
    @classmethod
    def __torch_function__(cls, f, types, args=(), kwargs=None):
        return f.__name__, len(args)


class E(D):
    def __len__(self):
        return 1

    def __getitem__(self, i):
        if i:
            raise IndexError
        return 3


class M(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, f, types, args=(), kwargs=None):
        print("mode", f.__name__, types, len(args))
        return f(*args, **(kwargs or {}))


def show(source, under=contextlib.nullcontext, **names):
    try:
        with under():
            value = eval(source, {"torch": torch, **names})
        print(source, value)
    except Exception as e:
        print(source, type(e).__name__, str(e).split("\n")[0])


x, d = torch.ones(2, 2), D()
for call in ("torch.zeros({})", "torch.ones({})", "torch.empty({})", "x.expand({})", "x.new_zeros({})", "torch.rand({})", "x.view({})"):
    for sizes in ("d", "d, 3", "(d, 3)"):
        show(call.format(sizes), x=x, d=d)
s = torch.tensor(2).as_subclass(S)
for call in ("torch.tensor(s)", "torch.as_tensor(s)", "torch.tensor([s, 1])", "torch.tensor(d)", "torch.tensor(E())", "torch.zeros(s, 3)", "torch.from_numpy(d)"):
    show(call, s=s, d=d, E=E)
    if "tensor" in call:
        show(call, M, s=s, d=d, E=E)


def trace(f):
    try:
        print(fx.symbolic_trace(f).code.strip())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


trace(lambda a: torch.zeros(a.size(0), 3))
trace(lambda a: torch.zeros((a.size(0), 3), device=a.device))
