"""Tensors converted by methods, in scripts."""
import torch
@torch.jit.script
def f(x):
    y = x.long() + x.float().sum().int()
    return y, x.double(), x.type(torch.half)
print(str(f.graph).replace("\n", "\n").count("aten::to"), f.code)
for n in "float double half bfloat16 int long short char byte bool cfloat cdouble".split():
    src = f"def f(x):\n    return x.{n}()\n"
    try:
        cu = torch.jit.CompilationUnit(src); print(n, cu.f(torch.ones(2)).dtype, [x.kind() for x in cu.f.graph.nodes()])
    except Exception as e: print(n, "refused")
