"""associative_scan of functions that work element by element is one call in graphs; the names of what is made around it and in scans."""
import torch
from torch._dynamo.testing import AotEagerAndRecordGraphs
from torch._higher_order_ops.associative_scan import associative_scan
from torch._higher_order_ops.hints_wrap import hints_wrapper
from torch._higher_order_ops.scan import scan
from torch.utils import _pytree as pytree


def shown(f, *args):
    torch._dynamo.reset()
    backend = AotEagerAndRecordGraphs()
    try:
        print(torch.compile(f, backend=backend, fullgraph=True)(*args))
    except Exception as e:
        print(type(e).__name__, [line for line in str(e).split("\n") if line.strip()][:2])
    for gm in backend.graphs + backend.fw_graphs:
        print("\n".join(line for line in gm.print_readable(False).split("\n") if line.strip() and "#" not in line))


def closures():
    w, u = torch.ones(3), torch.full((3,), 2.0)
    shown(lambda p, x: torch.cond(p, lambda x: x + w, lambda x: x - u, (x,)), torch.tensor(True), torch.zeros(3))


k = torch.ones(2)
x = torch.arange(6.0).reshape(3, 2) + 1
shown(lambda xs: associative_scan(lambda a, b: a * b + k, xs, 0), x)
shown(lambda xs: associative_scan(lambda a, b: {"p": a["p"] * b["p"]}, {"p": xs}, 1, reverse=True), x)
shown(lambda xs: associative_scan(lambda a, b: (a * b).sum(), xs, 0), x)
shown(lambda xs: associative_scan(lambda a, b: a.add_(b), xs, 0), x)
shown(lambda xs: associative_scan(lambda a, b: a + b, xs, 0, combine_mode="generic"), torch.arange(3.0))
shown(lambda i, xs: scan(lambda a, x: (a + x, [a * 2]), i, xs, dim=1), torch.zeros(3), x)
shown(lambda d: pytree.tree_unflatten([v.sin() for v in pytree.tree_leaves(d)], pytree.tree_structure(d)), {"a": x, "b": k})
shown(lambda d: pytree.tree_map(lambda v: v + 1, d), {"a": x, "b": k})
shown(lambda x: hints_wrapper(lambda x: x.sin(), (x,), {}, hints={"a": x}), k)
closures()
print(associative_scan(lambda a, b: a * b, x, 0))
