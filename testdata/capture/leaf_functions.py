# Functions that are one node: leaf functions, which run as they are, and those of nonstrict_trace.
import torch
from torch import nn
from torch._dynamo.decorators import leaf_function
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm


def show(name, f, *args):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    print(f"== {name}")
    try:
        print(torch.compile(f, backend=backend, fullgraph=True)(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split("\nfrom user code")[0].strip())
    for g in backend.graphs:
        print(normalize_gm(g.print_readable(False)))


@leaf_function
def logged(x, y):
    print("mean", round(x.mean().item(), 4))
    return (x * x + y,)


@logged.register_fake
def logged_fake(x, y):
    return (torch.empty_like(x),)


@leaf_function
def applied(m, x):
    return m(x), 3


@applied.register_fake
def applied_fake(m, x):
    return x.new_empty(x.shape[0], m.weight.shape[0]), 3


@leaf_function(mutates_args={"buffers[0]"})
def counted(x, buffers):
    buffers[0].add_(1)
    return x + buffers[0]


@counted.register_fake
def counted_fake(x, buffers):
    return torch.empty_like(x)


@leaf_function
def careless(x):
    x.add_(1)
    return x.sum()


@careless.register_fake
def careless_fake(x):
    return x.sum()


@leaf_function
def bare(x):
    return x


@torch._dynamo.nonstrict_trace
def loose(x, d, scale=2):
    torch._dynamo.graph_break()
    return x * scale, [d["a"] + 1]


lin = nn.Linear(2, 2, bias=False)
nn.init.ones_(lin.weight)
x = torch.ones(2)
show("logged", lambda x, y: logged(x.sin(), y)[0] * 2, x, x)
show("applied", lambda x: (applied(lin, x)[0].sum(), applied(lin, x)[1]), torch.ones(1, 2))
show("counted", lambda x, b: counted(x, [b]) + b, x.clone(), torch.zeros(2))
show("careless", lambda x: careless(x), x.clone())
with torch._dynamo.config.patch(leaf_function_validate_outputs=True):
    show("careless, validated", lambda x: careless(x.clone()), x.clone())
show("bare", lambda x: bare(x), x)
show("loose", lambda x, y: loose(x, {"a": y}, scale=3)[1][0] * 2, x, x)
for backend in ("eager", "aot_eager"):
    torch._dynamo.reset()
    w = torch.ones(2, requires_grad=True)
    torch.compile(lambda w: logged(w, w)[0].sum(), backend=backend, fullgraph=True)(w).backward()
    print(w.grad)
print(logged(x, x))
