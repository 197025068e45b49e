"""Functions that are not traced, being those of this package, unless dont_skip_tracing asks for it."""

import torch


def f1(x):
    return x + 1


def f2(x):
    return x + 1


def f3(x):
    return f2(x)


def f4(x):
    """Here f6 alone is compiled."""
    x = f5(x, 1)
    x = torch._dynamo.dont_skip_tracing(f6)(x)
    return f5(x, 8)


def f5(x, n):
    return x + n if torch.compiler.is_compiling() else x


def f6(x):
    x = f5(x, 2)
    torch._dynamo.graph_break()
    return f5(x, 4)
