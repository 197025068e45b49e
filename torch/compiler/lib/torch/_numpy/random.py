"""Random numbers, from the generator of torch unless torch._dynamo.config.use_numpy_random_stream is set."""
from math import sqrt

import torch

from torch._numpy import _dtypes, _funcs
from torch._numpy._ndarray import asarray, ndarray


def use_numpy_random():
    import torch._dynamo.config as config

    return config.use_numpy_random_stream


def _streamed(function):
    """The function, or numpy's of its name where its stream is asked for."""
    name = function.__name__

    def chosen(*args, **kwargs):
        if use_numpy_random():
            import numpy

            return _funcs.of_numpy(numpy.random, name, args, kwargs)
        return function(*args, **kwargs)

    chosen.__name__ = chosen.__qualname__ = name
    return chosen


def _given(values, size):
    return values.item() if size is None else ndarray(values)


def _sizes(size):
    return () if size is None else (size,) if isinstance(size, int) else tuple(int(n) for n in size)


@_streamed
def seed(seed=None):
    if seed is not None:
        torch.random.manual_seed(seed)


@_streamed
def random_sample(size=None):
    return _given(torch.empty(_sizes(size), dtype=torch.float64).uniform_(), size)


random = sample = random_sample


def rand(*size):
    return random_sample(size or None)


@_streamed
def uniform(low=0.0, high=1.0, size=None):
    return _given(torch.empty(_sizes(size), dtype=torch.float64).uniform_(low, high), size)


@_streamed
def randn(*size):
    return _given(torch.randn(size, dtype=torch.float64), size or None)


@_streamed
def normal(loc=0.0, scale=1.0, size=None):
    return _given(torch.empty(_sizes(size), dtype=torch.float64).normal_(loc, scale), size)


@_streamed
def randint(low, high=None, size=None):
    if high is None:
        low, high = 0, low
    return _given(torch.randint(low, high, size=_sizes(size)), size)


@_streamed
def shuffle(x):
    if isinstance(x, ndarray):
        x.tensor.copy_(x.tensor[torch.randperm(x.tensor.shape[0])])
    else:
        raise NotImplementedError("We do not random.shuffle lists in-place")


@_streamed
def choice(a, size=None, replace=True, p=None):
    a = asarray(a).tensor
    if a.numel() == 1:
        a = torch.arange(int(a))
    if p is None:
        p = torch.ones_like(a, dtype=torch.float64) / a.shape[0]
    p = asarray(p).tensor
    if (p.sum() - 1).abs() > sqrt(torch.finfo(torch.float64).eps):
        raise ValueError("probabilities do not sum to 1")
    sizes = _sizes(1 if size is None else size)
    count = 1
    for n in sizes:
        count *= n
    picked = torch.multinomial(p, count, replacement=replace).reshape(sizes)
    return ndarray(a[picked])
