# What a recorded function changes in place is the result of that call for whatever follows, inputs too.
import torch
from torch.fx.experimental.proxy_tensor import make_fx

x, i = torch.ones(4), torch.tensor([0, 1])


def added(x, i):
    x.add_(1)
    return x.mul(2)


def put(x, i):
    x[i] = torch.zeros(2)
    return x * 2


def written(x, i):
    y = x * 2
    y.zero_()
    y.copy_(x)
    return y, x.add_(1), x


def through_a_view(x, i):
    x.view(2, 2).add_(1)
    return x


for f in (added, put, written, through_a_view):
    for mode in ("real", "fake", "symbolic"):
        print(make_fx(f, tracing_mode=mode)(x.clone(), i).code.strip())
