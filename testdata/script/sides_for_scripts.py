# What only Python runs, since is_scripting says so, is not compiled, by either of the function's names.
import torch
from torch._jit_internal import is_scripting


def early(x):
    if not torch.jit.is_scripting():
        print(sorted(globals())[:0])
        return x
    return x * 7


def sides(x):
    if is_scripting():
        return x * 7
    else:
        print(vars(x))
        return x


class Sides(torch.nn.Module):
    def forward(self, x):
        if torch.jit.is_scripting() and x.dim() == 1:
            x = x + 1
        if torch.jit.is_scripting():
            return early(x)
        return x.detach(globals())


for f in (early, sides):
    print(torch.jit.script(f).code)
module = torch.jit.script(Sides())
print(module.code)
print(module(torch.ones(2)), early(torch.ones(2)))
