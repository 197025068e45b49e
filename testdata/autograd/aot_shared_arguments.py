# Functions compiled ahead of time whose arguments share memory, that call custom functions, or that differentiate inside.
import torch
from functorch.compile import aot_function


def show(g, _):
    print(g.code.strip())
    return g


class Same(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, g):
        return g * 0.5


class Flat(Same):
    @staticmethod
    def forward(ctx, x):
        return x.view(-1)

    @staticmethod
    def backward(ctx, g):
        return g.view(2, 2) * 3


for c in Same, Flat:
    x = torch.ones(2, 2, requires_grad=True)
    out = aot_function(c.apply, show)(x)
    out.sum().backward()
    print(out._is_view(), x.grad)

for f in torch.sin, torch.exp:
    x = torch.ones((), requires_grad=True)
    out = aot_function(lambda x: torch.autograd.grad(f(x), x, create_graph=True)[0] * 2, show)(x)
    out.backward()
    print(out, x.grad)


def add(x, y):
    x.add_(1)
    return x + y, y.view(-1)


for views in (lambda c: (c[:2], c[2:])), (lambda c: (c, c)):
    for needs in False, True:
        b = torch.ones(4, 2, requires_grad=needs)
        c = b.add(0)
        outs = aot_function(add, show if needs is False else lambda g, _: g)(*views(c))
        print([o.tolist() for o in outs], c.tolist())
        if needs:
            sum(o.sum() for o in outs).backward()
            print(b.grad)
