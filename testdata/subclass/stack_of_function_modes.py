"""Compiled code that changes the stack of torch function modes by itself, beside with blocks."""
import torch
from torch._C import _len_torch_function_stack, _pop_torch_function_stack, _push_on_torch_function_stack
from torch.overrides import BaseTorchFunctionMode


class Named(BaseTorchFunctionMode):
    def __init__(self, name):
        super().__init__()
        self.name = name

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func is torch.add:
            return torch.full((2,), float(len(self.name)))
        return func(*args, **(kwargs or {}))


def stack():
    modes = []
    while _len_torch_function_stack():
        modes.append(_pop_torch_function_stack())
    for mode in reversed(modes):
        _push_on_torch_function_stack(mode)
    return [mode.name for mode in modes]


def popped(x, mode):
    return x + 1, _pop_torch_function_stack()


def pushed(x, mode):
    _push_on_torch_function_stack(mode)
    return torch.add(x, 1), mode


def swapped(x, mode):
    old = _pop_torch_function_stack()
    old.name += "!"
    _push_on_torch_function_stack(mode)
    torch._dynamo.graph_break()
    return torch.add(x, 1), old


def inside(x, mode):
    with Named("within"):
        top = _pop_torch_function_stack()
        torch._dynamo.graph_break()
        _push_on_torch_function_stack(top)
        y = torch.add(x, 3)
    return torch.add(y, 1), top


x, outer = torch.ones(2), Named("outer")
for f in (popped, pushed, swapped, inside):
    for call in (f, torch.compile(f, backend="eager")):
        torch._dynamo.reset()
        _push_on_torch_function_stack(outer)
        result, mode = call(x, Named("given"))
        print(f.__name__, result, mode.name, stack())
        while _len_torch_function_stack():
            _pop_torch_function_stack()

for full in (True, False):
    try:
        torch.compile(lambda x: (_pop_torch_function_stack(), x + 1), backend="eager", fullgraph=full)(x)
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
