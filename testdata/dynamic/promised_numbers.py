# Promises about numbers that depend on data are checked when a graph runs, also where tracing has taken one number for another because of them.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm

torch._dynamo.config.capture_scalar_outputs = True
torch._dynamo.config.capture_dynamic_output_shape_ops = True


def two(x):
    a, b = x[0].item(), x[1].item()
    torch._check(a == b)
    return torch.zeros(a) + torch.ones(b)


def size(x, y):
    a = x[0].item()
    torch._check(a == y.shape[0])
    return torch.zeros(a) + y


def nonzeros(x, y):
    a, b = x.nonzero(), y.nonzero()
    torch._check(a.size(0) == b.size(0))
    return a + b


def three(x):
    a, b, c = x.tolist()
    torch._check(a == b)
    torch._check(b == c)
    return torch.zeros(a) + torch.zeros(c)


def twice(x):
    a, b = x[0].item(), x[1].item()
    torch._check(a == b * 2)
    return torch.zeros(a).view(b, 2)


def constant(x):
    a = x[0].item()
    torch._check(a == 5)
    return torch.zeros(a)


calls = {
    two: [([5, 5],), ([3, 3],), ([5, 1],)], size: [([5, 2], [1.0] * 5), ([1, 2], [1.0] * 5)], nonzeros: [([1, 0, 2], [1, 1, 0]), ([1, 0, 2], [1, 0, 0])],
    three: [([4, 4, 4],), ([4, 4, 1],), ([4, 1, 4],)], twice: [([4, 2],), ([4, 1],)], constant: [([5],), ([4],)],
}
for f, arguments in calls.items():
    for backend in ("eager", "aot_eager"):
        torch._dynamo.reset()
        compiled = torch.compile(f, backend=backend, fullgraph=True)
        for args in arguments:
            try:
                print(f.__name__, backend, compiled(*map(torch.tensor, args)).tolist())
            except RuntimeError as e:
                print(f.__name__, backend, str(e).split(" for expression")[0])


def shifted(x):
    a, b = x[0].item(), x[1].item()
    torch._check(a == b + 3)
    return torch.zeros(a) + 1, torch.ones(b)


def later(x):
    n = x.nonzero()
    return n.float().mean(0), n.size(0) * 2


for canonical in (False, True):
    with torch._dynamo.config.patch(canonicalize_output_graph_node_order=canonical):
        for f, arg in ((shifted, [5, 2]), (later, [1.0, 0.0, 2.0])):
            torch._dynamo.reset()
            backend = EagerAndRecordGraphs()
            torch.compile(f, backend=backend, fullgraph=True)(torch.tensor(arg))
            print(normalize_gm(backend.graphs[0].print_readable(print_output=False)))


def written(x):
    n = x.shape[0]
    torch._check(n % 3 < 2)
    torch._check(n // 3 < 10)
    torch._check(n / 5 < 100)
    return x + (n % 3) * 2 + (n / 2 + 1) + n / 3 * 2 + (n % 4) // 2 + (n // 5) % 2 + (n % 3) ** 2 + float(n) / 2.5 * 2, n // 2 + 1


torch._dynamo.reset()
backend = EagerAndRecordGraphs()
torch.compile(written, backend=backend, fullgraph=True, dynamic=True)(torch.ones(9))
print([(n.name, n.meta["example_value"]) for n in backend.graphs[0].graph.nodes if not isinstance(n.meta.get("example_value"), (torch.Tensor, type(None)))])
