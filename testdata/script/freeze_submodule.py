# A submodule that freezing is to preserve keeps its attributes, and the frozen graph reads them.
import torch


class Inner(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = 3
        self.w = torch.nn.Parameter(torch.ones(2))

    def forward(self, x):
        return x * self.a + self.w


class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.w = torch.nn.Parameter(torch.ones(2))

    def forward(self, x):
        return self.inner(x) + self.w


m = torch.jit.script(Outer().eval())
f = torch.jit.freeze(m, preserved_attrs=["inner"])
print([n.kind() for n in f.graph.nodes()])
print(f.inner.a, f.inner.w.shape, hasattr(f, "w"))
f.inner.a = 5
print(f(torch.ones(2)).tolist(), m(torch.ones(2)).tolist())

g = torch._C.Graph()
a = g.addInput("a")
n = g.appendNode(g.create("aten::neg", [a], 1))
g.registerOutput(n.output())
n.s_("s", "text")
for bad in (lambda: n.destroy(), lambda: n.f("s"), lambda: n.i("missing")):
    try:
        bad()
    except RuntimeError as e:
        print(str(e).partition(" INTERNAL")[0])
print(g)
