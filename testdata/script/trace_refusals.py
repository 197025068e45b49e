"""What traces refuse: nested containers as results, and constants that learn."""
import torch
from torch import nn
def run(n, fn):
    try: print(n, fn())
    except Exception as e: print(n, type(e).__name__, str(e).strip().split("\n")[0])
x = torch.ones(2)
def tr(n, f, *a, **k): run(n, lambda: torch.jit.trace(f, a, **k)(*a))
tr("ll", lambda x: [[x, x + 1], [x]], x)
tr("ll ns", lambda x: [[x, x + 1], [x]], x, strict=False)
tr("tl", lambda x: (x, [x, x + 1]), x)
tr("tt", lambda x: (x, (x, x + 1)), x)
tr("lt", lambda x: [(x, x + 1)], x)
tr("lt2", lambda x: [(x, x + 1)], x, strict=False)
tr("tll", lambda x: (x, [[x], [x]]), x)
tr("ttl", lambda x: (x, ([x], [x])), x)
tr("d", lambda x: {"a": x}, x)
tr("dn", lambda x: {"a": x}, x, strict=False)
tr("dt", lambda x: {"a": (x, x)}, x, strict=False)
tr("ld", lambda x: [{"a": x}], x, strict=False)
tr("td", lambda x: (x, {"a": x}), x, strict=False)
tr("none", lambda x: None, x)
tr("tnone", lambda x: (x, None), x)
tr("int", lambda x: 3, x)
tr("tint", lambda x: (x, 3), x)
tr("empty", lambda x: (), x)
tr("emptyl", lambda x: [], x)
tr("str", lambda x: (x, "a"), x)
m = nn.Linear(2, 2)
tr("req", lambda x: m(x), x)
w = torch.ones(2, requires_grad=True)
tr("w", lambda x: x * w, x)
tr("w2", lambda x: x * w.detach(), x)
with torch.no_grad(): tr("w3", lambda x: (x * w).shape, x)
with torch.no_grad(): tr("w4", lambda x: x * w, x)
class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = [nn.Linear(2, 2)]
        self.w = torch.ones(2, requires_grad=True)
    def forward(self, x): return self.l[0](x)
class B(A):
    def forward(self, x): return x * self.w
tr("A", A(), x); tr("B", B(), x)
def f(x):
    return m(x).sum() + w.sum()
tr("f", f, x)
class C(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.fn = lambda x: inner(x)
    def forward(self, x): return self.fn(x)
tr("C", C(m), x)
