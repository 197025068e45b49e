"""Reductions of segments and their gradients: equal extremes, zeros, numbers that are none, an initial value, empty segments."""
import torch

data = torch.tensor([1.0, 2.0, 3.0, float("nan"), 5.0, 6.0, 0.0, 4.0, 4.0], requires_grad=True)
for reduce in ("sum", "mean", "max", "min", "prod"):
    for initial in (None, 1.0):
        for lengths in ([1, 2, 3, 3], [0, 3, 3, 3]):
            result = torch.segment_reduce(data, reduce, lengths=torch.tensor(lengths), initial=initial)
            gradient, = torch.autograd.grad(result, data, torch.tensor([1.0, 2.0, 3.0, 4.0]))
            print(reduce, initial, result.detach(), gradient, result.grad_fn.name())
rows = torch.arange(12.0).view(2, 6).requires_grad_()
for reduce in ("sum", "max", "mean"):
    for dtype in (torch.int64, torch.int32):
        result = torch.segment_reduce(rows, reduce, offsets=torch.tensor([[0, 2, 6], [0, 3, 6]], dtype=dtype), axis=1)
        print(result, torch.autograd.grad(result.sum(), rows)[0])
deep = torch.arange(24.0).view(2, 3, 4).requires_grad_()
result = torch.segment_reduce(deep, "prod", lengths=torch.tensor([1, 1]), axis=0)
print(result, torch.autograd.grad(result.sum(), deep)[0])
print(torch.segment_reduce(deep, "min", lengths=torch.tensor([[1, 2], [3, 0]]), axis=1, initial=5))
print(torch.segment_reduce(torch.tensor([0.1, 0.2, 0.3], dtype=torch.half), "sum", lengths=torch.tensor([3])))


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split("  (")[0])


attempt(lambda: torch.segment_reduce(torch.ones(3), "max"))
attempt(lambda: torch.segment_reduce(torch.ones(3), "max", lengths=torch.tensor([-1, 4])))
attempt(lambda: torch.segment_reduce(torch.ones(3), "max", lengths=torch.tensor([3]), axis=3))
attempt(lambda: torch.segment_reduce(torch.ones(3), "max", lengths=torch.tensor([[1]])))
attempt(lambda: torch.segment_reduce(torch.ones(3, 3), "max", lengths=torch.tensor([1, 2]), axis=1))
attempt(lambda: torch.segment_reduce(torch.ones(3), "max", offsets=torch.tensor([[0, 3]]), axis=0))
attempt(lambda: torch.segment_reduce(torch.ones(3), "other", lengths=torch.tensor([3])))
attempt(lambda: torch.segment_reduce(torch.ones(3, dtype=torch.int64), "max", lengths=torch.tensor([3])))
attempt(lambda: torch.segment_reduce(torch.ones(3), "max", lengths=torch.tensor([3.0])))
attempt(lambda: torch.autograd.gradcheck(lambda x: torch.segment_reduce(x, "mean", lengths=torch.tensor([2, 1]), initial=2), torch.randn(3, dtype=torch.double, requires_grad=True)))
second = torch.segment_reduce(data, "sum", lengths=torch.tensor([9]))
attempt(lambda: torch.autograd.grad(torch.autograd.grad(second.sum(), data, create_graph=True)[0].sum(), data))
