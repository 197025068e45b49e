# What conditions on sizes say of the ranges of an exported program, and how its guards and the errors of numbers that depend on data are written.
import torch
from torch.export import Dim, export


def module(condition, head):
    names = {"torch": torch}
    exec(f"class M(torch.nn.Module):\n    def forward(self, x, y):\n        {head}\n        if {condition}:\n            return x + 1\n        return x\n", names)
    return names["M"]()


for c in ("s != 2", "s - 1 != 1", "s == 2", "s > 2", "s * 2 != 4", "s != 3 and s != 2", "s - 2 > 1", "2 * s > 7", "2 * s >= 8", "3 * s - 18 >= 2", "s // 2 != 1", "s < 20", "s != 20"):
    ep = export(module(c, "s = x.shape[0]"), (torch.ones(9, 3), torch.ones(1)), dynamic_shapes=({0: Dim.DYNAMIC}, None))
    print(c, ep.range_constraints, ep._guards_code)
for c in ("u * 2 > 5", "u + 3 > 4", "-u > 3", "u * 2 == 6", "2*u + 1 > 4", "u // 2 > 3", "u % 2 == 0", "u * 4 > v * 2", "u + v > 2 * v", "5 - u > 0", "-2*u <= 8", "0 < u - v", "u / 2 > 1.5", "u > 3 or v > 2", "u*2 == v*2"):
    try:
        export(module(c, "u, v = x.item(), y.item()"), (torch.tensor(3), torch.tensor(2)))
    except Exception as e:
        print(c, "|", type(e).__name__, str(e).split("\n")[0])


class Asserts(torch.nn.Module):
    def forward(self, x, y):
        u = y.item()
        torch._check(u > 2)
        return x.nonzero(), x[:u], x.to(torch.float64)


for n in export(Asserts(), (torch.ones(5, 3), torch.tensor(4)), dynamic_shapes=({0: Dim.DYNAMIC}, None)).graph.nodes:
    print(n.name, "val" in n.meta, type(n.meta.get("val")).__name__, "tensor_meta" in n.meta, n.meta.get("torch_fn"), list((n.meta.get("nn_module_stack") or {}).values()))
