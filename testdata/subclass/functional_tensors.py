# Functional tensors that a script wraps: what is changed in place is recorded as functions, views are made again of their base.
import torch
from torch.fx.experimental.proxy_tensor import make_fx


def functionalized(f, reapply_views):
    def wrapped(x):
        inner = torch._to_functional_tensor(x)
        torch._enable_functionalization(reapply_views=reapply_views)
        try:
            out = f(inner)
        finally:
            torch._disable_functionalization()
        torch._sync(inner)
        new = torch._from_functional_tensor(inner)
        if new is not x:
            x.copy_(new)
        torch._sync(out)
        return torch._from_functional_tensor(out)

    return wrapped


def through_view(x):
    y = x.view(4, 2)
    y.add_(1)
    return x * x


def filled(x):
    y = x.clone()
    y.select(1, 0).fill_(3)
    y.narrow(0, 0, 1).zero_()
    return y


def several_views(x):
    y = x.clone()
    y.unsqueeze(0).squeeze(0).transpose(0, 1).mul_(2)
    return y


def part(x):
    first, second = x.clone().split(1)
    first.add_(1)
    return second


def flattened(x):
    y = x.view(-1)
    y.mul_(2)
    return y


for f in (through_view, filled, several_views, part, flattened):
    for reapply_views in (True, False):
        print(make_fx(functionalized(f, reapply_views))(torch.ones(2, 4)).code.strip())
    x = torch.arange(8.0).view(2, 4)
    y = x.clone()
    print(torch.equal(functionalized(f, True)(x), f(y)), torch.equal(x, y))
wrapped = torch._to_functional_tensor(torch.ones(2))
print(torch._is_functional_tensor(wrapped), torch._is_functional_tensor(torch.ones(2)), torch._from_functional_tensor(wrapped))
