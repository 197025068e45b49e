"""Functions of masked tensors along dimensions: they are functions of torch.masked, and have the gradients of these."""
import torch
from .. import _ops

REDUCE_NAMES = ["sum", "mean", "amin", "amax", "argmin", "argmax", "prod", "all", "norm", "var", "std"]
NATIVE_REDUCE_MAP = {}
TORCH_REDUCE_MAP = {}


def _all(input, dim=None, keepdim=False, mask=None):
    filled = input.masked_fill(~mask, True)
    return torch.all(filled) if dim is None else torch.all(filled, dim=dim, keepdim=keepdim)


def _function(name):
    return _all if name == "all" else getattr(_ops, name)


class _Reduced(torch.autograd.Function):
    @staticmethod
    def forward(ctx, m, name, kwargs):
        from .core import MaskedTensor
        data, mask = m._masked_data, m._masked_mask
        ctx.parts, ctx.name, ctx.kwargs = (data, mask), name, kwargs
        dim, keepdim = kwargs.get("dim"), kwargs.get("keepdim", False)
        inside = mask.any() if dim is None else mask
        for d in [] if dim is None else sorted({x % max(mask.dim(), 1) for x in ((dim,) if isinstance(dim, int) else dim)}, reverse=True):
            inside = inside.any(d, keepdim=keepdim)
        made = _function(name)(data, mask=mask, **kwargs)
        if name in ("argmin", "argmax"):
            made = made.to(data.dtype)
        return MaskedTensor(made, inside if dim is not None or not keepdim else inside.reshape(made.shape))

    @staticmethod
    def backward(ctx, g):
        from .core import MaskedTensor
        data, mask = ctx.parts
        with torch.enable_grad():
            x = data.detach().requires_grad_()
            made = _function(ctx.name)(x, mask=mask, **ctx.kwargs)
            found, = torch.autograd.grad(made, x, g.get_data() if isinstance(g, MaskedTensor) else g)
        return MaskedTensor(found, mask), None, None


def reduce(name, m, *args, **kwargs):
    if name in ("var", "std"):
        if args and isinstance(args[0], bool):
            kwargs["unbiased"], args = args[0], args[1:]
        correction = kwargs.pop("correction", None)
        kwargs.setdefault("unbiased", bool(1 if correction is None else correction))
    if args:
        kwargs["dim"] = args[0]
    if len(args) > 1:
        kwargs["keepdim"] = args[1]
    if name == "norm":
        raise TypeError("_reduce_dim_args() got an unexpected keyword argument 'p'")
    if kwargs.get("dim", 0) is None:
        del kwargs["dim"]
    if isinstance(kwargs.get("dim"), list):
        kwargs["dim"] = tuple(kwargs["dim"])
    return _Reduced.apply(m, name, kwargs)


def _get_masked_fn(fn):
    """The function of torch.masked of a name; all has none there."""
    return _all if fn == "all" else getattr(torch.masked, fn)
