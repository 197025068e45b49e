# What the graphs of higher-order operators look like: names that come from flattening, operands that one function reads, results as they are.
import torch
from functorch.experimental.control_flow import map as fmap
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch._higher_order_ops.wrap import wrap


def show(f, *args, **options):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    print(torch.compile(f, backend=backend, fullgraph=True, **options)(*args))
    for g in backend.graphs:
        print(normalize_gm(g.print_readable(False)))


def refused(f, *args):
    torch._dynamo.reset()
    try:
        torch.compile(f, backend="eager", fullgraph=True)(*args)
    except Exception as e:
        print(type(e).__name__, "\n".join(line for line in str(e).split("\n")[:4] if "bound method" not in line and "fake tensors" not in line))


w, i, x = torch.ones(2), torch.tensor(0), torch.ones(2)
xs = torch.ones(3, 2)
show(lambda i, x: while_loop(lambda i, x: i < 5, lambda i, x: (i + 1, x * w), (i, x)), i, x)
show(lambda i, x: while_loop(lambda i, d: i < 5, lambda i, d: (i + 1, {"a": d["a"] * 2}), (i, {"a": x})), i, x)
show(lambda i, x: while_loop(lambda i, x: i < 5, lambda i, x: (i + 1, x * 2), (i, x)), i, torch.ones(3), dynamic=True)
show(lambda c, x: scan(lambda c, x: (c * w, x + w), c, x), x, xs)
show(lambda c, x: scan(lambda c, x: (c + x, x + 1), c, x, dim=1), x, torch.ones(2, 3))
show(lambda c, x: scan(lambda c, x: (c + x, x + 1), c, x, reverse=True), x, xs)
show(lambda x, y, z: fmap(lambda x, y, z: (x + y, x * z), x, y, z), xs, x, w)
show(lambda x: fmap(lambda d: {"b": d["a"].sin()}, {"a": x}), xs)
show(lambda p, x, y: torch.cond(p, lambda a, b: (a + b, a.sin()), lambda a, b: (a - b, b.cos()), (x, y)), torch.tensor(True), x, w)
show(lambda x: torch.cond(x.shape[0] > 4, lambda x: x.cos(), lambda x: x.sin(), (x,)), torch.ones(3, 4), dynamic=True)
show(lambda x: wrap(lambda x: x, x), x)
show(lambda x: wrap(lambda l: [l[0] + 1, {"a": l[1]}], [x, x * 2]), x)

refused(lambda x: torch.cond(x.sum() > 4, lambda x: x.cos(), 3, (x,)), x)
refused(lambda x: torch.cond(x.sum() > 4, lambda x: x.cos(), lambda x: x + 1, x), x)
refused(lambda x: torch.cond(x.sum() > 4, lambda x: (x.cos(), None), lambda x: (x.sin(), None), (x,)), x)
refused(lambda x: torch.cond(x.sum() > 4, lambda x: x.cos(), lambda x: x.double(), (x,)), x)
refused(lambda x: wrap(lambda x: torch._dynamo.graph_break(), x), x)
seen = []
refused(lambda x: wrap(lambda x: seen.append(1), x), x)

for f in (torch.func.jacfwd(torch.sin), torch.func.hessian(lambda x: x.sin().sum()), torch.vmap(lambda x: x.sum(), chunk_size=1)):
    show(lambda x: f(x), x)
show(lambda x: torch.utils._pytree.tree_map(lambda v: v + 1, [x * 2, {"a": x * 3}]), x)
