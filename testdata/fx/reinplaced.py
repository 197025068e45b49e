# Calls that write in place where that changes nothing else: parts put back step by step, and operands given twice.
import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.passes.reinplace import reinplace
def T(f, *a):
    try:
        gm = reinplace(make_fx(f)(*a), *a)
        print(gm.code, gm(*a))
    except Exception as e:
        print(type(e).__name__, e)
x = torch.ones(2, 2)


def f(x):
    a = x.clone()
    b = torch.ops.aten.select_scatter(a, torch.zeros(2), 0, 1)
    return b + b


T(f,x)


def f(x):
    a = x.clone()
    b = a.add(1)
    return b + b


T(f,x)


def f(x):
    a = x.clone()
    return a + a


T(f,x)


def f(x):
    a = x.clone()
    b = a.view(-1)
    c = b + 1
    return a.view(-1) * c


T(f,x)


def f(x):
    a = x.clone()
    b = a.view(-1)
    c = b + 1
    return c


T(f,x)


def f(x):
    a = x.clone()
    b = a.view(-1)
    c = a + 1
    return c, b.shape


T(f,x)


def f(x):
    a = x.clone()
    b = a.view(-1)
    c = a + 1
    return c, b


T(f,x)


def f(x):
    a = x.clone()
    b = torch.ops.aten.slice_scatter(a, torch.zeros(1, 2), 0, 0, 1)
    c = torch.ops.aten.select(b,0,0)
    d = torch.ops.aten.diagonal_scatter(b, torch.zeros(2))
    return d


T(f,x)


def f(x):
    a = x.clone()
    return torch.where(a > 0, a, a + 1)


T(f,x)


def f(x):
    a = x.clone()
    b = a + 1
    c = b * 2
    d = c.cos()
    e = d.sum()
    return e, d.to(torch.float64)


T(f,x)


def f(x):
    a = torch.zeros(2, 2)
    b = a.expand(2, 2, 2)
    c = b + 1
    return c


T(f,x)


def f(x):
    a = torch.zeros(2)
    b = a.unsqueeze(0)
    c = b.add(5)
    return torch.ops.aten.squeeze(c)


T(f,x)


def f(x):
    a = torch.ones(4,4)
    s = a[:, 1]
    t = s + 1
    a2 = torch.ops.aten.select_scatter(a, t, 1, 1)
    return a2.sum()


T(f,x)


def f(x):
    a = torch.ones(4,4)
    v = torch.ops.aten.slice(a, 0, 0, 2)
    w = torch.ops.aten.select(v, 0, 1)
    u = w.add(2)
    b1 = torch.ops.aten.select_scatter(v, u, 0, 1)
    b2 = torch.ops.aten.slice_scatter(a, b1, 0, 0, 2)
    return b2


T(f,x)


def f(x):
    a = torch.ones(4)
    b, c = a.split(2)
    d = b.add(c)
    return d


T(f,x)


def f(x):
    a = x.clone()
    torch.ops.aten.copy_(x, a.add(1))
    return a


T(f,x)


def f(x):
    a = torch.ones(3,3)
    return torch.ops.aten.index_put(a, [torch.tensor([0])], torch.zeros(3)), torch.ops.aten.scatter(torch.zeros(3), 0, torch.tensor([1]), 2.0), torch.ops.aten.tril(torch.ones(2,2)), torch.ops.aten.clamp(torch.ones(2), 0, 0.5)


T(f,x)


def f(x):
    a = x.clone()
    b = a.view(2,2)
    return a.add(b)


T(f,x)


def f(x):
    a = x.clone()
    return a.add(1, alpha=2),


T(f,x)


def f(x):
    a = torch.zeros(3,4,5)
    v = a.select(0,1)
    w = v.select(0,2)
    u = w.add(2)
    b1 = torch.ops.aten.select_scatter(v,u,0,2)
    b2=torch.ops.aten.select_scatter(a,b1,0,1)
    return b2.sum(), b2


T(f,x)
