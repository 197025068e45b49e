"""What modes, classes and recordings see of assignments at indices: numbers are lifted constants, whole slices are the tensor itself."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils._python_dispatch import TorchDispatchMode, _pop_mode, _push_mode


class Names(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(func, [tuple(a.shape) if isinstance(a, torch.Tensor) else a for a in args])
        return func(*args, **(kwargs or {}))


def assign(x, y):
    x, y = x.clone(), y.clone()
    x[0] = 2
    y[0] = 2.5
    y[:, 1] = torch.tensor(4.0)
    x[torch.tensor([0])] = 1
    x[x > 4] = 5
    y[...] = 1
    y[0] = torch.ones(1, 3)
    y[:] = x
    y[True] = 3
    y[False] = 4
    y[:, None] = 2
    return x, y


with Names():
    assign(torch.ones(3), torch.ones(2, 3))
print(make_fx(assign)(torch.ones(3), torch.ones(2, 3)).code)
x = torch.zeros(2)
_push_mode(Names())
x[1] = 3
_pop_mode()
print(x)
try:
    torch.Tensor._make_wrapper_subclass(int, [1])
except TypeError as e:
    print(e)
