# Closures, partial, lambdas and generators are followed; what the graph sees is the arithmetic.
import functools
import itertools

import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


def powers(t, n):
    current = t
    for _ in range(n):
        yield current
        current = current * t


def numbered(t):
    yield from enumerate(powers(t, 2), start=1)
    return "done"


@torch.compile(backend=counter, fullgraph=True)
def fn(x, offset):
    count = 0

    def shift(t, by=offset):
        nonlocal count
        count += 1
        return t + by

    shifted = list(map(shift, powers(x, 3)))
    double = functools.partial(torch.mul, other=2)
    total = functools.reduce(lambda a, b: a + b, [double(s) for s in shifted])
    pairs = [(i, t.sum()) for i, t in numbered(x)]
    chained = sum(itertools.chain([1, 2], itertools.islice(itertools.count(10, 5), 2)))
    return total, pairs, count, chained, max([3, 1, 2], key=lambda v: -v), sorted("hello", reverse=True)


print(fn(torch.tensor([1.0, 2.0]), 10), counter.frame_count, counter.op_count)
