# Iteration inside a trace: user iterators, generators, zip, enumerate, reversed, star-expressions, unpacking.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Sequence:
    def __init__(self, *parts):
        self.parts = parts

    def __len__(self):
        return len(self.parts)

    def __getitem__(self, i):
        return self.parts[i]


def squares(n):
    for i in range(n):
        yield i * i
    return "end"


def both(n):
    tail = yield from squares(n)
    yield len(tail)


def fn(x, rows, *rest, **named):
    out = x
    for v in Countdown(3):
        out = out + v
    for v in both(3):
        out = out * (v + 1)
    for i, (a, b) in enumerate(zip(Sequence(1, 2, 3), reversed([4, 5, 6])), start=1):
        out = out + i * a * b
    first, *middle, last = rows
    out = out + first + sum(middle) - last
    out = out + sum(v for v in rest if v % 2) + max(named.values(), default=0)
    flags = [any(v > 2 for v in rows), all(map(lambda v: v > 0, rows))]
    pairs = dict(zip("abc", [*rest, *rows][:3]))
    return out, flags, pairs, list(filter(None, [0, 1, "", "z"])), 2 in Countdown(4)


x = torch.zeros(2)
args = (x, [1, 2, 3, 4], 5, 6, 7)
want, got = fn(*args, k=9), torch.compile(fn, backend=counter, fullgraph=True)(*args, k=9)
print(str(want) == str(got), got)
print(counter.frame_count, counter.op_count)
