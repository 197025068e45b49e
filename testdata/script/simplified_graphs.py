# What the peephole pass takes away, and how nodes with derivatives are grouped: around what reads their results, and never over what has effects.
import torch


def left(text):
    g = torch._C.parse_ir(text)
    torch._C._jit_pass_peephole(g, True)
    return len([n for n in g.nodes() if n.kind() != "prim::Constant"])


for op in ("add", "sub", "mul", "floordiv", "div"):
    for kind in ("int", "float"):
        for value, of in (("0", "int"), ("1", "int"), ("0.", "float"), ("1.", "float")):
            out = "float" if op == "div" or "float" in (kind, of) else "int"
            rows = [left(f"graph(%x : {kind}):\n  %c : {of} = prim::Constant[value={value}]()\n  %r : {out} = aten::{op}({args})\n  return (%r)") for args in ("%x, %c", "%c, %x")]
            print(op, kind, value, rows)
for kind in ("Tensor", "Float(2, 3)", "Long(2)"):
    for op, more in (("add", ", %o"), ("sub", ", %o"), ("mul", ""), ("div", "")):
        for used in ("%r", "%s"):
            print(kind, op, used, [left(f"graph(%x : {kind}):\n  %o : int = prim::Constant[value=1]()\n  %c : int = prim::Constant[value={c}]()\n  %r : {kind} = aten::{op}(%x, %c{more})\n"
                                       f"  %s : Tensor = aten::relu(%r)\n  return ({used})") for c in (0, 1)])
try:
    torch._C.parse_ir("graph(%x : int):\n  %r : int = aten::pow(%x, %x)\n  return (%r)")
except RuntimeError as e:
    print(e)


def sizes(x, y):
    a = x * y
    c = torch.mm(a, x)
    s = c.size()
    d = c + a
    return d.tanh(), s


def shown(x, y):
    a = x * y
    c = torch.mm(a, x)
    print(a)
    d = c + a
    return d.tanh()


def summed(x, y):
    a = x * y
    b = a * x
    s = torch.cumsum(b, 0)
    d = b + a
    return (s * d).tanh()


for f in (sizes, shown, summed):
    g = torch.jit.script(f).graph
    torch._C._jit_pass_create_autodiff_subgraphs(g)
    torch._C._jit_pass_lint(g)
    for n in g.nodes():
        inner = [m.kind() for m in n.g("Subgraph").nodes()] if n.hasAttribute("Subgraph") else []
        print(f.__name__, n.kind(), len(list(n.inputs())), len(list(n.outputs())), inner)


@torch.jit.script
def lists(x: int, y: float):
    return [x] + [3, x], len([1, 2] + [x])


torch._C._jit_pass_peephole(lists.graph)
print([n.kind() for n in lists.graph.nodes()])
