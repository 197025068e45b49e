# Gradients where elements are NaN, infinite, zero or equal to a bound.
import math

import torch
import torch.nn.functional as F

values = torch.tensor([math.nan, math.inf, -math.inf, 0.0, -0.0, 1.0, -2.0], dtype=torch.float64)
x, y = values[:, None].expand(7, 7).contiguous(), values[None].expand(7, 7).contiguous()


def rounded(t):
    return [round(v, 6) + 0.0 if math.isfinite(v) else v for v in t.flatten().tolist()]


def show(name, f, *inputs):
    inputs = [t.clone().requires_grad_() for t in inputs]
    out = f(*inputs)
    print(name, rounded(out.detach())[:14])
    for g in torch.autograd.grad(out, inputs, torch.full_like(out, 1.5)):
        print("   ", rounded(g))


show("clamp min", lambda x, y: torch.clamp(x, min=y), x, y)
show("clamp max", lambda x, y: torch.clamp(x, max=y), x, y)
show("clamp both", lambda x, y: torch.clamp(x, y, y * 2), x, y)
show("clamp_min", lambda x: torch.clamp_min(x, 0.0), values)
show("logaddexp", torch.logaddexp, x, y)
show("logaddexp2", torch.logaddexp2, x, y)
show("smooth_l1", lambda x, y: F.smooth_l1_loss(x, y, reduction="none"), x, y)
show("huber", lambda x, y: F.huber_loss(x, y, reduction="none"), x, y)
for other in (0.0, -1.0, 2.0):
    show(f"xlogy {other}", lambda x: torch.xlogy(x, other), values)
show("pow -0.5", lambda x: x ** -0.5, values)
show("pow tensors", lambda x: torch.pow(x, torch.full_like(x, -0.5)), values)
show("i1", torch.special.i1, values[3:])
show("i1e", torch.special.i1e, values[3:])
print(torch.tanh(torch.full((20,), -0.0))[:2], torch.full((20,), -math.inf) ** -0.5)
