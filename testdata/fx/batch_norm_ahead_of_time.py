# Batch norm in graphs of AOTAutograd gives its new statistics instead of changing copies of the old ones.
import torch
from functorch.compile import aot_module, make_boxed_func
from torch import nn


def shown(part):
    def compile_(gm, inputs):
        print(part, gm.code.strip())
        return make_boxed_func(gm.forward)

    return compile_


torch.manual_seed(0)
plain, bn = nn.BatchNorm1d(2), nn.BatchNorm1d(2)
compiled = aot_module(bn, shown("forward"), shown("backward"))
for _ in range(2):
    x = torch.randn(3, 2)
    a, b = x.clone().requires_grad_(), x.clone().requires_grad_()
    plain(a).pow(2).sum().backward()
    compiled(b).pow(2).sum().backward()
    print(torch.allclose(a.grad, b.grad, atol=1e-5), torch.allclose(plain.running_mean, bn.running_mean), torch.allclose(plain.running_var, bn.running_var), bn.num_batches_tracked)
    print(torch.allclose(plain.weight.grad, bn.weight.grad, atol=1e-5))
