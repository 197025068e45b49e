"""Graphs compiled ahead of time with gradients hold the operators that have kernels of their own, and the gradients are those of a plain run."""
import torch
import torch.nn.functional as F
from functorch.compile import aot_function, make_boxed_func

torch.manual_seed(0)


def show(name, f, *inputs):
    inputs = [x.requires_grad_() if x.is_floating_point() else x for x in inputs]
    leaves = [x for x in inputs if x.requires_grad]
    called = []

    def forward(gm, _):
        called.extend(str(n.target) for n in gm.graph.nodes if n.op == "call_function")
        return make_boxed_func(gm)

    out = aot_function(f, fw_compiler=forward, bw_compiler=lambda gm, _: make_boxed_func(gm))(*inputs)
    outs = [o for o in (out if isinstance(out, (tuple, list)) else (out,)) if o.requires_grad]
    seeds = [torch.ones_like(o) for o in outs]
    got = torch.autograd.grad(outs, leaves, seeds)
    plain = f(*inputs)
    plains = [o for o in (plain if isinstance(plain, tuple) else (plain,)) if o.requires_grad]
    want = torch.autograd.grad(plains, leaves, seeds)
    print(name, called[0] if called[0].startswith("aten.") else called, all(torch.allclose(a, b) for a, b in zip(got, want)))


show("addmv", torch.addmv, torch.randn(3), torch.randn(3, 4), torch.randn(4))
show("addbmm", torch.addbmm, torch.randn(3, 2), torch.randn(2, 3, 4), torch.randn(2, 4, 2))
show("addr", torch.addr, torch.randn(3, 2), torch.randn(3), torch.randn(2))
show("vdot", torch.vdot, torch.randn(5), torch.randn(5))
show("clamp_min", torch.clamp_min, torch.randn(5), torch.randn(5))
show("var_mean", lambda x: torch.var_mean(x, 1), torch.randn(3, 4))
show("aminmax", lambda x: tuple(torch.aminmax(x, dim=0)), torch.randn(3, 4))
show("group_norm", lambda x, w, b: F.group_norm(x, 2, w, b), torch.randn(2, 4, 3), torch.randn(4), torch.randn(4))
show("cross", torch.linalg.cross, torch.randn(4, 3), torch.randn(4, 3))
show("take", lambda x: torch.take(x, torch.tensor([0, 3, 3])), torch.randn(2, 3))
show("rsub", lambda x: 2 - x, torch.randn(3))
show("ldexp", torch.ldexp, torch.randn(4), torch.randn(4))
show("unfold", lambda x: F.unfold(x, 2), torch.randn(1, 2, 4, 4))
show("pixel_shuffle", lambda x: F.pixel_shuffle(x, 2), torch.randn(1, 4, 2, 2))
show("bilinear", F.bilinear, torch.randn(3, 2), torch.randn(3, 4), torch.randn(5, 2, 4))
show("max_unpool", lambda x: F.max_unpool2d(x, torch.tensor([[[0, 3], [9, 11]]]), 2), torch.randn(1, 2, 2))
show("grid_sample", lambda x, g: F.grid_sample(x, g, align_corners=False), torch.randn(1, 2, 4, 4), torch.rand(1, 3, 3, 2) - 0.5)
show("expand_copy", lambda x: torch.expand_copy(x, (2, 3)), torch.randn(3))
show("dist", torch.dist, torch.randn(4), torch.randn(4))
show("given twice", lambda x: torch.addr(torch.zeros(3, 3), x, x), torch.randn(3))
show("in place after", lambda x, v: torch.addmv(x, torch.ones(3, 3), v).mul_(v), torch.randn(3), torch.randn(3))
