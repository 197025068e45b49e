# Autocast on the CPU, and GradScaler.
import torch
a = torch.randn(4, 4); lin = torch.nn.Linear(4, 3); conv = torch.nn.Conv2d(2, 3, 3)
with torch.autocast("cpu", dtype=torch.bfloat16):
    print((a @ a).dtype, lin(a).dtype, conv(torch.randn(1, 2, 5, 5)).dtype, a.softmax(-1).dtype, (a + a).dtype, torch.bmm(a[None], a[None]).dtype)
    h = lin(a)
    print(torch.nn.functional.cross_entropy(h, torch.tensor([0, 1, 2, 0])).dtype, torch.nn.functional.mse_loss(h, h).dtype, h.softmax(-1).dtype, h.sum().dtype, torch.cat([h, h.float()]).dtype)
    print(torch.nn.functional.layer_norm(h, (3,)).dtype, torch.nn.functional.gelu(h).dtype, torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"), torch.is_autocast_enabled())
    with torch.autocast("cpu", enabled=False):
        print((a @ a).dtype)
    print((a.double() @ a.double()).dtype)
    y = torch.nn.functional.scaled_dot_product_attention(a[None, None], a[None, None], a[None, None]); print(y.dtype)
    gru = torch.nn.GRU(4, 3); print(gru(a[None])[0].dtype)
print(torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"), torch.get_autocast_gpu_dtype() if hasattr(torch, "get_autocast_gpu_dtype") else None)
@torch.autocast("cpu")
def f(x): return x @ x
print(f(a).dtype)
from torch.amp import autocast, GradScaler
s = GradScaler("cpu")
opt = torch.optim.SGD(lin.parameters(), lr=0.1)
with autocast("cpu"):
    loss = lin(a).float().pow(2).mean()
print(s.get_scale(), s.is_enabled())
s.scale(loss).backward(); s.step(opt); s.update(); print(s.get_scale(), s.state_dict())
lin.weight.grad.fill_(float("inf")); 
s.scale(lin(a).mean() * float("inf")).backward(); w = lin.weight.clone(); s.step(opt); s.update(); print(s.get_scale(), torch.equal(w, lin.weight))
g = GradScaler("cuda"); print(g.is_enabled(), g.get_scale())
g.scale(lin(a).mean()); g.step(opt); g.update()
with torch.autocast("cuda"): print((a @ a).dtype)
from torch.cuda.amp import autocast as ca, GradScaler as cg
with ca(): print((a @ a).dtype)
try:
    torch.autocast("cpu", dtype=torch.float32).__enter__()
except Exception as e: print(e)
try: torch.autocast("foo")
except Exception as e: print(type(e).__name__, e)
