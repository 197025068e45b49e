# Places in a tensor that differ from sample to sample of a batch.
import torch
def t(f, *a):
    try: print(f(*a))
    except Exception as e: print(type(e).__name__, str(e)[:300])
x=torch.arange(12.).reshape(3, 4); i=torch.tensor([0, 1, 2])
V=torch.vmap
t(lambda: V(lambda a, j: a[j])(x, i))
t(lambda: V(lambda j: x[j])(i))
t(lambda: V(lambda j: x[:, j])(i))
t(lambda: V(lambda j: x[j, 1:])(i))
t(lambda: V(lambda j: x[j, j])(i))
t(lambda: V(lambda j: x[None, j])(i))
t(lambda: V(lambda a: a[torch.tensor(1)])(x))
t(lambda: V(lambda j: [1,2,3][j])(i))
t(lambda: V(lambda j: x[j.bool()])(i))
t(lambda: V(lambda j: x[j:])(i))
t(lambda: V(lambda j: j.item())(i))
t(lambda: V(lambda j: j.tolist())(i))
t(lambda: V(lambda j: int(j))(i))
t(lambda: V(lambda j: 1 if j > 0 else j)(i))
def st(a, j):
    a = a.clone(); a[j] = 7.; return a
t(lambda: V(st)(x, i))
def st(a, j):
    a = a.clone(); a[j] = j * 2.; return a
t(lambda: V(st)(x, i))
def st(a, j):
    a = a.clone(); a[:, j] = 5; return a
t(lambda: V(st)(x[:, None], i))
t(lambda: torch.func.grad(lambda a: a[torch.tensor(1)] * 2)(x[0]))
t(lambda: torch.func.grad(lambda a: a[torch.tensor(1)].sum() * 2)(x))
t(lambda: torch.compile(lambda x, i: V(lambda a, j: a[j])(x, i), backend="eager")(x, i))
