"""The names of inputs that stand for members of a module by the way that the program went first."""
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
def names(m, *a):
    torch._dynamo.reset(); b = EagerAndRecordGraphs(); torch.compile(m, backend=b)(*a); print([n.name for g in b.graphs for n in g.graph.nodes if n.op == "placeholder"])
class A(torch.nn.Module):
    def __init__(s): super().__init__(); s.lin = torch.nn.Linear(2, 2); s.register_buffer("c", torch.zeros(())); s.k = 0; s.p = torch.nn.Parameter(torch.ones(2)); s.l = []; s.d = {"a": torch.ones(2)}
class B(A):
    def forward(s, x): s.c += 1; return s.lin(x)
class C(A):
    def forward(s, x): s.k += 1; return s.lin(x)
class D(A):
    def forward(s, x): s.c = s.c + 1; return s.lin(x) + s.p
class E(A):
    def forward(s, x): s.new = x; return s.lin(x) + s.p
class G(A):
    def forward(s, x):
        for n, p in s.named_parameters(): x = x + p.sum()
        return s.lin(x) + s._parameters["p"] + s.d["a"]
class H(A):
    def forward(s, x): s.lin.q = 3; s.lin.weight.grad is None; return s.lin(x) + sum(b.sum() for b in s.buffers()) + s.get_parameter("p") + s.get_submodule("lin").bias
class K(A):
    def forward(s, x):
        setattr(s, "z", x); del s.z
        return s.lin(x) + (1 if hasattr(s, "z") else 2)
for c in (B, C, D, E, G, H, K):
    try: print(c.__name__); names(c(), torch.ones(1, 2))
    except Exception as e: print(type(e).__name__, str(e)[:100])
class B1(A):
    def forward(s, x): s.new = x; return s.lin(x) + s.p + s.c
class B2(A):
    def forward(s, x): s.new = 3; return s.lin(x) + s.p + s.c
class B3(A):
    def forward(s, x): s.plain = x; return s.lin(x) + s.p + s.c
class B4(A):
    def forward(s, x): s.c = x.sum(); return s.lin(x) + s.p + s.c + s.c2
class B5(A):
    def forward(s, x): s.c.add_(1); s.k = s.k + 1; return s.lin(x) + s.p + s.c + s.c2
class B6(A):
    def forward(s, x): s.p = torch.nn.Parameter(s.p * 2) if False else s.p; return s.lin(x) + s.p + s.c + s.c2
class B7(A):
    def forward(s, x): y = s.lin(x); s.new = y; return s.lin(y) + s.p + s.c2
class B8(A):
    def forward(s, x): s.new = x; s.c = x.sum(); return s.lin(x) + s.p + s.c + s.c2
class B9(A):
    def forward(s, x): s.lin.foo = x; return s.lin(x) + s.p + s.c2
class C1(A):
    def forward(s, x): s.c2 = s.c2 + 1; y = s.lin(x); s.c = s.c + 1; return y + s.p
class C2(A):
    def forward(s, x): s.c = x.sum(); s.new = x; return s.lin(x) + s.p + s.c2
class C3(A):
    def forward(s, x): s.c = x.sum(); return s.lin(x) 
class C4(A):
    def forward(s, x): s.k = 1; return s.p + s.c2 + s.lin(x)
for c in (B1, B2, B3, B4, B5, B6, B7, B8, B9, C1, C2, C3, C4):
    try: print(c.__name__); names(c(), torch.ones(1, 2))
    except Exception as e: print(type(e).__name__, str(e)[:100])
