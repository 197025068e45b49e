# Generators of Python's random numbers: made, seeded and moved in compiled code, handed in, and handed out.
import random

import torch


def made(x, theirs):
    a = random.randint(1, 9)
    b = theirs.randint(1, 9)
    mine = random.Random(42)
    return x + a + b + mine.randint(1, 9), theirs, mine


def moved(x, first, second, third):
    first.seed(42)
    mine = random.Random(9002)
    second.setstate(mine.getstate())
    return x + first.random() + second.randint(1, 10) + third.randrange(10) + mine.uniform(0, 1), mine.random()


def broken(x):
    r = random.Random(5)
    y = x + r.random()
    torch._dynamo.graph_break()
    return y * r.random(), r


def check(fn, *seeds, fullgraph=True):
    results = []
    for run in fn, torch.compile(fn, backend="eager", fullgraph=fullgraph):
        for _ in range(2):
            random.seed(7)
            y, *rest = run(torch.ones(2, dtype=torch.float64), *(random.Random(s) for s in seeds))
            results.append((y.tolist(), [r.getstate() if isinstance(r, random.Random) else r for r in rest], random.random()))
    print(all(r == results[0] for r in results))


check(made, 12)
check(moved, 1, 2, 3)
check(broken, fullgraph=False)
