"""Tensors that functions make of data while a trace is taken: numbers are constants of the graph, what is made of a tensor or a size follows it."""
import re
import warnings

import torch


def show(f, *args, again):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        traced = torch.jit.trace(f, args, check_trace=False)
    print(re.sub(r" # .*", "", str(traced.graph)), end="")
    print(sorted({str(w.message)[:60] for w in caught if w.category is torch.jit.TracerWarning}))
    print(traced(*again))


show(lambda x: torch.tensor([1, 2]) + x, torch.ones(2), again=[torch.zeros(2)])
show(lambda x: torch.as_tensor([1, 2]) + x, torch.ones(2), again=[torch.zeros(2)])
show(lambda x: torch.tensor(x) + x, torch.ones(2), again=[torch.zeros(2)])
show(lambda x: torch.tensor(x.shape[0]) + x, torch.ones(2), again=[torch.zeros(3)])
show(lambda x: torch.tensor([x.shape[0], 3]) + x, torch.ones(2), again=[torch.zeros(2)])
show(lambda x: torch.zeros(x.shape) + len(x.shape), torch.ones(2), again=[torch.zeros(3)])


def dict_inside(x):
    return x, {"a": x}


for f in (lambda x: {"a": x}, dict_inside):
    try:
        torch.jit.trace(f, torch.ones(1))
    except RuntimeError as error:
        print(str(error)[:80])


class Module(torch.nn.Module):
    def forward(self, x):
        return x + 1

    def extra(self, x):
        return x


print(type(torch.jit.trace(Module().forward, torch.ones(1))).__name__)
try:
    torch.jit.trace(Module().extra, torch.ones(1))
except AttributeError as error:
    print(error)
