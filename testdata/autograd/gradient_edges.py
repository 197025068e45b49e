"""Backward passes that start from edges of the graph or end there, and what a node tells of the gradients it is given."""

import torch
from torch.autograd.graph import get_gradient_edge

x = torch.ones(2, requires_grad=True)
print(torch.autograd.grad((x * 3).sum(), get_gradient_edge(x)))
print(torch.autograd.grad(get_gradient_edge((x * 3).sum()), x))
print(torch.autograd.grad([get_gradient_edge((x * 3).sum()), (x * 2).sum()], [x]))
print(torch.autograd.grad(get_gradient_edge(x * 3), x, torch.tensor([1.0, 2.0])))
torch.autograd.backward(get_gradient_edge((x * 3).sum()), inputs=(x,))
torch.autograd.backward([get_gradient_edge((x * 3).sum())])
torch.autograd.backward((x * 5).sum(), inputs=get_gradient_edge(x))
print(x.grad)
for f in (lambda: torch.autograd.grad(get_gradient_edge(x * 3), x), lambda: get_gradient_edge(torch.ones(1))):
    try:
        f()
    except RuntimeError as e:
        print(e)
y = torch.stack([x, x.double()]).unbind()
print([(m.shape, m.dtype, m.device, m.is_nested_tensor) for m in y[0].grad_fn._input_metadata])
y = x * 2
print(y._backward_hooks, x._post_accumulate_grad_hooks, y._grad_fn is y.grad_fn)
handle = y.register_hook(lambda g: g)
print(list(y._backward_hooks))

w = torch.ones(6)[1:3].view(2, 1)
print(w._view_func(torch.arange(6.0)), w._view_func(torch.arange(7.0)), w._view_func_unsafe(torch.arange(7.0)), torch.ones(2)._view_func(x))

with torch.autograd.forward_ad.dual_level():
    dual = torch.autograd.forward_ad.make_dual(torch.ones(2), torch.ones(2))
    for f in (lambda: torch.autograd.forward_ad.make_dual(dual, torch.ones(2)), lambda: torch.autograd.forward_ad.make_dual(torch.ones(2), dual)):
        try:
            f()
        except RuntimeError as e:
            print(e)
