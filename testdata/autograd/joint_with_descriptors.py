"""Joint graphs with descriptors of their inputs and outputs."""
import torch
from torch import nn
from contextlib import ExitStack
from torch._functorch.aot_autograd import aot_export_joint_with_descriptors, aot_compile_joint_with_descriptors
from torch._functorch._aot_autograd.fx_utils import *
from torch.utils import _pytree as pytree
def show(m, *a, **k):
    print("=====", type(m).__name__)
    try:
        with ExitStack() as st:
            j = aot_export_joint_with_descriptors(st, m, a, k); print("\n".join(l for l in j.graph_module.code.split("\n") if l.strip()))
            for n in j.graph_module.graph.nodes:
                if "desc" in n.meta: print(n.name, n.meta["desc"])
            print(j.in_spec, j.out_spec, j.params_spec, j.buffers_spec)
            g = j.graph_module.graph
            print(get_named_param_nodes(g), get_named_buffer_nodes(g), get_plain_input_and_grad_nodes(g), get_param_and_grad_nodes(g), get_plain_output_and_tangent_nodes(g), get_all_input_and_grad_nodes(g), get_all_output_and_tangent_nodes(g), get_param_nodes(g), get_buffer_nodes(g))
            c = aot_compile_joint_with_descriptors(j)
        o = c(*dict(m.named_parameters()).values(), *dict(m.named_buffers()).values(), *[x.clone() for x in a], **k)
        print(type(o), pytree.tree_map(lambda x: tuple(x.shape), o))
        sum(x.sum() for x in pytree.tree_leaves(o) if x.requires_grad).backward() if list(m.parameters()) else None
        print({n: round(p.grad.sum().item(), 4) for n, p in m.named_parameters()}, {n: [round(v, 4) for v in b.flatten().tolist()] for n, b in m.named_buffers()})
    except Exception as e: print(type(e).__name__, str(e)[:300])
class A(nn.Module):
    def __init__(s): super().__init__(); s.l = nn.Linear(2, 2); s.l.weight.data.fill_(0.5); s.l.bias.data.zero_()
    def forward(s, x): return s.l(x)
show(A(), torch.ones(3, 2)); show(A(), torch.ones(3, 2, requires_grad=True))
class B(nn.Module):
    def __init__(s): super().__init__(); s.w = nn.Parameter(torch.ones(2)); s.register_buffer("b", torch.zeros(2))
    def forward(s, x, *, y): return {"o": x * s.w + s.b, "p": (x.sum(), y.detach())}
show(B(), torch.ones(2), y=torch.ones(2))
class C(nn.Module):
    def __init__(s): super().__init__(); s.w = nn.Parameter(torch.ones(2)); s.register_buffer("b", torch.zeros(2))
    def forward(s, x): s.b.add_(1); return x * s.w + s.b, x + 1
show(C(), torch.ones(2))
class D(nn.Module):
    def forward(s, x): x.mul_(2); return x.sin()
show(D(), torch.ones(2))
class E(nn.Module):
    def __init__(s): super().__init__(); s.c = nn.Conv2d(1, 1, 3); s.c.weight.data.fill_(0.25); s.c.bias.data.zero_(); s.n = nn.BatchNorm2d(1)
    def forward(s, x): return s.n(s.c(x)).relu()
show(E(), (torch.arange(32.) % 5).view(2, 1, 4, 4))
