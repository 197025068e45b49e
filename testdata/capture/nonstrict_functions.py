# Functions given to nonstrict_trace are one node on the leaves of their arguments; what may go in and come out.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
class Num:
    def __init__(self, n): self.n = n
torch.utils._pytree.register_pytree_node(Num, lambda num: ((num.n,), ()), lambda n, _: Num(n[0]))
@torch._dynamo.nonstrict_trace
def nst(p, x, d, k=1): return [x + p.n * k, d["a"] * 2]
b = EagerAndRecordGraphs()
print(torch.compile(lambda p, x: nst(p, x, {"a": x}, k=3), fullgraph=True, backend=b)(Num(3), torch.ones(2)))
print([n.name for n in b.graphs[0].graph.nodes if n.op == 'call_function'])
@torch._dynamo.nonstrict_trace
def g(x): return (x + 1, 5)
try: print(torch.compile(lambda x: g(x), fullgraph=True, backend=b)(torch.ones(2)))
except Exception as e: print(type(e).__name__)
def fn(x, y):
    def tm(x, y): return x + y
    return torch._dynamo.nonstrict_trace(tm)(x, y)
class Un: pass
@torch._dynamo.nonstrict_trace
def g(x): return Un()
@torch._dynamo.nonstrict_trace
def h(x): return 2
for f, a in ((lambda x: g(x), (torch.ones(2),)), (fn, (torch.ones(1), torch.ones(1))), (lambda x: h(x), (Un(),)), (lambda x: h(x), ("s",)), (lambda x: h(x), (None,)), (lambda x: h(x), (True,))):
    try: print(torch.compile(f, fullgraph=True, backend=b)(*a))
    except Exception as e: print(str(e).partition("\n\n For more")[0].partition("\n\nfrom user")[0].rstrip())
