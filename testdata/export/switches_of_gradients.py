"""Regions of programs that switch gradients: each switch begins a part, parts in another mode become graphs of their own."""
import torch
from torch import nn
from torch.export import export
def show(f, *a, **k):
    class M(nn.Module):
        def forward(s, x): return f(x)
    try:
        ep = export(M(), (torch.ones(2),), **k); print("\n".join(l for l in ep.graph_module.code.split("\n") if l.strip()))
        for n, m in ep.graph_module.named_children(): print(n, [str(q.target) for q in m.graph.nodes])
    except Exception as e: print(type(e).__name__, str(e)[:200])
def f(x):
    with torch.no_grad(): y = x + 1
    return y
show(f)
def f(x):
    with torch.enable_grad(): y = x + 1
    return y
show(f)
def f(x):
    y = x + 1
    with torch.enable_grad(): z = y + 1
    return z * 2
show(f)
def f(x):
    y = x + 1
    with torch.no_grad(): z = y + 1
    return z * 2
show(f)
def f(x):
    y = x + 1
    with torch.no_grad():
        z = y + 1
        with torch.enable_grad(): w = z + 1
        v = w * 3
    return v * 2
show(f)
def f(x):
    y = x + 1
    torch._C._set_grad_enabled(True)
    c = y.sin()
    torch._C._set_grad_enabled(False)
    d = c + 1
    e = d - 1
    torch._C._set_grad_enabled(True)
    return d, e, c
show(f); show(f, strict=True)
def f(x):
    with torch.no_grad(): y = x + 1
    with torch.no_grad(): z = y + 1
    return y, z
show(f)
@torch.no_grad()
def f(x): return x + 1
show(f)
def f(x):
    with torch.inference_mode(): y = x + 1
    return y
show(f)
def f(x):
    with torch.set_grad_enabled(False): y = x + 1
    with torch.set_grad_enabled(True): z = y + 1
    return y * z
show(f)
with torch.no_grad(): show(f)
def f(x):
    with torch.no_grad(): pass
    return x + 1
show(f)
def f(x):
    with torch.no_grad(): y = x
    with torch.no_grad(): z = torch.ones(2)
    return x + z
show(f)
