# torch.func.grad in graphs wraps all arguments; derivatives within derivatives forbid hooks again; Jacobians by chunks.
import torch

x = torch.arange(6.).reshape(2, 3) + 1
v = torch.ones(2, 3)


class Shown:
    def __call__(self, gm, example):
        print(gm.code.strip())
        return gm


def product(x):
    return torch.func.grad(lambda a, others, *, k: (a * others[0] * k).sum())(x, [v], k=v)


def last(x):
    return torch.func.grad(lambda a, b: (a * b).sum(), argnums=-1)(x, v)


def twice(x):
    return torch.func.grad(lambda y: torch.func.grad(lambda z: (z**3).sum())(y).sum())(x)


def chunked(x):
    return torch.func.jacrev(lambda a: a.sum(0), chunk_size=2)(x)


for f in (product, last, twice, chunked):
    print("##", f.__name__)
    print(torch.compile(f, backend=Shown(), fullgraph=True)(x))
for size in (None, 1, 2, 5, 100, 0):
    for f in (lambda a: a.sum(0), lambda a: (a.sum(), a * 2), lambda a: {"q": a.sum(1)}):
        try:
            leaves, _ = torch.utils._pytree.tree_flatten(torch.func.jacrev(f, chunk_size=size)(x))
            print(size, [(t.shape, (t * torch.arange(t.numel()).reshape(t.shape)).sum().item()) for t in leaves])
        except ValueError as e:
            print(size, e)
