"""Changes of arguments that autograd does not see, and numbers that are assigned, in the graphs of training steps."""
import torch
from torch._dynamo.testing import AotEagerAndRecordGraphs


def go(f, *a):
    torch._dynamo.reset()
    b = AotEagerAndRecordGraphs()
    try:
        r = torch.compile(f, backend=b, fullgraph=True)(*a)
        if r.requires_grad: r.sum().backward()
        print(r, [(x.detach(), x.grad if x.is_leaf else None) for x in a])
    except Exception as e: print(type(e), str(e)[:200])
    for g in b.fw_graphs+b.bw_graphs: print("\n".join(l for l in g.print_readable(False).split("\n") if l.strip() and "#" not in l))


def f1(x, w):
    x.add_(1)
    return x * w


def f3(x, w):
    with torch.no_grad(): w.mul_(2)
    return x * w


def f4(x, w):
    y = x * w
    with torch.no_grad(): w.mul_(2)
    return y


def f6(x, w):
    with torch.no_grad(): w[0].mul_(2)
    return x * w


def f8(x, w):
    w.detach().mul_(2)
    return x * w


def f9(x, w):
    x.mul_(2); x.t_()
    return x * w


def f10(x, w):
    b = x * 1
    b[:, 1] = 5
    return b * w


def f11(x, w):
    x[0] = 1.5
    return x * w


for f in (f1, f3, f4, f6, f8, f9, f10, f11):
    print(f.__name__)
    go(f, torch.ones(2, 2), torch.full((2, 2), 2., requires_grad=True))
