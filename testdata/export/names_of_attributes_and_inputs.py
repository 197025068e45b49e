# Inputs that are called as parameters, buffers, constants and nodes of a program are: neither takes the other's place.
import torch
from torch import nn
from torch.export import export, unflatten


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.p = nn.Parameter(torch.ones(2))
        nn.init.ones_(self.l.weight)
        nn.init.zeros_(self.l.bias)

    def forward(self, x, p):
        return torch.cond(p, lambda x: self.l(x) + self.p, lambda x: x.sin(), (x,))


class Sums(nn.Module):
    def __init__(self):
        super().__init__()
        self.x = nn.Parameter(torch.ones(2))
        self.register_buffer("y", torch.ones(2) * 2)
        self.z = torch.ones(2) * 3

    def forward(self, x, y, z):
        return x * 1 + self.x * 2 + self.y * y + self.z - z


class NoInputs(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(2))

    def forward(self):
        return self.p * 2


class Many(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2))
        self.sub = nn.Linear(2, 2)
        nn.init.ones_(self.sub.weight)
        nn.init.zeros_(self.sub.bias)

    def forward(self, weight, sub_weight, add, p_weight, b_x, relu, *args, mul=None, **kw):
        return self.sub(weight * self.weight + 1) * sub_weight + add.relu() + p_weight - b_x + relu + args[0] + mul + kw["sub"] + kw["self_"]


class Changes(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("x", torch.zeros(2))
        self.y = nn.Parameter(torch.ones(2))

    def forward(self, x, y):
        self.x.add_(x)
        return x * self.y + y * self.x


def made(*values):
    return lambda: tuple(torch.ones(2) * v for v in values)


def none():
    return {}


def many():
    return {"mul": torch.ones(2), "sub": torch.ones(2) * 100, "self_": torch.zeros(2)}


cases = (
    (Branches, lambda: (torch.ones(2), torch.tensor(True)), none),
    (Sums, made(0, 5, 1), none),
    (NoInputs, made(), none),
    (Many, made(2, 3, 4, 5, 6, 7, 8), many),
    (Changes, made(2, 3), none),
)
for cls, args, kwargs in cases:
    for strict in (False, True):
        ep = export(cls(), args(), kwargs(), strict=strict)
        print(ep.graph_module.code, ep.module().code)
        for run in (cls(), ep.module(), unflatten(ep), ep.run_decompositions().module(), export(ep.module(), args(), kwargs()).module()):
            print(run(*args(), **kwargs()).tolist())
