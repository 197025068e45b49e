# A number where an operator takes a list of them, at the end of its parameters: it stands for a list of one, even where another overload takes a number.
import re

import torch


@torch.jit.script
def shapes(x, n: int):
    return x.view(n), x.reshape(n), x.expand(n), x.repeat(n), x.permute(0), x.flip(0), x.sum(0), x.view(-1)


@torch.jit.script
def several(x):
    return x.view(2, -1), x.expand(3, 4), x.new_zeros(2, 2), torch.zeros(3), torch.ones(2, 3), min(1, 2), max(3, 4)


for f in (shapes, several):
    print(re.sub(r" # .*", "", str(f.graph)))
print([t.tolist() for t in shapes(torch.arange(4.0), 4)])
