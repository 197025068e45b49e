import torch._numpy as tnp


def t(f):
    try:
        r = f()
        print(r, getattr(r, "dtype", None))
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0] if str(e) else "")


rows = [[1, 2], [3, 5], [4, 4]]
for kwargs in ({}, {"rowvar": False}, {"bias": True}, {"ddof": 0}, {"dtype": "float64"}, {"fweights": [1, 2]}, {"y": rows, "rowvar": False}, {"y": [7, 8]}):
    t(lambda: tnp.cov(rows, **kwargs))
t(lambda: tnp.cov([1, 2, 3], [2, 5, 7]))
t(lambda: tnp.cov([True, False]))
t(lambda: tnp.corrcoef([1, 2, 3], [2, 5, 7]))
t(lambda: tnp.corrcoef([1, 2, 3], bias=True))
t(lambda: tnp.fix([-1.5, 1.5, 2.5, 0.4, 1.7]))
t(lambda: tnp.fix(2))
t(lambda: tnp.split(tnp.arange(5), 3))
t(lambda: tnp.vsplit(tnp.arange(5), 3))
