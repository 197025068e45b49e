"""Recordings know inputs by their strides, those of dimensions of size 1 too; what einsum and new memory come down to."""
import re
import torch
import torch.nn as nn
from torch.fx.experimental.proxy_tensor import make_fx


class Einsum(nn.Module):
    def __init__(self, equation):
        super().__init__()
        self.equation = equation

    def forward(self, *args):
        return torch.einsum(self.equation, *args)


def calls(graph):
    return [f"{n.target}".replace("aten.", "") + str([a if not isinstance(a, torch.fx.Node) else a.name for a in n.args]) for n in graph.nodes if n.op == "call_function"]


for equation, sizes in [("ij,jk->ik", ((2, 3), (3, 4))), ("bqhd,bkhd->bhqk", ((1, 3, 2, 4), (1, 5, 2, 4))), ("i,j->ij", ((2,), (3,))), ("ij,ij->", ((2, 3), (2, 3))),
                        ("...ij,...jk->...ik", ((2, 3, 4), (4, 5))), ("uv,ijk,zui,zvj->zk", ((1, 2), (3, 1, 3), (4, 1, 3), (4, 2, 1)))]:
    args = tuple(torch.randn(s) for s in sizes)
    program = torch.export.export(Einsum(equation), args).run_decompositions()
    print(equation, calls(program.graph))
    print(torch.allclose(program.module()(*args), torch.einsum(equation, *args), atol=1e-5))


class Memory(nn.Module):
    def forward(self, x):
        return torch.empty_like(x.t()), torch.empty_like(x).fill_(2), x.clone().fill_(x[0, 0]), torch.empty_like(x, memory_format=torch.contiguous_format), x.clone().zero_()


print(calls(torch.export.export(Memory(), (torch.randn(2, 3),)).run_decompositions().graph))

for size, stride in [((3, 1, 3), (3, 9, 1)), ((1, 4), (9, 1)), ((4, 1), (1, 7)), ((2, 3), (7, 2)), ((2, 3, 4), (1, 2, 6)), ((2, 1, 4, 4), (16, 1, 4, 1))]:
    x = torch.empty_strided(size, stride).zero_()
    program = torch.export.export(Einsum("...i->...i"), (x,))
    graph = make_fx(lambda a: a.exp(), tracing_mode="symbolic")(x).graph
    names = {}
    inputs = [n.meta["val"].stride() for g in (program.graph, graph) for n in g.nodes if n.op == "placeholder" and isinstance(n.meta.get("val"), torch.Tensor)]
    print(re.sub(r"s\d+", lambda m: names.setdefault(m[0], "abcdefgh"[len(names)]), str(inputs)))
