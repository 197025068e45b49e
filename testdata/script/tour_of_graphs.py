# Graphs taken apart and put together: blocks, nodes, values, kinds, types; each part under the name of its row in docs/torchscript.md.
import re
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


def row(name):
    print("==", name)


def text(g):
    return re.sub(r" # \S+", "", str(g))


row("D6")
g = torch._C.Graph()
a = g.addInput("a")
n = g.create("aten::relu", [a], 1)
g.insertNode(n)
g.registerOutput(n.output())
print(g, len(list(g.inputs())), len(list(g.outputs())), [k.kind() for k in g.nodes()])
print(torch._C.parse_ir(str(g)))

row("D7")
p = torch._C.parse_ir("""graph(%x : Tensor, %c : bool):
  %n : int = prim::Constant[value=3]()
  %m : int = prim::Constant[value=4]()
  %y : Tensor = aten::add(%x, %x, %n)
  %z : Tensor = prim::If(%c)
    block0():
      -> (%y)
    block1():
      -> (%x)
  return (%z)""")
first, second, add, branch = p.nodes()
print(add.kind(), [v.debugName() for v in add.inputs()], add.outputsSize(), first.attributeNames(), first.i("value"), len(list(branch.blocks())), add.hasAttributes())
second.moveBefore(first)
print(text(p))
second.destroy()
print(text(p))

row("D8")
x = next(p.inputs())
print(x.type(), x.node().kind(), x.offset(), [(u.user.kind(), u.offset) for u in x.uses()], x.unique())
y = add.output()
y.replaceAllUsesWith(x)
print(text(p), torch._C._jit_pass_lint(p))

row("D9")
for block in branch.blocks():
    print([v.debugName() for v in block.inputs()], [v.debugName() for v in block.outputs()], [k.kind() for k in block.nodes()], block.paramNode().kind(), block.returnNode().kind())


def kinds(f):
    g = torch.jit.script(f).graph
    print(re.sub(r"\.\d+", "", text(g)))


def example(x, y):
    if bool(torch.sum(x) > 0):
        result = x + y
    else:
        result = x - y
    return result


row("D12")
print(text(torch.jit.script(example).graph))
row("D11")


def loop(n: int, x):
    for i in range(n):
        x = x * 2
    a, b = (n, x)
    return [a], b


print(text(torch.jit.script(loop).graph))

row("D10")


def operators(x, y):
    a = torch.mm(x, y).relu() - (x * 2) / y
    b = a.sigmoid().tanh().exp().log().sqrt()
    return b.view([2, 2]).sum()


kinds(operators)
unpacks = torch._C.parse_ir("graph(%t : (int, int)):\n  %a : int, %b : int = prim::TupleUnpack(%t)\n  return (%a)")
graphs = [torch.jit.script(f).graph for f in (operators, example, loop)] + [unpacks]
for name, found in {
    "D10a": "aten::add", "D10b": "aten::sub", "D10c": "aten::mul", "D10d": "aten::div", "D10e": "aten::mm", "D10f": "aten::relu", "D10g": "aten::sigmoid aten::tanh aten::exp aten::log aten::sqrt",
    "D10h": "aten::sum", "D10i": "aten::gt aten::Bool", "D10j": "aten::view", "D10k": "prim::Constant", "D10l": "prim::If", "D10m": "prim::Loop",
    "D10n": "prim::ListConstruct prim::TupleConstruct", "D10o": "prim::TupleUnpack",
}.items():
    row(name)
    for kind in found.split():
        node = [n for g in graphs for n in g.findAllNodes(kind)][0]
        print(kind, [str(v.type()) for v in node.inputs()], [str(v.type()) for v in node.outputs()])

row("D44")
f = torch.jit.script(loop)
print(torch.equal(f(2, torch.ones(1))[1], torch.full((1,), 4.0)), [n.kind() for n in f.graph.nodes()] == [n.kind() for n in torch._C.parse_ir(str(f.graph)).nodes()])
