# Closures made inside, cells shared with the caller, iterators half used: as in eager afterwards.
import itertools

import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


def counters(x):
    n = 0

    def up(by=1):
        nonlocal n
        n += by
        return n

    up()
    up(5)
    return x * n, up


def outer_cell():
    total = 0
    calls = []

    def step(x):
        nonlocal total
        total += 1
        calls.append(total)
        return x + total

    compiled = torch.compile(step, backend=counter)
    outs = [compiled(torch.zeros(1)).item() for _ in range(3)]
    return outs, total, calls


def consumes(x, it):
    first = next(it)
    second = next(it, "none")
    return x + first, second


def builds(x):
    fns = [lambda v, k=k: v * k for k in range(3)]
    late = [lambda v: v * j for j in range(3)]
    return sum(f(x) for f in fns), [f(1) for f in late], fns[-1]


out, up = torch.compile(counters, backend=counter)(torch.ones(1))
print(out, up(), up(10))
print(outer_cell())
it = iter([1, 2, 3])
print(torch.compile(consumes, backend=counter)(torch.ones(1), it), list(it))
pairs = itertools.count(5)
print(torch.compile(consumes, backend=counter)(torch.ones(1), pairs), next(pairs))
total, late, last = torch.compile(builds, backend=counter)(torch.ones(1))
print(total, late, last(10))


def gen(x):
    for i in range(3):
        yield x * i


def eats(x):
    g = gen(x)
    a = next(g)
    return a + sum(g), list(g)


print(torch.compile(eats, backend=counter, fullgraph=True)(torch.ones(1)))
print(counter.frame_count)
