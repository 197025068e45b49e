"""Regions that are shared although they hold bodies of their own, that change what is outside, and calls that are refused; running results in a tree."""
import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._higher_order_ops.associative_scan import associative_scan
from torch._higher_order_ops.invoke_subgraph import invoke_subgraph
from torch._higher_order_ops.scan import scan
from torch.compiler import nested_compile_region


class Sine(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sin()

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0].cos()


@nested_compile_region
def custom(x):
    return Sine.apply(x)


@nested_compile_region
def checkpointed(x):
    return torch.utils.checkpoint.checkpoint(lambda x: x.sin().cos(), x, use_reentrant=False)


@nested_compile_region
def listed(x, seen):
    seen.append(1)
    return x + 1


def changes(x):
    seen = []
    return listed(x, seen), seen


def show(f, x):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    try:
        out = torch.compile(f, backend=backend, fullgraph=True)(x)
    except Exception as e:
        print(type(e).__name__, [line for line in str(e).split("\n") if "File" not in line and line][:2])
        return
    print(torch.utils._pytree.tree_map(lambda a: a.shape if isinstance(a, torch.Tensor) else a, out))
    for graph in backend.graphs:
        print(normalize_gm(graph.print_readable(False)))


x = torch.ones(4, requires_grad=True)
show(lambda x: custom(x) + custom(x), x)
show(lambda x: checkpointed(x) + checkpointed(x), x)
show(changes, x)
show(lambda x: invoke_subgraph(lambda x: x.sin(), "a", x), x)


def attempt(f):
    torch._dynamo.reset()
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[:2])


rows = torch.arange(10.0).view(5, 2)
attempt(lambda: associative_scan(lambda a, b: a + b, rows, 0, combine_mode="generic"))
attempt(lambda: associative_scan(lambda a, b: a * b, rows, 1, reverse=True, combine_mode="generic"))
attempt(lambda: associative_scan(lambda a, b: {"s": a["s"] + b["s"], "p": a["p"] * b["p"]}, {"s": rows, "p": rows + 1}, 0, combine_mode="generic"))
attempt(lambda: associative_scan(lambda a, b: (a[0] + b[0],), (rows, rows), 0, combine_mode="generic"))
attempt(lambda: associative_scan(lambda a, b: (a[0] + b[0], a[1]), (rows, rows[:3]), 0, combine_mode="generic"))
attempt(lambda: associative_scan(lambda a, b: a + b, rows, 0, "back", combine_mode="generic"))
attempt(lambda: associative_scan(lambda a, b: a + b, torch.empty(0, 3), 0, combine_mode="generic"))
attempt(lambda: associative_scan(lambda a, b: a + b, torch.tensor(1.0), 0, combine_mode="generic"))
attempt(lambda: scan(lambda c, a: (c + a, c * a), torch.ones(3, 4)[:, 0], torch.ones(3, 4), dim=1))
attempt(lambda: scan(lambda c, a: ((c + a).sum(), c * a), torch.ones(4), torch.ones(3, 4), dim=0))
