# Operators of scripts that change their arguments: decomposed programs call auto_functionalized_v2, which gives what the arguments become.
import torch
from torch import nn


def accumulate(x, y):
    x.add_(y)


def step(x, ys, z, n=2):
    if x is not None:
        x.add_(n)
    for y in ys:
        y.mul_(n)
    return z + 1, z + 2


lib = torch.library.Library("bank", "FRAGMENT")
lib.define("accumulate(Tensor(a!) x, Tensor y) -> ()")
lib.impl("accumulate", accumulate, "CompositeExplicitAutograd")
torch.library.register_fake("bank::accumulate", lambda x, y: None, lib=lib)
lib.define("step(Tensor(a!)? x, Tensor(b!)[] ys, Tensor z, *, int n=2) -> (Tensor, Tensor)")
lib.impl("step", step, "CompositeExplicitAutograd")
torch.library.register_fake("bank::step", lambda x, ys, z, n=2: (z + 1, z + 2), lib=lib)


class Copy(nn.Module):
    def forward(self, x, y):
        z = x.clone()
        torch.ops.bank.accumulate(z, y)
        return z


class Input(nn.Module):
    def forward(self, x, y):
        torch.ops.bank.accumulate(x, y)
        return x + y


class Buffer(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("total", torch.zeros(2))

    def forward(self, x, y):
        torch.ops.bank.accumulate(self.total, x)
        return self.total + y


class Lists(nn.Module):
    def forward(self, x, y):
        a, b = x.clone(), y.clone()
        return torch.ops.bank.step(None, [a, b], x), a, b


for model in (Copy, Input, Buffer, Lists):
    arguments = (torch.ones(2), torch.full((2,), 3.0))
    program = torch.export.export(model(), arguments).run_decompositions()
    print(program.graph_module.code)
    print(program.graph_signature)
    run = [[x.clone() for x in arguments] for _ in range(2)]
    print(model()(*run[0]), run[0])
    print(program.module()(*run[1]), run[1])

# torch.ops says of each overload why a call does not fit it.
for call in (lambda: torch.ops.aten.relu(1), lambda: torch.ops.aten.relu.default(torch.ones(1), 2), lambda: torch.ops.aten.sum.dim_IntList(torch.ones(2), "a"),
             lambda: torch.ops.aten.cat.default([torch.ones(2), 1]), lambda: torch.ops.aten.div.Tensor_mode(torch.ones(2), 2, rounding_mode=1),
             lambda: torch.ops.bank.accumulate(torch.ones(2), torch.ones(2), x=3), lambda: torch.ops.aten.add.Scalar(torch.ones(2), torch.ones(2))):
    try:
        print(call())
    except RuntimeError as e:
        print("\n".join(str(e).split("\n")[:3]))
