"""Descriptors of native classes, methods that lru_cache wraps, attributes of tensors that traced code cannot set."""
import functools
import warnings

import torch


def traced(f, *args):
    torch._dynamo.reset()
    try:
        print(torch.compile(f, backend="eager", fullgraph=True)(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n\nfrom user")[0])


shape = torch.Tensor.shape
traced(lambda x: shape.__get__(x), torch.ones(2, 3))
traced(lambda d, x: d.__get__(x), torch.Tensor.dtype, torch.ones(2))
traced(lambda x: (torch.Tensor.is_leaf.__get__(x), torch.Tensor.retains_grad.__get__(x), torch.Tensor.T.__get__(x)), torch.ones(2, 2))


class Slotted:
    __slots__ = ("q",)

    @property
    def p(self):
        return 3

    @functools.lru_cache
    def doubled(self, x, by=1):
        return x * 2 * by

    @functools.cache
    def more(self, x):
        return x + 1


a = Slotted()
a.q = 5
traced(lambda x: x + Slotted.q.__get__(a) + Slotted.p.__get__(a), torch.ones(1))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    traced(lambda x: a.doubled(x=x) + a.doubled(x, 3) + a.more(x), torch.ones(1))
print([str(w.message).split(" at ")[0] for w in seen])
for name in ("real", "T", "shape", "is_leaf", "grad_fn", "_version"):
    space = {}
    exec(f"def f(x, v):\n    x.{name} = v\n    return x + 1\n\ndef g(x, v):\n    y = x + 1\n    y.{name} = v\n    return y + 1", space)
    traced(space["f"], torch.ones(2), 1)
    traced(space["g"], torch.ones(2), torch.ones(2))
traced(lambda x: x.type(torch.get_autocast_gpu_dtype()), torch.ones(1))
traced(lambda x: x + torch.autograd._is_checkpoint_valid(), torch.ones(1))
for device in ("nope", "meta", 3):
    traced(lambda d: torch.get_device_module(device=d), device)
with torch._dynamo.config.patch(reorderable_logging_functions={print}):
    traced(lambda x: print(x, [x]) or x, torch.ones(1))
