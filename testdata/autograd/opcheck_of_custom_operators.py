# opcheck looks at schema, derivative, fake implementation and compiled form of an operator.
import torch
from torch.library import custom_op, opcheck
@custom_op("lib::scale", mutates_args=())
def scale(x: torch.Tensor, f: float) -> torch.Tensor:
    return x * f
@scale.register_fake
def _(x, f):
    return torch.empty_like(x)
def setup(ctx, inputs, output): ctx.f = inputs[1]
scale.register_autograd(lambda ctx, g: (g * ctx.f, None), setup_context=setup)
print(opcheck(scale, (torch.ones(3), 2.0)))
print(opcheck(torch.ops.lib.scale.default, (torch.ones(3, requires_grad=True), 2.0)))
@custom_op("lib::bad", mutates_args=())
def bad(x: torch.Tensor) -> torch.Tensor:
    x.add_(1)
    return x.clone()
@bad.register_fake
def _(x): return torch.empty_like(x)
try:
    opcheck(bad, (torch.ones(3),))
except Exception as e:
    print(type(e).__name__, str(e)[:400])
print(opcheck(bad, (torch.ones(3),), raise_exception=False).keys())
@custom_op("lib::shape", mutates_args=())
def shape(x: torch.Tensor) -> torch.Tensor:
    return x.clone()
@shape.register_fake
def _(x): return x.new_empty(x.shape[0] + 1)
try:
    opcheck(shape, (torch.ones(3),))
except Exception as e:
    print(type(e).__name__, str(e)[:600])
