# What the profiling executor shows: the graph that watches the first runs, and the graph with groups of fused operators behind checks of what was seen.
import re

import torch


def plain(graph):
    """The graph without the places of its source, its names numbered by their order."""
    names = {}
    text = re.sub(r" # [^\n]*", "", str(graph))
    return re.sub(r"%[\w.]+", lambda m: names.setdefault(m.group(), f"%{len(names)}"), text)


def kinds(block):
    found = {n.kind() for n in block.nodes()}
    return found.union(*(kinds(b) for n in block.nodes() for b in n.blocks()))


def row(name):
    print("==", name)


def pointwise(a, b):
    c = a * b
    d = torch.sigmoid(c) + b
    return d.tanh() * 2


torch._C._jit_set_texpr_fuser_enabled(True)
torch._C._jit_override_can_fuse_on_cpu(True)
with torch.no_grad():
    f = torch.jit.script(pointwise)
    a, b = torch.rand(3, 4), torch.rand(3, 4)
    f(a, b)
    print(plain(torch.jit.last_executed_optimized_graph()))
    for _ in range(2):
        out = f(a, b)
    row("D33")
    print(plain(f.graph_for(a, b)))
    print(torch.allclose(out, pointwise(a, b)))
    # other arguments run the graph that fusing left as it was
    print(torch.allclose(f(torch.rand(5), torch.rand(5)), torch.zeros(5), atol=10))

g = torch.jit.script(pointwise)
x, y = torch.rand(3, 4, requires_grad=True), torch.rand(3, 4)
for _ in range(3):
    g(x, y).sum().backward()
    x.grad = None
row("D10p")
print(sorted(kinds(g.graph_for(x, y))))
