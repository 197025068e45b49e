# A function whose results functools.lru_cache would keep is traced as if it had none: a warning says so, once for each place until a reset.
import functools
import warnings

import torch


@functools.lru_cache(None)
def double(n):
    return n * 2


@functools.cache
def ones(n):
    return torch.ones(n)


def f(x):
    return x + double(3) + double(4)


def g(x):
    return x + ones(2)


for fn in (f, g):
    for again in (False, True):
        if again:
            torch._dynamo.reset()
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            for _ in range(2):
                torch.compile(fn, backend="eager")(torch.ones(2))
        for w in seen:
            print(w.category.__name__, str(w.message).replace(__file__, "FILE"))
