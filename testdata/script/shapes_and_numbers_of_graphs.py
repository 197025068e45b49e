"""Shapes of whole graphs, numbers as tensors, methods that values have not."""
import re
import torch
from typing import *
def broadcast(a, b): return a + b
x = torch.randn(3, 1, 5, requires_grad=True); y = torch.randn(4, 1, 8, 5, requires_grad=True)
for wg in (False, True):
    graph = torch.jit.script(broadcast).graph.copy()
    torch._C._jit_pass_complete_shape_analysis(graph, (x, y), wg); print(re.sub(" #.*", "", str(graph)))
    graph = torch.jit.script(broadcast).graph.copy()
    torch._C._jit_pass_complete_shape_analysis(graph, (x.detach(), y.detach()), wg); print(re.sub(" #.*", "", str(graph)))
s = """graph(%0 : Float(),
          %1 : Bool()):
          %2 : Float() = aten::masked_select(%0, %1)
          return (%2)"""
g = torch._C.parse_ir(s); x = torch.ones(1)[0]; torch._C._jit_pass_complete_shape_analysis(g, (x, x.ge(.5)), False); print(re.sub(" #.*", "", str(g)))
def func(a): b = 7 + 1 + 3; c = a + b; c += b; return c
g = torch.jit.script(func).graph; torch._C._jit_pass_erase_number_types(g); print(re.sub(" #.*", "", str(g)))
@torch.jit.script
def f(x: int, y: float, l: int = 3): z = x + 1; return [x, z], y * 2, torch.ones(z) + x, str(x)
torch._C._jit_pass_erase_number_types(f.graph); print(re.sub(" #.*", "", str(f.graph)))
for src in ["c = 1; return c.add(1)", "c = 1.5; return c.is_integer()", "c = 'a'; return c.add('b')", "c = [1]; return c.add([2])", "c = True; return c.add(1)", "c = (1,2); return c.index(1)", "c = 1; return c.item()", "c = [1.]; return c.mean()", "c = None; return c.foo()", "c = 'a'; return c.upperr()", "c = {1:2}; return c.foo()", "c = [1]; return c.foo()", "c = 1j; return c.real", "c = 2; return c.bit_length()", "c = 2.; return c.sqrt()", "c=[1]; return c.sum()", "c=[True]; return c.all()", "c=2; return c.neg()", "c=torch.device('cpu'); return c.foo", "c=2; return c.__add__(3)", "c=torch.ones(1); return c.nope"]:
    try: cu = torch.jit.CompilationUnit("def f():\n    " + "\n    ".join(s.strip() for s in src.split(";")) + "\n"); print(src, "->", cu.f())
    except Exception as e: print(src, type(e).__name__, [l for l in str(e).split("\n") if l.strip()][0][:150])
