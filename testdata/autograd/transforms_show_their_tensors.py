# Tensors inside function transforms print with the level that they belong to.
import torch
from torch.func import vmap, grad
def f(x):
    print(x); return x.sum()
vmap(f)(torch.arange(4.).reshape(2,2))
grad(f)(torch.arange(2.))
vmap(grad(f))(torch.arange(4.).reshape(2,2))
grad(lambda x: vmap(f)(x).sum())(torch.arange(4.).reshape(2,2))
from torch.func import jvp, functionalize
jvp(f, (torch.ones(2),), (torch.ones(2),))
functionalize(f)(torch.ones(2))
