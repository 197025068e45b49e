"""Attention taken apart to the core operators: masks, causal masks, dropout, groups of heads, and tensors that no single kernel takes."""
import torch
from torch import nn
import torch.nn.functional as F
from torch.export import export, Dim
class M(nn.Module):
    def __init__(s, **k): super().__init__(); s.k = k
    def forward(s, q, k, v, m=None): return F.scaled_dot_product_attention(q, k, v, m, **s.k)
def show(name, *a, **k):
    try:
        ep = export(M(**k), a); d = ep.run_decompositions()
        print("--", name); print("\n".join(l for l in d.graph_module.code.split("\n") if "=" in l or "ret" in l))
        if "dropout_p" not in k: print(torch.allclose(d.module()(*a), M(**k)(*a), atol=1e-5))
    except Exception as e: print(name, type(e).__name__, str(e)[:300])
q = torch.randn(1, 2, 4, 8); kk = torch.randn(1, 2, 6, 8); 
show("4d", q, kk, kk.clone())
show("4d causal", q, q.clone(), q.clone(), is_causal=True)
show("4d bool", q, q.clone(), q.clone(), torch.ones(4,4,dtype=torch.bool).tril())
show("4d float", q, q.clone(), q.clone(), torch.ones(4,4))
show("4d dropout", q, q.clone(), q.clone(), dropout_p=0.5)
show("4d scale", q, q.clone(), q.clone(), scale=2.0)
show("4d gqa", torch.randn(1, 4, 4, 8), q, q.clone(), enable_gqa=True)
show("3d", q[0].clone(), q[0].clone(), q[0].clone())
show("3d causal", q[0].clone(), q[0].clone(), q[0].clone(), is_causal=True)
show("3d bool", q[0].clone(), q[0].clone(), q[0].clone(), torch.ones(4,4,dtype=torch.bool).tril())
show("noncontig", torch.randn(1,4,2,8).transpose(1,2), q.clone(), q.clone())
show("v dim differs", q, kk, torch.randn(1,2,6,5))
show("3d dropout", q[0].clone(), q[0].clone(), q[0].clone(), dropout_p=0.5)
show("2d", q[0,0].clone(), q[0,0].clone(), q[0,0].clone())
show("5d", q[None].clone(), q[None].clone(), q[None].clone())
show("bcast", q, q[0,:1].clone(), q[0,:1].clone())
show("maskgrad", q.clone(), q.clone(), q.clone(), torch.zeros(4,4,requires_grad=True))
show("mask 4d", q.clone(), q.clone(), q.clone(), torch.zeros(1,2,4,4))
show("gqa v", torch.randn(1, 4, 4, 8), q, torch.randn(1,2,4,5), enable_gqa=True)
