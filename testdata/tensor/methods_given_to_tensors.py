"""Methods and properties that scripts give torch.Tensor, and take away again."""
import torch, torch.nn as nn
torch.Tensor.double_it = lambda self, k=2: self * k
torch.Tensor.half_size = property(lambda self: self.numel() // 2)
print(nn.Parameter(torch.ones(2)).double_it(), torch.ones(4).half_size)
old_add = torch.Tensor.__add__
torch.Tensor.__add__ = lambda self, other: old_add(self, other) + 100 if isinstance(other, str) is False and other is not None and False else old_add(self, other)
print(torch.ones(2) + 1, nn.Parameter(torch.ones(1)) + 1)
torch.Tensor.__add__ = old_add
print(torch.ones(2) + 2)
old_sum = torch.Tensor.sum
calls = []
def my_sum(self, *a, **k):
    calls.append(tuple(self.shape)); return old_sum(self, *a, **k)
torch.Tensor.sum = my_sum
print(torch.ones(3).sum(), calls)
torch.Tensor.sum = old_sum
print(torch.ones(3).sum(), calls)
@torch.compile(backend="eager", fullgraph=True)
def f(x): return x.double_it(3) + x.half_size
print(f(torch.ones(4)))
del torch.Tensor.double_it
print(hasattr(torch.ones(1), "double_it"), hasattr(torch.Tensor, "half_size"))
old_repr = torch.Tensor.__repr__
torch.Tensor.__repr__ = lambda self: f"{tuple(self.shape)} {old_repr(self)}"
x = torch.ones(2); print(x, [x], f"{x!r}"); torch.Tensor.__repr__ = old_repr; print(x)
torch.Tensor.__len__ = lambda self: 42
print(len(torch.ones(3)))
def hook(self, *args): return "called"
torch.Tensor.__call__ = hook
print(torch.ones(1)())
