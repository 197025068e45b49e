# Functions of the library given to torch.compile are traced like those of scripts.
import functools

import torch
import torch.distributions as D
import torch.nn as nn
import torch.nn.functional as F
from torch._dynamo.testing import CompileCounter
from torch.utils import _pytree as pytree
from torch.utils.checkpoint import checkpoint

x = torch.ones(2, 2)
for name, fn in {
    "softmax": functools.partial(F.softmax, dim=-1), "dropout": F.dropout, "normalize": F.normalize, "vmap": torch.vmap(torch.sin),
    "grad": torch.func.grad(lambda x: x.sum()), "log_prob": D.Normal(torch.zeros(2), 1.0).log_prob, "tree_map": functools.partial(pytree.tree_map, torch.sin),
    "checkpoint": functools.partial(checkpoint, torch.sin, use_reentrant=False), "einsum": functools.partial(torch.einsum, "ij,kj->ik", x), "atleast_2d": torch.atleast_2d,
    "split": functools.partial(torch.split, split_size_or_sections=1), "norm": torch.norm, "zeros_": nn.init.zeros_, "sin": torch.sin, "layer": nn.Linear(2, 2), "hessian": torch.func.hessian(lambda x: (x * x).sum()),
}.items():
    torch._dynamo.reset()
    counter = CompileCounter()
    torch.compile(fn, backend=counter, fullgraph=True)(x.clone())
    print(name, counter.frame_count, counter.op_count)
