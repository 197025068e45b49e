from __future__ import annotations

# The text of annotations that hold yields and lambdas.


def f(
    a: lambda: 0,
    b: lambda x, /, y=1, *, k: 0,
    c: lambda *, k: 0,
    d: lambda **k: 0,
    e: lambda: (yield),
    g: lambda *a: (yield from x),
    h: [lambda: (yield x)],
    i: lambda: f((yield)),
    j: lambda: (yield) + 1,
    k: lambda: [(yield a, b), 1],
):
    pass


for text in f.__annotations__.values():
    print(text)
