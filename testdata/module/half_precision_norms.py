"""Norms and gates in half precision: computed in single precision and rounded once."""
import torch
import torch.nn.functional as F

torch.manual_seed(0)
for dtype in (torch.bfloat16, torch.float16):
    x, w, b = torch.randn(4, 6, 5).to(dtype), torch.rand(6).to(dtype), torch.rand(6).to(dtype)
    print(F.group_norm(x, 2).double().sum().item(), F.group_norm(x, 2, w, b).double().abs().sum().item())
    print(F.glu(x, 1).double().sum().item(), F.glu(x, 1).dtype)
    print(F.rms_norm(x, (5,)).double().abs().sum().item(), F.rms_norm(x * 0.01, (5,), eps=1e-3).double().abs().sum().item())
    near = F.scaled_dot_product_attention(x, x, x).float() - F.scaled_dot_product_attention(x.float(), x.float(), x.float())
    print(near.abs().max().item() < 0.02, torch.compile(lambda v: F.group_norm(v, 3), backend="aot_eager")(x).equal(F.group_norm(x, 3)))
with torch.autocast("cpu", dtype=torch.bfloat16):
    print(F.group_norm(torch.nn.Conv2d(2, 4, 3)(torch.ones(2, 2, 5, 5)), 2).dtype)
