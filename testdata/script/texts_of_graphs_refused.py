"""Mistakes in texts of graphs, schemas and scripts as the parsers word them; sizes that types know, and fills of new tensors, in passes."""
import torch


def tried(f, *args):
    try:
        print(f(*args))
    except Exception as error:
        print(type(error).__name__, error)


for text in ("graph(%a : Tensor): return (%a)", "graph(): return ()", "grph(%a)", "graph(%a): %b = aten::relu(%a) return (%b)"):
    tried(torch._C.parse_ir, text)
tried(torch._C.parse_schema, "f(")
for text in ("def f(x) return x\n", "def f(x):\n  a = 1\n  b = x y\n  return a\n"):
    tried(torch.jit.CompilationUnit, text)

graph = torch._C.parse_ir("""graph(%a : Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu)):
  %1 : int[] = aten::size(%a)
  %2 : int = prim::Constant[value=-1]()
  %3 : int = aten::size(%a, %2)
  return (%1, %3)
""")
torch._C._jit_pass_peephole(graph)
torch._C._jit_pass_dce(graph)
print(graph)


def filled(x):
    z = torch.zeros(2, dtype=torch.int64)
    z.fill_(3)
    return z


graph = torch.jit.script(filled).graph.copy()
torch._C._jit_pass_remove_mutation(graph)
print([n.kind() for n in graph.nodes() if n.kind() != "prim::Constant"])
print(torch._C._jit_try_infer_type(torch.Size([1, 2])).type())
for kind in ("Float(*)", "Float(2, *)", "Float()", "Float(*, device=cpu)"):
    print(torch._C.parse_ir(f"graph(%a : {kind}):\n  return (%a)\n"))
