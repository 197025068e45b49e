# Sizes that depend on data are checked when the graph runs: no less than 0, no more than what is counted, and what torch._check says.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm


def show(f, *args):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    with torch._dynamo.config.patch(capture_scalar_outputs=True, capture_dynamic_output_shape_ops=True):
        print(torch.compile(f, backend=backend, fullgraph=True)(*args))
    for g in backend.graphs:
        print(normalize_gm(g.print_readable(False)))


def bounded(x):
    u = x.max().item()
    torch._check(u >= 2)
    torch._check(u <= 5, lambda: "too big")
    return torch.zeros(u)


def counted(x):
    n = x.nonzero()
    return torch.ones(n.shape[0])


def checked(x):
    u = x.item()
    torch._check(u < 20)
    return torch.ones(u)


def branching(x):
    return x + 1 if x.item() > 3 else x


x = torch.tensor([3, 2])
show(lambda x: x.nonzero(), x)
show(lambda x: x[x > 2] * 2, x)
show(lambda x: torch.zeros(x.max().item()), x)
show(lambda x: torch.unique(x).sum(), x)
show(counted, x)
show(bounded, x)
show(checked, torch.tensor(4))
for number in (torch.tensor(4), torch.tensor([4]), torch.tensor(4, dtype=torch.int32)):
    show(lambda x: x + x.item(), number)
marked = torch.ones(8)
torch._dynamo.decorators.mark_unbacked(marked, 0)
show(lambda x: x * x.shape[0], marked)

with torch._dynamo.config.patch(capture_scalar_outputs=True):
    for backend in ("eager", "aot_eager"):
        torch._dynamo.reset()
        f = torch.compile(lambda x: torch.zeros(x.max().item()), backend=backend, fullgraph=True)
        print(backend, f(x).tolist())
        try:
            f(torch.tensor([-3, -2]))
        except RuntimeError as e:
            print(str(e).split(" on node")[0])
    torch._dynamo.reset()
    seen = torch._dynamo.testing.CompileCounter()
    f = torch.compile(branching, backend=seen)
    print([(f(torch.tensor(v)).item(), seen.frame_count) for v in (5, 6, 2, 1, 0)])
