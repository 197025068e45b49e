# Parameters by keyword alone, empty lists in constants, constant tensors of texts of graphs, messages of torch._assert, tensors of branches that are changed in place.
import warnings
warnings.simplefilter("ignore")
import builtins
import re


def print(*args):
    builtins.print(*(re.sub(r"[^ \"]*/(?=\w+\.py)", "", str(a)) for a in args))


import torch
from typing import *
class M(torch.nn.Module):
    def forward(self, *, n_tokens: int, device_name: str):
        return n_tokens, device_name
sm = torch.jit.script(M())
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:900])
t(lambda: sm(3, 'hello'))
t(lambda: sm(3, device_name='hello'))
t(lambda: sm())
@torch.jit.script
def g(x: int, *, y: int, z: int): return x + y + z
t(lambda: g(1, 2)); t(lambda: g(1, 2, 3)); t(lambda: g(1, y=2)); t(lambda: g(1, 2, y=3)); t(lambda: g(1, y=2, w=3)); t(lambda: g(x=1, y=2, z=4))
print(g.schema)
def h(): return g(1, 2)
t(lambda: torch.jit.script(h))
def f():
    x: List[int] = []
    y: Dict[str, int] = {}
    z: List[Tuple[int, List[str]]] = []
    return x, y, z, [1, 2]
g1 = torch.jit.script(f).graph
torch._C._jit_pass_constant_propagation(g1); print(g1)
for s in ["{0}", "{0.5}"]:
    for ty in ("Long(1, strides=[1], requires_grad=0, device=cpu)", "Long(requires_grad=0, device=cpu)", "Long(1, 1, strides=[1, 1], requires_grad=0, device=cpu)", "Double(requires_grad=0, device=cpu)"):
        def r():
            gr = torch._C.parse_ir(f"graph():\n  %7 : {ty} = prim::Constant[value={s}]()\n  return (%7)", True)
            v = torch._C._create_function_from_graph("forward", gr)()
            return s, ty, v, v.dtype, v.shape, str(gr)
        t(r)


def asserted(x):
    torch._assert(x.dim() == 2, f"needs two, has {x.shape}")
    return x
s = torch.jit.script(asserted)
print(s.code)

def branch(x, cond: bool):
    if cond:
        y = x + 5
    else:
        y = x + 2
    y.add_(4)
    return y
def seen(cond: bool):
    li = []
    if cond:
        x = torch.tensor(1)
        li.append(x)
    else:
        x = torch.tensor(2)
    y = x.add_(2)
    return y, li
for f in (branch, seen):
    gr = torch.jit.script(f).graph
    torch._C._jit_pass_remove_mutation(gr)
    print([n.kind() for n in gr.nodes() if n.kind() != "prim::Constant"])

