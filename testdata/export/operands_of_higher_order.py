# The operands of higher-order operators: what bodies read of the modules, tensors and sizes around them, in the order of PyTorch.
import torch
from torch import nn
from torch.export import Dim, export
class B(nn.Module):
    def __init__(s): super().__init__(); s.l = nn.Linear(3, 3); s.zz = nn.Parameter(torch.ones(3)); s.register_buffer("aa", torch.ones(3))
    def forward(s, x): return s.l(x) + s.zz + s.aa
C = torch.ones(3)
class M(nn.Module):
    def __init__(s): super().__init__(); s.t = B(); s.f = B(); s.w = nn.Linear(3, 3)
    def forward(s, x, y):
        z = x + 1; a = y + 2; c = torch.ones(3)
        def t(x): return s.t(x) + z + s.w(x) + s.f.zz + y
        def f(x): return s.f(x) + a + z + s.w.bias + y + c
        return torch.cond(x.sum() > 0, t, f, (x,))
class N(nn.Module):
    def __init__(s): super().__init__(); s.w = nn.Linear(3, 3); s.b = nn.Linear(3,3)
    def forward(s, x, n):
        return torch.cond(x.shape[0] > 3, lambda x, y: s.w(x) * y, lambda x, y: s.b(x) + y, (x, n+1))
class D(nn.Module):
    def __init__(s): super().__init__(); s.w = nn.Linear(3, 3); s.b = nn.Linear(3,3)
    def forward(s, x, n):
        k = x.shape[0] * 2
        return torch.cond(x.sum() > 3, lambda: (s.w(x) * k), lambda: (s.b(x) + k + n.shape[0]), ())
class W(nn.Module):
    def __init__(s): super().__init__(); s.w = nn.Linear(3, 3); s.b = nn.Linear(3,3)
    def forward(s, x):
        return torch._higher_order_ops.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, s.w(s.b(x))), (torch.tensor(0), x))
class S(nn.Module):
    def __init__(s): super().__init__(); s.w = nn.Linear(3, 3); s.b = nn.Linear(3,3)
    def forward(s, x):
        from torch._higher_order_ops.scan import scan
        return scan(lambda c, x: (s.w(c) + x, s.b(x)), torch.ones(3), x)
class P(nn.Module):
    def __init__(s): super().__init__(); s.w = nn.Linear(3, 3); s.b = nn.Linear(3,3)
    def forward(s, x, y):
        from functorch.experimental.control_flow import map
        return map(lambda x, y: s.w(x)+ s.b(y), x, y)

OPEN = {"x": {0: Dim.DYNAMIC}, "n": {0: Dim.DYNAMIC}}
for kind, args, shapes, ways in (
    (M, (torch.ones(2, 3), torch.ones(3)), None, (False, True)), (N, (torch.ones(2, 3), torch.ones(3)), {"x": {0: Dim.DYNAMIC}, "n": None}, (False,)), (D, (torch.ones(2, 3), torch.ones(2, 3)), OPEN, (False,)),
    (W, (torch.ones(3),), None, (False, True)), (S, (torch.ones(2, 3),), None, (False, True)), (P, (torch.ones(2, 3), torch.ones(3)), None, (False, True)),
):
    for strict in ways:
        torch.manual_seed(0)
        module = kind()
        ep = export(module, args, strict=strict, dynamic_shapes=shapes)
        print(kind.__name__, strict, ep.graph_module.code.strip())
        for name, body in ep.graph_module.named_children():
            print(name, body.code.strip().split("\n")[0])
        print(torch.allclose(torch.utils._pytree.tree_leaves(ep.module()(*args))[-1], torch.utils._pytree.tree_leaves(module(*args))[-1]))
