# torch._dynamo.export: names of what is read, sizes and numbers as results, containers that change, dims that do not hold.
import torch
from torch.export import Dim

outside = torch.ones(2)


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)
        self.kept = [torch.ones(2)]

    def forward(this, x):
        return this.linear(x) + this.kept[0] + outside


class Pair:
    def __init__(self, first):
        self.first = first


def show(f, *args, **options):
    try:
        module, guards = torch._dynamo.export(f, **options)(*args)
        print(module.code.strip())
        return module
    except Exception as e:
        print(type(e).__name__, str(e).split("User stack")[0][:260])


show(Layer(), torch.ones(2))
show(torch.nn.Sequential(torch.nn.Linear(2, 2)), torch.ones(2))
print(show(lambda x: (x.item(), 3), torch.tensor(3))(torch.tensor(7)))
print(show(lambda x, y: (x.shape[0], y), torch.ones(4), torch.ones(2))(torch.ones(6), torch.ones(2)))


def grows(items, x):
    items.append(x)
    return items[0] + x, items[1]


items = [torch.ones(2), torch.ones(2)]
show(grows, items, torch.ones(2))
show(lambda x: torch.cond(x.shape[0] > 4, lambda x: x.sin(), lambda x: x.cos(), (x,)), torch.ones(6, 4))
show(lambda x, y: x + y, torch.ones(4), torch.ones(4), dynamic_shapes=({0: Dim("dx")}, {0: Dim("dy")}))
show(lambda x: x.sin() if x.shape[0] > 4 else x.cos(), torch.ones(6), dynamic_shapes=({0: Dim("dx")},))
show(lambda x: x if x.shape[0] == 4 else -x, torch.ones(4), dynamic_shapes=({0: Dim("dx")},))
show(lambda x: Pair(x), torch.ones(2))
show(lambda x, y: torch.nn.functional.linear(x, y).relu_(), torch.ones(2, 2), torch.ones(2, 2), aten_graph=True, pre_dispatch=True)
for guard in torch._dynamo.export(lambda x: x.cos() if x.shape[0] > 10 else x.sin())(torch.ones(6, 4)).guards:
    if guard.source is torch._guards.GuardSource.SHAPE_ENV:
        print(guard.code_list)
