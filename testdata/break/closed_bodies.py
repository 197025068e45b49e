# Functions of higher-order operators change nothing that they are given and return none of it.
import re

import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._higher_order_ops.base_hop import BaseHOP
from torch._higher_order_ops.wrap import wrap


def show(name, f, *args):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    print(f"== {name}")
    try:
        print(torch.compile(f, backend=backend, fullgraph=True)(*args))
    except Exception as e:
        text = str(e).split("\nfrom user code")[0].strip()
        print(type(e).__name__, re.sub("Found in .*", "Found in ...", text))
    for g in backend.graphs:
        print(normalize_gm(g.print_readable(False)))


def twice(a):
    return a * 2


def adds(a):
    a.add_(1)
    return a * 2


def adds_to_view(a):
    a.view(-1).add_(1)
    return a * 2


def stores(a):
    a[0] = 1
    return a * 2


x = torch.ones(2)
for body in (adds, adds_to_view, stores, lambda a: a, lambda a: a.view(-1), lambda a: a.clone().add_(1)):
    show("cond", lambda x: torch.cond(x.sum() > 0, body, twice, (x,)), x)


def loops(x):
    def step(i, a):
        a.add_(1)
        return i + 1, a.clone()

    return torch.while_loop(lambda i, a: i < 3, step, (torch.tensor(0), x))


show("while_loop", loops, x)


@torch.compiler.nested_compile_region
def region(x):
    return x, x + 1


show("region", lambda x: region(x), x)
kept = []


def keeps(a):
    kept.append(3)
    return a + 1


def counts(x):
    n = 2

    def inner(a):
        nonlocal n
        n = 3
        return a + n

    return wrap(inner, x)


show("wrap, a list", lambda x: wrap(keeps, x), x)
show("wrap, a cell", counts, x)


class Scheme(BaseHOP):
    def __init__(self):
        super().__init__("scheme")


scheme = Scheme()
show("an operator of the script", lambda x, y: scheme(lambda a, b: a.sin() * b, x, y, kind="fast"), x, x + 1)


def prints(x):
    torch._higher_order_ops.print("x is {}, more is {y}", x, y=x + 1)
    return x + 1


show("prints", prints, x)


# Numbers among the operands are numbers in the listing.
def by_size(x, k):
    return torch.cond(x.sum() > 0, lambda y: y + k.shape[0], lambda y: y.add_(k.sum()), (x,))


torch._dynamo.reset()
try:
    torch.compile(by_size, backend="eager", dynamic=True, fullgraph=True)(torch.ones(5), torch.ones(6))
except Exception as e:
    print(type(e).__name__, *[line.strip() for line in str(e).splitlines() if "placeholder" in line], sep="\n")
