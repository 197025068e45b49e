"""Hooks that compiled code takes away again, and modules compiled while there are hooks of all modules."""
import warnings

import torch


def twice(x, y):
    handle = x.register_hook(lambda grad: grad * 2)
    y = y * y
    handle.remove()
    handle.remove()
    return x, y, handle, handle


def replaced(x, y):
    handle = x.register_hook(lambda grad: grad * 2)
    handle.remove()
    kept = x.register_hook(lambda grad: grad * 10)
    return x * y, y, handle, kept


for f in (twice, replaced):
    x = torch.zeros(3, requires_grad=True)
    out, _, first, second = torch.compile(f, backend="eager", fullgraph=True)(x, torch.ones(3))
    out.backward(torch.tensor([1.0, 2.0, 3.0]))
    print(f.__name__, x.grad, type(first).__name__, first is second)
    second.remove()
    x.grad = None
    out, _, first, second = torch.compile(f, backend="eager", fullgraph=True)(x, torch.ones(3))
    out.sum().backward()
    print(x.grad)


class Less(torch.nn.Module):
    def forward(self, x):
        return x - 1


calls = []
handle = torch.nn.modules.module.register_module_forward_pre_hook(lambda module, args: calls.append(type(module).__name__))
compiled = torch.compile(Less(), backend="eager")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(compiled(torch.ones(2)), calls)
    handle.remove()
    print(compiled(torch.ones(2)), calls)
print(len(caught), caught[0].category.__name__, str(caught[0].message))
