# canonicalize_output_graph_node_order brings programs into an order and names nodes after their targets, as it does with the graphs of Dynamo.
import torch
from torch.export import Dim, export

torch._dynamo.config.canonicalize_output_graph_node_order = True


def show(ep):
    for n in ep.graph.nodes:
        if n.op not in ("placeholder", "output"):
            print(n.name, [str(a) for a in n.args], end="; ")
    print()


class Modules(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l, self.m, self.r = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2), torch.nn.ReLU()
        self.p = torch.nn.Parameter(torch.ones(2))

    def forward(self, x):
        a = x.sin()
        b = self.l(x)
        c = x.cos()
        d = self.m(x)
        e = x + 1
        f = self.r(x)
        g = x * self.p
        h = torch.abs(x)
        return a + b + c + d + e + f + g + h


class Plain(torch.nn.Module):
    def forward(self, x, y):
        a = x.sin()
        b = torch.rand(2)
        c = x.view(-1)
        d = x.to(torch.float64)
        e = x.acos()
        f = y + 1
        g = x + y
        h = torch.ones(2)
        y.add_(1)
        return a, b, c, d, e, f, g, h, x[0], x.abs()


class Sizes(torch.nn.Module):
    def forward(self, y, x):
        a = x + 1
        z = torch.cond(x.sum() > 0, lambda x: x.sin() + 1, lambda x: x.cos(), (x,))
        n, m = torch.split(x, 1, 1)
        with torch.no_grad():
            q = x.abs() * 2
        return x + y + a + z + q, n * m, x.shape[0] * 2, torch.zeros(x.shape[0])


for module, args, shapes in ((Modules(), (torch.ones(2, 2),), None), (Plain(), (torch.ones(2, 2), torch.ones(2, 2)), None),
                             (Sizes(), (torch.ones(3, 2), torch.ones(3, 2)), ({0: Dim.DYNAMIC}, {0: Dim.DYNAMIC}))):
    ep = export(module, args, dynamic_shapes=shapes)
    show(ep)
    show(ep.run_decompositions())
    print([s.arg.name for s in ep.graph_signature.output_specs])
