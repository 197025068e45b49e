# A key that a compiled function stores and deletes again is gone from every dict it is called with.
import torch


@torch.compile(backend="eager")
def f(d, x):
    d["c"] = 1
    del d["c"]
    return x + 1


for d in ({}, {"a": 1}, {"c": 3}, {"c": 4, "b": 2}):
    f(d, torch.ones(2))
    print(d)
