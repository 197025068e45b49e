# What export says of dims that a program contradicts, and the dims that it suggests.
import torch
from torch.export import Dim, export


def show(f, args, shapes):
    class One(torch.nn.Module):
        def forward(self, x):
            return f(x)

    class Two(torch.nn.Module):
        def forward(self, x, y):
            return f(x, y)

    try:
        ep = export((One if len(args) == 1 else Two)(), args, dynamic_shapes=shapes)
        print(ep.range_constraints)
    except Exception as e:
        print(type(e).__name__, str(e).split("\n\nThe error above")[0])


o = torch.ones
print("ranges")
show(lambda x: x + 1 if x.shape[0] <= 6 else x - 1, (o(5),), ({0: Dim("d", min=3)},))
show(lambda x: x + 1 if x.shape[0] <= 6 else x - 1, (o(5),), ({0: Dim("d", min=3, max=20)},))
show(lambda x: x + 1 if x.shape[0] <= 6 else x - 1, (o(5),), ({0: Dim("d", max=20)},))
show(lambda x: x[:3], (o(6, 5),), ({0: Dim("a"), 1: Dim("b", max=12)},))
show(lambda x: x + 1 if x.shape[0] != 10 and x.shape[0] * 2 < 50 else x, (o(4, 5),), ((Dim("a"), Dim.AUTO),))
print("multiples")
show(lambda x: x + 1 if x.shape[0] % 2 == 0 else x - 1, (o(4),), ({0: Dim("a")},))
show(lambda x: x + 1 if x.shape[0] % 2 == 0 else x - 1, (o(4),), ({0: Dim.AUTO},))
print("relations")
show(lambda x, y: x + y, (o(4), o(4)), ({0: Dim("a")}, {0: Dim("b")}))
show(lambda x, y: x + y[1:], (o(4), o(5)), ({0: Dim("a")}, {0: Dim("b")}))
show(lambda x, y: x + y[1:], (o(4), o(5)), ({0: Dim.AUTO}, {0: Dim.AUTO}))
show(lambda x, y: x + y, (o(4), o(4)), ({0: Dim.AUTO(min=3)}, {0: Dim.DYNAMIC(max=8)}))
show(lambda x, y: y.sum() + x, (o(4), o(4)), ({0: Dim("b", min=3)}, {0: Dim("b", min=3)}))
show(lambda x, y: x.sum() + y.sum(), (o(3), o(4)), ({0: Dim("a")}, {0: Dim("a")}))
print("constants")
show(lambda x: x + o(3), (o(3),), ({0: Dim("a")},))
show(lambda x: x + o(3), (o(3),), ({0: Dim.DYNAMIC},))
show(lambda x: x + o(3), (o(3),), ({0: Dim.AUTO},))
show(lambda x: x + 1, (o(1),), ({0: Dim("a")},))
show(lambda x: x + 1, (o(1),), ({0: Dim.DYNAMIC},))
print("example inputs")
show(lambda x: x + 1, (o(3),), ({0: Dim("a", min=6)},))
show(lambda x: x + 1, (o(4, 5),), ({0: 7},))
print("derived")
a = Dim("a", min=2, max=10)
show(lambda x, y: x.sum() + y.sum(), (o(4), o(8)), ({0: a}, {0: 2 * a}))
show(lambda x, y: x.sum() + y.sum(), (o(4), o(9)), ({0: a}, {0: 2 * a}))
show(lambda x: x.sum(), (o(9),), ({0: 2 * a + 1},))
show(lambda x: x.sum(), (o(10),), ({0: 2 * a + 1},))
show(lambda x, y: x + y[2:], (o(7), o(9)), ({0: a}, {0: Dim("b")}))
print("forms")
show(lambda x: x, (o(9, 6),), (Dim("z"),))
show(lambda x: x, (o(9, 6),), ((Dim("z"),),))
show(lambda x: x, (o(9, 6),), ({0: "a"},))
show(lambda x: x, (5,), (Dim("z"),))
show(lambda x: x, ([o(3)],), ([None, None],))
show(lambda x: x, ([o(3)],), {"y": None})
show(lambda x, y: x, (o(3), o(3)), ({0: Dim("z", max=5)}, {0: Dim("z", max=6)}))
show(lambda x: x, ("a",), ({0: Dim("z", max=5)},))
