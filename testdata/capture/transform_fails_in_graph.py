"""An error inside a compiled graph leaves none of the transforms that the graph has entered: what is compiled later works."""
import torch
from torch.func import grad, vmap


@torch.compile(backend="aot_eager")
def picked(x, i):
    return grad(lambda y: y[i].sum())(x)


@torch.compile(backend="eager", fullgraph=True)
def picked_each(x, i):
    return vmap(lambda y: torch.index_select(y, 0, i))(x)


for f, x in ((picked, torch.ones(3)), (picked_each, torch.ones(2, 3))):
    try:
        f(x, torch.tensor([7]))
    except (IndexError, RuntimeError):
        print("refused")
    print(torch.compile(lambda x: grad(lambda y: (y * y).sum())(x), backend="eager", fullgraph=True)(torch.ones(3)))
    print(torch.compile(lambda x: vmap(torch.sin)(x), backend="aot_eager", fullgraph=True)(torch.zeros(3)))
