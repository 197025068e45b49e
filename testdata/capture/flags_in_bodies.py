"""Bodies of operators may set attributes of objects outside if they put back what was there; what while_loop reads from outside comes by name."""
import contextlib

import torch
from torch._dynamo.testing import EagerAndRecordGraphs
from torch._higher_order_ops.while_loop import while_loop
from torch._higher_order_ops.wrap import wrap
from torch.utils.checkpoint import checkpoint


class Options:
    limit = 1


options = Options()
options.limit = 1


@contextlib.contextmanager
def limited(n):
    before = options.limit
    options.limit = n
    try:
        yield
    finally:
        options.limit = before


def inside(x):
    with limited(9):
        return x * options.limit


def left(x):
    options.limit = 5
    return x + 1


def on_class(x):
    Options.limit += 1
    return x + 1


def run(fn, x):
    torch._dynamo.reset()
    try:
        print(torch.compile(fn, backend="eager", fullgraph=True)(x))
    except Exception as e:
        print(type(e).__name__, [line for line in str(e).split("\n") if "Explanation" in line or "context" in line])


x = torch.ones(3)
run(lambda x: wrap(inside, x) + options.limit, x)
run(lambda x: checkpoint(inside, x, use_reentrant=False), torch.ones(3, requires_grad=True))
run(lambda x: torch.cond(x.sum() > 0, inside, lambda x: x + 1, [x]), x)
run(lambda x: wrap(left, x), x)
run(lambda x: wrap(on_class, x), x)
backend = EagerAndRecordGraphs()
y = torch.ones(3) * 2
torch.compile(lambda x, z: while_loop(lambda i, x: (i < 3) & (y.sum() > z.sum()), lambda i, x: (i + 1, x + z * y), (torch.tensor(0), x)), backend=backend)(x, x)
print(backend.graphs[0].code, [n.name for n in backend.graphs[0].cond_fn_0.graph.nodes], options.limit)
