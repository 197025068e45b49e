# What a program says of numbers that depend on data, and how it slices by them, is in the exported graph as it is written.
import io

import torch
from torch import nn
from torch.export import Dim


def show(f, *args, **options):
    class M(nn.Module):
        def forward(self, *x):
            return f(*x)

    for strict in (False, True):
        program = torch.export.export(M(), args, strict=strict, **options)
        print(program.graph_module.code.strip())
    return program


def less(x):
    n = x.item()
    torch._check(n < 5)
    return torch.ones(3) * n


def between(x):
    n = x.item()
    torch._check(n > 3)
    torch._check(n <= 8)
    return torch.zeros(n)


def other(x, y):
    n = x.item()
    torch._check(n != 3)
    return y * n


def head(x, y):
    n = x.item()
    torch._check(n <= y.shape[0])
    torch._check(0 <= n)
    return y[:n]


show(less, torch.tensor(3))
print(show(between, torch.tensor(5)).module()(torch.tensor(6)))
show(other, torch.tensor(5), torch.ones(2))
print(show(head, torch.tensor(2), torch.ones(4), dynamic_shapes={"x": (None, {0: Dim("d")})}).module()(torch.tensor(1), torch.ones(5)))
print(show(lambda x, y: x[y.item()], torch.arange(6.0).view(3, 2), torch.tensor(2)).module()(torch.arange(6.0).view(3, 2), torch.tensor(-2)))
for number in (8, 9, 3):
    try:
        torch.export.export(type("M", (nn.Module,), {"forward": lambda self, x: between(x)})(), (torch.tensor(5),)).module()(torch.tensor(number))
        print("fits")
    except RuntimeError as e:
        print(str(e).split(" on node")[0])


class Loop(nn.Module):
    def forward(self, x, i):
        return torch._higher_order_ops.while_loop(lambda x, i: i < 3, lambda x, i: (x * 2, i + 1), (x, i))


class Scan(nn.Module):
    def forward(self, x, rows):
        return torch._higher_order_ops.scan(lambda total, row: (total + row, total * row), x, rows)


class Region(nn.Module):
    def forward(self, x, y):
        with torch.no_grad():
            x = x + 1
        return x * y


for model, arguments in ((Loop(), (torch.ones(2), torch.tensor(0))), (Scan(), (torch.ones(2), torch.ones(3, 2))), (Region(), (torch.ones(2), torch.ones(2)))):
    program = torch.export.export(model, arguments)
    for name, module in program.graph_module.named_modules():
        print(name, module.code)
    print([line for line in program.graph_module.print_readable(print_output=False).split("\n") if "class " in line])
    archive = io.BytesIO()
    torch.export.save(program, archive)
    archive.seek(0)
    print(torch.export.load(archive).module()(*arguments))
