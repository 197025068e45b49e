# The module of an exported program: its graph, and how it refuses arguments that the program was not made for.
import torch
from torch.export import Dim, export


def show(f, args, shapes, *calls):
    class One(torch.nn.Module):
        def forward(self, x):
            return f(x)

    class Two(torch.nn.Module):
        def forward(self, x, y):
            return f(x, y)

    gm = export((One if len(args) == 1 else Two)(), args, dynamic_shapes=shapes).module()
    for call in calls:
        try:
            gm(*call)
            print("runs")
        except Exception as e:
            print(type(e).__name__, e)


o = torch.ones
show(lambda x: x + 1, (o(5, 3),), ({0: Dim("d", min=3, max=20)},), (o(2, 3),), (o(21, 3),), (o(5, 4),), (o(5),), ([o(5, 3)],))
show(lambda x, y: x["k"] + y, ({"k": o(4)}, 5), ({"k": {0: Dim("a", min=3)}}, None), ({"k": o(2)}, 5), ({"k": o(5)}, 6))
show(lambda x, y: x + 1 if y == "a" else x, (o(4), "a"), ({0: Dim.AUTO}, None), (o(2), "b"), (o(2), 3))
show(lambda x, y: x.sum() + y, (o(9), 2.5), ({0: Dim.AUTO}, None), (o(10), 3.5))
show(lambda x: x.reshape(-1, 3), (o(9),), ({0: Dim.AUTO},), (o(10),))
show(lambda x, y: x + 1 if y > 3 else x, (o(4), 5), ({0: Dim.AUTO}, Dim.DYNAMIC), (o(2), 2), (o(2), 9))
show(lambda x: x[0] + x[1][0], ([o(4), (o(4),)],), ([{0: Dim("q")}, ({0: Dim("q")},)],), ([o(4), (o(3),)],))


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(3, 3)
        self.b = torch.nn.Buffer(torch.ones(3))
        self.n = torch.nn.Buffer(torch.ones(3), persistent=False)

    def forward(self, x, y, *, k=None):
        self.b.add_(1)
        return self.l(x["a"]).relu() + self.b + self.n, y


gm = export(M(), ({"a": o(2, 3)}, 3), {"k": o(3)}).module()
print(gm.code)
print([n for n, _ in gm.named_modules()], list(gm.state_dict()), [n for n, _ in gm.named_buffers()])
for keywords in ({}, {"k": o(3), "z": 1}):
    try:
        gm({"a": o(2, 3)}, 3, **keywords)
    except ValueError as e:
        print(e)
for change in (gm.train, gm.eval):
    try:
        change()
    except NotImplementedError as e:
        print(e)


class NoGrad(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        with torch.no_grad():
            y = x * self.w
            z = y + 1
        return y + self.w + z


ep = export(NoGrad(), (o(3),))
print(ep.graph)
print(ep.graph_module.submod_1.graph)
x = o(3, requires_grad=True)
print(ep.module()(x).sum().backward(), x.grad)
for n in ep.graph.nodes:
    v = n.meta.get("val")
    if isinstance(v, torch.Tensor):
        print(n.name, v)
