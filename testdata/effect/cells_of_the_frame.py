# Cells of a compiled frame outlive it only with a function that reads them: nothing else is returned for their sake.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs

backend = EagerAndRecordGraphs()


def show(name, f):
    torch._dynamo.reset()
    backend.graphs.clear()
    print(name, torch.compile(f, backend=backend)(torch.ones(2)))
    for g in backend.graphs:
        print("   ", g.code.strip().splitlines()[-1])


def key_function(x):
    groups = {"a": [x + 1], "b": [x * 2, x * 3]}
    return x + 2, sorted(groups, key=lambda k: -len(groups[k]))


def called(x):
    n = x + 1
    get = lambda: n
    n = n * 2
    return get() + 1


def escapes(x):
    n = x + 1

    def get():
        return n

    n = n * 2
    return get


def nested(x):
    a, b = x + 1, x * 2

    def outer():
        def inner():
            return a
        return inner

    keep = lambda: b
    return outer, keep() + 1


def recursive(x):
    def power(n):
        return x if n == 0 else power(n - 1) * 2

    return power(3), power


show("key function", key_function)
show("called", called)
for name, f in (("escapes", escapes), ("nested", nested), ("recursive", recursive)):
    torch._dynamo.reset()
    backend.graphs.clear()
    result = torch.compile(f, backend=backend)(torch.ones(2))
    if name == "escapes":
        print(name, result())
    elif name == "nested":
        print(name, result[0]()(), result[1])
    else:
        print(name, result[0], result[1](2))
    for g in backend.graphs:
        print("   ", g.code.strip().splitlines()[-1])
