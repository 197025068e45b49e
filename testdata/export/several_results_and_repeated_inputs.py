# What the meta of calls with several results says, in every kind of captured graph; a tensor that is given several times is one input in the graph, and its sizes are equal ever after.
import torch
from functorch.compile import aot_function
from torch.export import Dim, export, unflatten
from torch.fx.experimental.proxy_tensor import make_fx


def values(graph):
    return [(n.name, n.meta["val"]) for n in graph.nodes if isinstance(n.meta.get("val"), (list, tuple))]


def several(x):
    a, b = x.split(2)
    m = x.max(1)
    c = torch.cond(x.sum() > 0, lambda t: (t + 1, t + 2), lambda t: (t - 1, t * 2), (x,))
    return a + b, m.values, c[0]


for mode in ("real", "fake", "symbolic"):
    print(mode, values(make_fx(several, tracing_mode=mode)(torch.ones(4, 4)).graph))


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(4, 4)

    def forward(self, x):
        return several(self.l(x))


program = export(M(), (torch.ones(4, 4),))
print(values(program.graph))
print(values(program.run_decompositions().graph))
tree = unflatten(program)
print(tree.l.graph_module.code, type(tree.graph_module).__name__)


def compiler(gm, example):
    print(values(gm.graph))
    return gm


aot_function(lambda x: (x.split(2)[0], x.sort().values), fw_compiler=compiler)(torch.ones(4, 4))


class N(torch.nn.Module):
    def forward(self, x, y):
        return x - 2 * y, x @ x.T


x = torch.arange(12.0).reshape(3, 4)
for dim in (Dim.DYNAMIC, Dim.AUTO):
    for strict in (False, True):
        program = export(N(), (x, x), dynamic_shapes={"x": {0: dim}, "y": {0: dim}}, strict=strict)
        print(program.graph_module.code, [(n.name, tuple(n.meta["val"].shape)) for n in program.graph.nodes if "val" in n.meta], program.range_constraints)
        try:
            program.module()(torch.ones(5, 4), torch.ones(6, 4))
        except Exception as e:
            print(type(e).__name__, e)
for mode in ("real", "fake", "symbolic"):
    print(make_fx(lambda a, b: a - 2 * b, tracing_mode=mode)(x, x).code)


class P(torch.nn.Module):
    def forward(self, x):
        return x + 1


# Hints hold for dimensions that a tensor has, counted from the front.
for hint in (Dim.DYNAMIC, Dim.AUTO, Dim.STATIC, 3, Dim("b")):
    for d in (-1, -3, 1, 2):
        for strict in (False, True):
            try:
                program = export(P(), (x,), dynamic_shapes={"x": {d: hint}}, strict=strict)
                print(hint, d, strict, tuple(program.graph.find_nodes(op="placeholder")[0].meta["val"].shape))
            except Exception as e:
                print(hint, d, strict, type(e).__name__, str(e).split("\n")[0])
