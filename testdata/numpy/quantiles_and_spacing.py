"""torch._numpy where it is not what numpy is: quantiles over all elements are rows, numbers of one ratio have the type of their logarithm, grids come in lists."""
import torch
import torch._numpy as np


def show(name, f):
    try:
        made = f()
        print(name, made, getattr(made, "shape", type(made).__name__))
    except Exception as e:
        print(name, type(e).__name__, str(e)[:100])


table = np.arange(12.0).reshape(3, 4)
for f, scale in ((np.percentile, 100), (np.quantile, 1)):
    for axis in (None, 0, -1, (0,), (0, 1)):
        for keepdims in (False, True):
            for q in (0.5, [0.1, 0.9], [[0.1, 0.2], [0.3, 0.4]]):
                show(f"{f.__name__} {axis} {keepdims} {q}", lambda: f(table, np.array(q) * scale, axis=axis, keepdims=keepdims))
    show("cubes", lambda: f(np.arange(24).reshape(2, 3, 4), [0.3 * scale, 0.4 * scale], axis=1, keepdims=True))
    show("half", lambda: f(table.astype(np.float16), 0.5 * scale))
    show("out of range", lambda: f(table, 2 * scale))
    for method in ("lower", "higher", "midpoint", "nearest", "unknown"):
        show(method, lambda: f(table, 0.3 * scale, axis=1, method=method))
show("median", lambda: np.median(table))
show("median", lambda: np.median(table, axis=1, keepdims=True))
for f in (np.linspace, np.logspace, np.geomspace):
    show(f.__name__, lambda: f(1, 8, 4))
    show("open", lambda: f(1, 8, 4, endpoint=False))
    show("axis", lambda: f(1, 8, 4, axis=1))
    show("one type", lambda: f(1, 4, 3, dtype=np.float32))
show("whole", lambda: np.geomspace(1, 100, 5, dtype=int))
show("negative", lambda: np.geomspace(-1, -8, 4))
show("one", lambda: np.geomspace(1, 2, 1))
show("base", lambda: np.logspace(0, 3, 4, base=2))
for given in ({}, {"indexing": "ij"}, {"sparse": True}, {"indexing": "other"}, {"copy": False}):
    show(f"grid {given}", lambda: np.meshgrid([1, 2], [3, 4, 5], **given))
show("grid", lambda: np.meshgrid([1, 2], [3], [4, 5], sparse=True))
show("grid", lambda: np.meshgrid())
for name, given in (("split", (table, 3)), ("hsplit", (table, 2)), ("array_split", (table, 2)), ("atleast_2d", (1, [2])), ("broadcast_arrays", (table, [1, 2, 3, 4])), ("gradient", (table,))):
    show(name, lambda: type(getattr(np, name)(*given)))
show("lower triangle", lambda: np.tril_indices(3))

x = torch.linspace(-4, 4, 5, dtype=torch.float64, requires_grad=True)
slope, = torch.autograd.grad(torch.nn.functional.hardsigmoid(x).sum(), x)
print("a sixth of doubles is one of single precision", slope[2].item())
