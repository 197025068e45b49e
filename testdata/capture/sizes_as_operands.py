"""The symbols in the sizes of what torch.cond takes are operands of it in graphs of symbolic sizes."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx


def plain(x):
    return torch.cond(x.sum() > 0, lambda v: v.sin() + 1, lambda v: v.cos(), (x,))


def derived(pred, x):
    result = torch.cond(pred, torch.sin, torch.cos, (x,))
    return torch.autograd.grad(result, (x,), torch.ones_like(result))


for fn, args in ((plain, (torch.ones(3),)), (derived, (torch.tensor(True), torch.randn(4, requires_grad=True)))):
    gm = make_fx(fn, tracing_mode="symbolic")(*args)
    print(gm.code.strip(), *(child.code.strip() for _, child in gm.named_children()), sep="\n")
    torch.testing.assert_close(gm(*args), fn(*args))
