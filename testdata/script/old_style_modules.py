# Subclasses of ScriptModule: methods with their texts, copies, archives, constants, and what is refused.
import copy
import io

import torch
from torch import nn


class Shift(torch.jit.ScriptModule):
    __constants__ = ["k"]

    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
        self.k = 4

    @torch.jit.script_method
    def forward(self, x):
        """Shifts its argument."""
        return x * self.w + self.k


class Unready(torch.jit.ScriptModule):
    def __init__(self):
        self.x = 3


m = Shift()
print(m.forward.__doc__, m.original_name, m.code)
other = copy.deepcopy(m)
other.w.data.zero_()
print(m(torch.ones(2)).detach(), other(torch.ones(2)).detach())
buffer = io.BytesIO(m.save_to_buffer())
print(torch.jit.load(buffer)(torch.ones(2)).detach())
for wrong in (lambda: setattr(m, "k", 5), lambda: m.nothing, Unready, lambda: torch.jit.script(nn.Linear(1, 1)).requires_grad_(False), lambda: torch.jit.script(nn.Linear(1, 1)).register_buffer("b2", torch.ones(1))):
    try:
        wrong()
    except (RuntimeError, AttributeError) as e:
        print(type(e).__name__, e)
