"""Python's min and max of sizes, which exports keep as functions of the sizes instead of deciding which it is."""
import builtins
import contextlib
import functools
from collections.abc import Iterable

import torch


def _of_symbols(original, pair, larger):
    """A function in the place of min or max."""

    def of_two(a, b):
        if isinstance(a, (float, torch.SymFloat)) != isinstance(b, (float, torch.SymFloat)):
            a, b = torch.sym_float(a), torch.sym_float(b)
        for one, other in ((a, b), (b, a)):
            if type(one) is int and one <= 1 and isinstance(other, torch.SymInt) and str(other).isidentifier() and not str(other).startswith("u"):
                return other if larger else one  # sizes are positive
        return pair(a, b)

    @functools.wraps(original)
    def extremum(*args, **kwargs):
        if not args or kwargs or len(args) > 2 or len(args) == 1 and not isinstance(args[0], Iterable):
            return original(*args, **kwargs)
        items = list(args[0]) if len(args) == 1 else args
        if not any(isinstance(item, torch.SymInt) for item in items):
            return original(items)
        return functools.reduce(of_two, items)

    return extremum


@contextlib.contextmanager
def extrema_of_sizes():
    kept = builtins.min, builtins.max
    builtins.min, builtins.max = _of_symbols(min, torch.sym_min, False), _of_symbols(max, torch.sym_max, True)
    try:
        yield
    finally:
        builtins.min, builtins.max = kept
