# Branches on data: the frame that has one names the jump, frames that inline it give the whole text.
import torch
import torch._dynamo as D
torch.manual_seed(0)


def helper(x):
    if x.sum() > 0:
        return x + 1
    return x - 1


def helper2(x):
    x = x + 3
    return helper(x)


def h1(a):
    return helper(a * 2) * 2


def h2(a):
    b = a * 2
    return helper(b)


def h3(a):
    return helper2(a) * 2


def h4(a):
    l = [a * 2]
    return helper(l[0]) * 2


def h5(a):
    b = a[1:]
    return helper2(b) + b


a = torch.arange(4.0)
for g in (h1, h2, h3, h4, h5):
    D.reset()
    x = D.explain(g)(a)
    print(getattr(g, "__name__", "m"), x.graph_count, x.graph_break_count)
    for b in x.break_reasons:
        print("  ", str(b.reason).split("\n")[0], len(b.user_stack), b.graph_break)
