"""References of the functions of torch. In PyTorch these are written in Python, over primitives; here an operator has one implementation, which is its own
reference: each name leads to the function, or else the method, of that name."""

import torch


def tensor(data, *, dtype=None, device=None, pin_memory=False, requires_grad=False):
    """torch.tensor of numbers and tensors of one element that a graph computes."""
    if isinstance(data, torch.Tensor):
        return data.detach().to(dtype=data.dtype if dtype is None else dtype, copy=True).requires_grad_(requires_grad)
    return torch.tensor(data, dtype=dtype, device=device, requires_grad=requires_grad)


def prod(a, dim=None, keepdim=False, *, dtype=None):
    """torch.prod along any number of dimensions."""
    if dim is None or dim == ():
        dim = tuple(range(a.dim()))
    dims = [d % max(a.dim(), 1) if -a.dim() <= d < a.dim() else d for d in ((dim,) if isinstance(dim, int) else dim)]
    if len(set(dims)) < len(dims):
        raise RuntimeError("duplicate value in the list of dims")
    for d in sorted(dims, reverse=True):
        a = torch.prod(a, d, keepdim, dtype=dtype)
    return a if dims else torch.prod(a, dtype=dtype)


def __getattr__(name):
    for owner in (torch, torch.Tensor):
        if not name.startswith("__") and callable(getattr(owner, name, None)) or name == "T":
            return getattr(owner, name) if name != "T" else lambda x: x.T
    raise AttributeError(f"module 'torch._refs' has no attribute '{name}'")


from torch._refs import _conversions, fft, linalg, nn, special
