"""Nested tensors in compiled functions: their sizes, what is made of them and of their parts, and what guards ask of ragged sizes."""
import torch
import torch.nn.functional as F
import torch.utils._pytree as pytree
from torch.nested._internal.nested_tensor import jagged_from_list, nested_view_from_values_offsets


def jagged(lengths, width):
    return jagged_from_list([torch.arange(n * width, dtype=torch.float32).reshape(n, width) for n in lengths], None)[0]


def shown(x):
    if isinstance(x, torch.Tensor) and x.is_nested:
        return "jagged", tuple("j" if i == 1 else n for i, n in enumerate(x.shape)), round(x.values().sum().item(), 3)
    return x


def both(name, f, *calls):
    torch._dynamo.reset()
    compiled = torch.compile(f, backend="eager", fullgraph=True, dynamic=True)
    for args in calls:
        print(name, pytree.tree_map(shown, f(*args)), pytree.tree_map(shown, compiled(*args)))


A, B = jagged((2, 3), 4), jagged((3, 1, 2), 5)
both("clone", lambda x: x.clone() * x.size(0), (A,), (B,))
both("same shape", lambda x: x.clone().shape == x.shape, (A,), (B,))
both("same size", lambda x: (x * 2).size(1) == x.size(1), (A,), (B,))
both("chain", lambda x: (x * 2 + x / 2) * x, (A,), (B,))
both("linear", F.linear, (A, torch.ones(3, 4)), (B, torch.ones(3, 5)))
both("unbind", lambda x: [t.sum() for t in x.unbind()], (A,))
both("values", lambda x: (x.values() * 2).sum(), (A,), (B,))
both("view", lambda v, o: nested_view_from_values_offsets(v, o) * 2, (torch.ones(5, 2), torch.tensor([0, 2, 5])), (torch.ones(6, 2), torch.tensor([0, 2, 5, 6])))
both("sum", lambda x: x.sum(dim=-1), (A,), (B,))
both("split", lambda x: x.split(2, -1)[0], (A,))
both("transpose", lambda x: x.transpose(1, 2).transpose(1, 2) + 1, (A,), (B,))
both("offsets", lambda x: (x.offsets(), x * 2), (A,), (B,))
both("asked", lambda x: (x.layout is torch.jagged, x.dim(), x.numel(), x.requires_grad), (A,), (B,))
both("cat", lambda x: torch.cat([x, x], -1), (A,))
both("where", lambda x: torch.where(x > 2, x, 0.0), (A,))
both("in place", lambda x: x.mul(2).add_(1), (A,))

# Whether two ragged sizes are the same is part of what was traced.
first, offsets = jagged_from_list([torch.ones(n, 5) for n in (2, 3, 4)], None)
second, _ = jagged_from_list([torch.ones(n, 5) for n in (2, 3, 4)], offsets)
third, fourth = jagged((3, 4, 5), 4), jagged((3, 4, 5), 4)
both("pieces", lambda a, b: a + b if a.shape == b.shape else a * 10, (first, second), (third, fourth), (third, third))
