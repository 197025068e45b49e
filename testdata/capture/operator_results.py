"""Operators that are called as operators give plain tuples and lists, traced or not."""
import torch

aten = torch.ops.aten


def f(a, b):
    return (aten.split(a, 2), aten.unbind(a), torch.split(a, 2), aten.topk(a, 2), aten.sort(a), aten.aminmax(a), aten.max.dim(a, 0), aten.chunk(a, 2), a.chunk(2),
            aten.linalg_svd(a), aten.median.dim(a, 0), aten.nll_loss_forward(a, b, None, 1, -100), torch.topk(a, 2), torch.ops.aten.split.Tensor(a, 2))


a, b = torch.arange(25.0).view(5, 5), torch.zeros(5, dtype=torch.int64)
for run in (f, torch.compile(f, backend="eager"), torch.compile(f, backend="aot_eager")):
    print([type(x).__name__ for x in run(a, b)])
