# Patterns that are replaced, whatever their operators are; graphs that stand for operators; what simplification may leave out.
import re
import torch


def rewritten(text, pattern, by):
    g = torch._C.parse_ir(text)
    try:
        torch._C._jit_pass_custom_pattern_based_rewrite_graph(pattern, by, g)
        print(g)
    except RuntimeError as e:
        print(str(e).split(",")[0])


TWO = "graph(%x):\n  %y = a::aaa(%x)\n  %z = b::bbb(%y)\n  return (%z)"
ONE = "graph(%x):\n  %z = d::ddd(%x)\n  return (%z)"
rewritten("graph(%0):\n  %1 = a::aaa(%0)\n  %2 = b::bbb(%1)\n  %3 = a::aaa(%2)\n  %4 = b::bbb(%3)\n  %5 = c::ccc(%1)\n  return (%4, %5)", TWO, ONE)
rewritten("graph(%0):\n  %1 = a::aaa(%0)\n  %2 = a::bbb(%1)\n  return (%2)", "graph(%x):\n  %y = a::aaa(%x)\n  %z = a::ccc(%x)\n  return (%y, %z)", ONE)
g = torch._C.parse_ir("""graph(%x : Tensor, %w : Tensor, %b : Tensor):
  %one : int = prim::Constant[value=1]()
  %t : Tensor = aten::t(%w)
  %m : Tensor = aten::matmul(%x, %t)
  %r : Tensor = aten::add_(%m, %b, %one)
  return (%r)""")
torch._C._jit_pass_fuse_linear(g)
print([n.kind() for n in g.nodes() if n.kind() != "prim::Constant"])


@torch.jit.script
def spread(x):
    return torch.var(x, unbiased=True)


@torch.jit.script
def squared(x):
    return torch.square(x)


@torch.jit.script
def power(x):
    return torch.pow(x, 2)


torch._C._jit_pass_run_decompositions(spread.graph)
print("aten::var" in str(spread.graph), spread(torch.arange(5.0)))
torch.jit._decomposition_utils._register_decomposition(torch.ops.aten.square.default, power.graph)
torch._C._jit_pass_run_decompositions(squared.graph)
print(re.sub(r" *#.*", "", str(squared.graph)))
for kind in ("Tensor", "Float(2)", "Long(2)", "bool"):
    for op, c in (("mul", "float = prim::Constant[value=1.]"), ("mul", "int = prim::Constant[value=1]"), ("div", "int = prim::Constant[value=1]")):
        text = f"graph(%x : {kind}):\n  %c : {c}()\n  %r : {kind} = aten::{op}(%x, %c)\n  %s : Tensor = aten::sqrt(%r)\n  return (%s)"
        if kind == "bool":
            text = "graph(%x : bool):\n  %t : bool = prim::Constant[value=1]()\n  %f : bool = prim::Constant[value=0]()\n  %r : bool = prim::If(%x)\n    block0():\n      -> (%t)\n    block1():\n      -> (%f)\n  return (%r)"
        g = torch._C.parse_ir(text)
        torch._C._jit_pass_peephole(g)
        print(kind, op, [n.kind() for n in g.nodes() if n.kind() != "prim::Constant"])
