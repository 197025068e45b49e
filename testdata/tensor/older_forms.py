"""Errors of functions that also take older arguments, of which their errors do not tell, and of methods that are called without a tensor."""
import torch

x = torch.ones(2, 2)
for name in ("add", "addcdiv", "addmv", "addr", "sub"):
    f, method = getattr(torch, name), getattr(torch.Tensor, name)
    for args in ((), (x,), (x, "a"), (x,) * 8):
        for g in (f, method):
            try:
                g(*args)
            except TypeError as e:
                print(name, len(args), str(e).split("\n")[0])
