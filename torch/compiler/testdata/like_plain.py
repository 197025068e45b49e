"""Functions that compiled give what they give plain, where PyTorch raises errors of its own. Prints those that do not."""
import functools
import types

import torch


def keywords(x):
    p = functools.partial(dict)
    p.keywords[1234] = "value"
    try:
        return x + 1, p()
    except TypeError as error:
        return x + 1, str(error)


def made(x):
    def f(y):
        return len([y, other])

    # Nothing has called the new function yet, so it has not looked for its builtins.
    g = types.FunctionType(f.__code__, {"other": 3})
    return x * g(x)


for f in (keywords, made):
    plain, compiled = f(torch.ones(2)), torch.compile(f, backend="eager")(torch.ones(2))
    if str(plain) != str(compiled):
        print(f.__name__, plain, compiled, flush=True)
