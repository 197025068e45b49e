"""Tensors of classes that hold other tensors, compiled ahead of time as what they hold; native helpers that get too few arguments."""
import torch
from torch._dynamo.testing import AotEagerAndRecordGraphs, normalize_gm
from torch.testing._internal.two_tensor import TwoTensor


def two(v):
    return TwoTensor(torch.ones(2) * v, torch.ones(2) * (v + 1))


def compiled(f, *args):
    backend = AotEagerAndRecordGraphs()
    result = torch.compile(f, backend=backend, fullgraph=True)(*args)
    for graph in backend.fw_graphs:
        print(normalize_gm(graph.print_readable(print_output=False)))
    return result


print(compiled(lambda x: x * 2 + x.sum(), two(1)))
print(compiled(lambda x: TwoTensor(x, x + 1) * 2, torch.ones(2)))
x = two(1)
print(compiled(lambda x: x.add_(1) * 2, x), x)
x = two(1).requires_grad_()
compiled(lambda x: x.sin() * x, x).sum().backward()
print(x.grad)
f = torch.compile(lambda x: x * 2, backend=AotEagerAndRecordGraphs())
print([f(TwoTensor(torch.ones(n), torch.zeros(n))) for n in (2, 3, 4)])

for function in (torch._C._functorch._add_batch_dim, torch._C._functorch.is_batchedtensor, torch._C._dynamo.eval_frame.set_eval_frame):
    try:
        function()
    except TypeError:
        print("TypeError")
