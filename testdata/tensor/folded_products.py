"""Products of a batch and a matrix: where they fold into one product, and the strides of their results."""
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode


class Names(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        names.append(str(func).removeprefix("aten.").removesuffix(".default"))
        return func(*args, **(kwargs or {}))


for grad in (False, True):
    make = lambda *sizes: torch.arange(float(torch.Size(sizes).numel())).reshape(sizes).requires_grad_(grad)
    a, b, v, d, w = make(2, 3, 4), make(4, 5), make(4), make(6, 3), make(3)
    other = make(3, 2, 4).transpose(0, 1)
    calls = dict(ab=lambda: a @ b, av=lambda: a @ v, ob=lambda: other @ b, ov=lambda: other @ v, aa=lambda: a @ a.transpose(1, 2), ob_detached=lambda: other @ b.detach(),
                 linear=lambda: F.linear(a, b.t(), torch.ones(5)), linear1=lambda: F.linear(v, b.t(), torch.ones(5)))
    for name, call in calls.items():
        names = []
        with Names():
            out = call()
        print(name, grad, tuple(out.shape), out.stride(), names, out.sum().item())
    for name, call in dict(da=lambda: d @ a, wa=lambda: w @ a, do=lambda: d @ other).items():
        out = call()
        print(name, grad, tuple(out.shape), out.stride(), out.sum().item())
