# Bags of rows are one operator, which keeps what its derivative needs; so is the renormalisation of rows, and fractional pooling.
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode


class Names(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print("  ", func)
        return func(*args, **(kwargs or {}))


def shown(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)


table = torch.arange(12.0).reshape(4, 3)
places, starts = torch.tensor([1, 2, 3, 0, 2]), torch.tensor([0, 2, 2])

for last in (False, True):
    begins = torch.tensor([0, 2, 2, 5]) if last else starts
    for padding in (-1, 2):
        for mode in (0, 1, 2):
            for function in (torch._embedding_bag, torch._embedding_bag_forward_only):
                print(last, padding, mode, *(t.tolist() for t in function(table, places, begins, False, mode, False, None, last, padding)))

print("the last offset ends the last bag where one kernel adds the rows up")
for dtype in (torch.float32, torch.float64):
    for mode in (0, 1, 2):
        print(torch.embedding_bag(table.to(dtype), places, torch.tensor([0, 2, 3]), False, mode, False, None, True)[0].tolist())

print("derivatives")
for mode in ("sum", "mean", "max"):
    for padding in (None, 2):
        rows = torch.tensor([[1.0, 5.0], [1.0, 5.0], [1.0, 7.0]], requires_grad=True)
        bags = F.embedding_bag(torch.tensor([0, 1, 2, 1, 1]), rows, torch.tensor([0, 3, 3]), mode=mode, padding_idx=padding)
        bags.sum().backward()
        print(mode, padding, type(bags.grad_fn).__name__, bags.tolist(), rows.grad)
rows, each = table.clone().requires_grad_(), torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0], requires_grad=True)
F.embedding_bag(places, rows, starts, mode="sum", per_sample_weights=each).pow(2).sum().backward()
print(rows.grad, each.grad)

print("what modes see")
rows = table.clone().requires_grad_()
with Names():
    F.embedding_bag(places[:4].view(2, 2), table)
    F.embedding_bag(places, rows, starts, max_norm=0.5)
    F.embedding(places, rows, max_norm=0.5)
    F.fractional_max_pool2d(torch.ones(2, 5, 5), 2, 3)
    F.fractional_max_pool3d(torch.ones(1, 2, 5, 5, 5), 2, output_ratio=0.5)

print("refused")
shown(lambda: torch.embedding_bag(table, places, starts, False, 3))
shown(lambda: torch.embedding_bag(table, places.float(), starts))
shown(lambda: torch.embedding_bag(table, places, starts, False, 1, False, torch.ones(5)))
shown(lambda: torch.embedding_bag(table, places, torch.tensor([0, 9])))

print("fractional pooling")
torch.manual_seed(0)
x = torch.randn(1, 2, 5, 6, 7)
drawn = torch.tensor([[[0.1, 0.5, 0.9], [0.3, 0.2, 0.7]]])
print(F.fractional_max_pool3d(x, (1, 2, 3), (3, 3, 2), _random_samples=drawn, return_indices=True))
print(F.fractional_max_pool2d(x[0], (2, 3), output_ratio=(0.5, 0.7)))
images = x[0, 0].clone().requires_grad_()
pooled = F.fractional_max_pool2d(images, 2, 3, _random_samples=torch.full((1, 5, 2), 0.4))
pooled.sum().backward()
print(type(pooled.grad_fn).__name__, images.grad[0])
shown(lambda: F.fractional_max_pool3d(x, (6, 2, 3), (3, 3, 2), _random_samples=drawn))
shown(lambda: F.fractional_max_pool3d(x, (2, 2, 3), (3, 3, 6), _random_samples=drawn))
shown(lambda: F.fractional_max_pool2d(x[0], (8, 3), (3, 3)))
shown(lambda: F.fractional_max_pool2d(torch.randn(0, 2, 5, 6), 2, 3))
shown(lambda: F.fractional_max_pool2d(torch.randn(2, 0, 5, 6), 2, 3))
shown(lambda: torch.ops.aten.fractional_max_pool2d(x[0], [2, 2], [3, 3], torch.rand(5, 2, 3)))
shown(lambda: torch.ops.aten.fractional_max_pool2d(x[0], [2, 2], [3, 3], torch.rand(2, 2)))
