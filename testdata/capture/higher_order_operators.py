# Operators that take functions: each function is a graph of its own, which reads the tensors around it as operands.
import torch
from functorch.experimental import control_flow
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._higher_order_ops.hints_wrap import hints_wrapper
from torch._higher_order_ops.while_loop import while_loop
from torch._higher_order_ops.wrap import wrap
from torch.utils.checkpoint import checkpoint


def show(name, f, *args):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    try:
        print("==", name, torch.compile(f, backend=backend, fullgraph=True)(*args))
    except Exception as e:
        print("==", name, type(e).__name__, str(e).split("\n")[2])
    for g in backend.graphs:
        print(normalize_gm(g.print_readable(print_output=False)))


x, y, w = torch.ones(3), torch.arange(3.0), torch.ones(3) * 2


@torch.compiler.nested_compile_region
def region(t):
    return t.sin() + 1


def outside(x):
    seen = []

    def keep(t):
        seen.append(t)
        return t + 1

    return torch.cond(x.sum() > 2, keep, lambda t: t.clone(), (x,))


show("wrap", lambda x: wrap(lambda t: t + w, x), x)
show("structure", lambda x, y: wrap(lambda t, u: (t + u * x, {"a": t}), x, y), x, y)
show("keywords", lambda x, y: wrap(lambda t, u: t + u, x, u=y), x, y)
show("map", lambda x: control_flow.map(lambda t, u: t * u + 1, x, w), x)
show("hints", lambda x: hints_wrapper(lambda t: t + 1, (x,), {}, hints={"a": 1}), x)
show("checkpoint", lambda x: checkpoint(lambda t: (t.sin() + w).cos(), x, use_reentrant=False), x)
show("cond without operands", lambda x: torch.cond(x.sum() > 2, lambda: x.sin(), lambda: x.cos(), ()), x)
show("regions", lambda x: region(x) + region(x + 1), x)
show("predicate that is known", lambda x: torch.cond(3, lambda t: t + 1, lambda t: t, (x,)), x)
show("aliases", lambda x: torch.cond(x.sum() > 2, lambda t: t, lambda t: t, (x,)), x)
show("side effect", outside, x)
show("break", lambda x: torch.cond(x.sum() > 2, lambda t: (torch._dynamo.graph_break(), t)[1], lambda t: t, (x,)), x)
