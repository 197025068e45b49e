# Modes see as one what PyTorch has as one operator, with the options of new tensors and lists for lists.
import torch
from torch.utils._python_dispatch import TorchDispatchMode, is_in_torch_dispatch_mode


class Show(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        plain = [a for a in args if not isinstance(a, (torch.Tensor, list)) or isinstance(a, list) and not any(isinstance(x, torch.Tensor) for x in a)]
        print(func, plain, dict(sorted((kwargs or {}).items())))
        return func(*args, **(kwargs or {}))


x, m = torch.arange(6.).reshape(2, 3), torch.ones(3, 3)
with Show():
    print(is_in_torch_dispatch_mode())
    torch.addmv(torch.ones(2), x, torch.ones(3), beta=2)
    torch.addbmm(m, torch.ones(2, 3, 1), torch.ones(2, 1, 3))
    torch.nn.functional.pixel_shuffle(torch.ones(1, 4, 2, 2), 2)
    torch.clamp_min(x, 1.0).clamp_max_(2.0)
    torch.isin(x, torch.ones(2))
    torch.roll(x, 1, 0)
    torch.nn.functional.celu(x)
    x.clone().resize_(3)
    torch.view_copy(x, (3, 2))
    torch.empty(2).fill_(1)
    torch.zeros((2, 3), dtype=torch.int32)
    torch.arange(3)
    torch.rand(2)
    torch.ones_like(x)
    x.new_full((2,), 3)
    torch.tensor([1.0], requires_grad=True)
    x.data.mul_(2)
