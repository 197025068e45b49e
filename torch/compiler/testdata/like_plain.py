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


class Tens:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError
        return i * 10


class Endless:
    def __getitem__(self, i):
        return i


class Rows:
    def __init__(self, x):
        self.x = x

    def __getitem__(self, i):
        return self.x[i]


def sequences(x):
    a, b = Tens(2)
    return (x + sum(Tens(3)) + a + b, list(Tens(4)), tuple(Tens(2)), [a for a in Tens(3)], 10 in Tens(3), dict(zip(Tens(3), Endless())), max(Tens(3)), sorted(Tens(3)),
            set(Tens(2)), list(enumerate(Tens(2))))


def stepped(x):
    it, endless = iter(Tens(5)), iter(Endless())
    a, b = next(it), next(endless)
    torch._dynamo.graph_break()
    return x + a + b + next(it) + next(endless), list(it)


def rows(x):
    out = 0
    for row in Rows(x.reshape(2, 1)):
        out = out + row
    return out


def placed(x):
    it = iter(Endless())
    it.__setstate__(-42)
    return x + next(it), next(it), it.__reduce__()[2], type(it).__name__


def other_memory(x):
    y = x + 1
    y.set_(torch.arange(5.0))
    z = torch.arange(4.0)
    z.resize_(2)
    return y * 2, z


for f in (keywords, made, sequences, stepped, rows, placed, other_memory):
    plain, compiled = f(torch.ones(2)), torch.compile(f, backend="eager")(torch.ones(2))
    if str(plain) != str(compiled):
        print(f.__name__, plain, compiled, flush=True)
