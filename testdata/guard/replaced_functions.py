"""Names that a program replaces in the library's modules, and members and hooks that a module gets after it was compiled."""

import torch
import torch.nn as nn
import torch.nn.functional as F

relu = nn.ReLU()


class Scale(nn.Module):
    def forward(self, x):
        return getattr(self, "extra", 7) * x


def check(use, change, restore):
    torch._dynamo.reset()
    scale = Scale()
    names = {"torch": torch, "nn": nn, "F": F, "relu": relu, "scale": scale}
    f = torch.compile(eval("lambda x: " + use, names), backend="eager")
    x = torch.tensor([-1.0, 0.5])
    before = f(x)
    exec(change, names)
    print(use, "|", change, "|", before.tolist(), f(x).tolist())
    exec(restore, names)
    print("   ", f(x).tolist())


check("torch.abs(x)", "old = torch.abs; torch.abs = torch.neg", "torch.abs = old")
check("F.relu(x)", "old = F.relu; F.relu = torch.neg", "F.relu = old")
check("relu(x)", "old = F.relu; F.relu = lambda x, inplace=False: x * 5", "F.relu = old")
check("torch.nn.functional.softplus(x).round()", "old = F.softplus; F.softplus = torch.neg", "F.softplus = old")
check("x + isinstance(x, torch.Tensor)", "old = torch.Tensor; torch.Tensor = int", "torch.Tensor = old")
check("torch.linalg.norm(x).reshape(1)", "old = torch.linalg.norm; torch.linalg.norm = torch.sum", "torch.linalg.norm = old")
check("scale(x)", "scale.extra = nn.Parameter(torch.full((2,), 3.0))", "del scale.extra")
check("scale(x)", "scale.register_buffer('extra', torch.full((2,), 4.0))", "del scale.extra")
check("scale.__call__(x)", "h = scale.register_forward_hook(lambda m, a, o: o + 100)", "h.remove()")
check("nn.Module.__call__(scale, x)", "h = scale.register_forward_pre_hook(lambda m, a: (a[0] + 1,))", "h.remove()")
check("scale(x)", "h = scale.register_forward_hook(lambda m, a, o: o + 100)", "h.remove()")
