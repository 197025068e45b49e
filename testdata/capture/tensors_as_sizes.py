import torch


def backend(gm, inputs):
    print("  graph", [getattr(n.target, "__name__", str(n.target)) for n in gm.graph.nodes if n.op.startswith("call")])
    return gm


def computed(x):
    n = torch.div(x.size(0), 2, rounding_mode="trunc")
    return x.view(2, n) + 1


def made(x):
    return x.reshape(torch.tensor(2), 4)


def chained(x):
    n = torch.div(x.size(0), 4, rounding_mode="trunc")
    return x.as_strided([n * 2, n], [n, 1])


def written(x):
    n = torch.tensor(2)
    n.add_(2)
    try:
        return x.view(n, 2)
    except RuntimeError as e:
        return str(e)


for f in (computed, made, chained):
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    print(f.__name__)
    print(torch.compile(f, backend=backend)(torch.arange(8.0)), len(torch._dynamo.utils.counters["graph_break"]))
torch._dynamo.reset()
print(torch.compile(written, backend="eager")(torch.arange(8.0)))


def drawn(x):
    n = torch.div(4, 2, rounding_mode="trunc")
    return x + torch.randint_like(n, 5)


# Nothing is drawn while tracing.
torch._dynamo.reset()
states = []
for f in (drawn, torch.compile(drawn, backend="eager")):
    torch.manual_seed(0)
    f(torch.zeros(2))
    states.append(torch.rand(1))
print(torch.equal(*states))
