"""A function beside the graph that make_fx records of it."""

import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.testing import assert_close
from torch.testing._internal.optests.arguments import randomized, seeded

__all__ = ["make_fx_check"]

_DIFFERENT = (
    "op(*args, **kwargs) and make_fx(op)(*args, **kwargs) produced different values. This could mean that your abstract impls (meta/FakeTensor impls) are incorrect, that your operator is not "
    "completely traceable (e.g., it relies on some global state), or that there is a bug in make_fx. Note that if you passed a python function (and not an operator) to make_fx_check, it is still "
    "possible that the python function will still work with torch.compile because it handles capturing pieces of your python code to compile."
)


def make_fx_check(func, args, kwargs, tracing_mode, assert_close=assert_close, randomize_data=False):
    """Records a call and compares what the graph gives with what the function gives, with randomize_data for other values."""
    f, *inputs = _sizes_from_tensors(func, args, kwargs)
    traced = make_fx(f, tracing_mode=tracing_mode)(*inputs)
    if randomize_data:
        inputs = randomized(inputs)
    try:
        expected = seeded(f, *inputs)
    except Exception:
        if randomize_data:
            return  # not every value is one that the function takes
        raise
    assert_close(seeded(traced, *inputs), expected, msg=_DIFFERENT)


def _sizes_from_tensors(func, args, kwargs):
    """The function with each torch.Size among its arguments read off a tensor of that size, so that the size is symbolic where sizes are."""
    args, kwargs = list(args), dict(kwargs)
    args_of_size = [(i, torch.empty(a, device="cpu")) for i, a in enumerate(args) if isinstance(a, torch.Size)]
    kwargs_of_size = {k: torch.empty(a, device="cpu") for k, a in kwargs.items() if isinstance(a, torch.Size)}
    for i, _ in args_of_size:
        args[i] = None
    for k in kwargs_of_size:
        kwargs[k] = None

    def f(args, kwargs, args_of_size, kwargs_of_size):
        args, kwargs = list(args), dict(kwargs)
        for i, t in args_of_size:
            args[i] = t.size()
        for k, t in kwargs_of_size.items():
            kwargs[k] = t.size()
        return func(*args, **kwargs)

    return f, args, kwargs, args_of_size, kwargs_of_size
