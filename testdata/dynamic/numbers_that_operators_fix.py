"""Symbolic ints that are negative (-1 stands for a size to be inferred), and those that operators take as plain ones."""
import torch


def recorder():
    graphs = []

    def backend(gm, example_inputs):
        graphs.append(gm)
        return gm.forward

    return graphs, backend


def placeholder(node):
    value = node.meta.get("example_value", "?")
    return str(tuple(value.shape) if isinstance(value, torch.Tensor) else value)


def text(node):
    return node.format_node().split("] = ")[-1]


def show(name, f, *calls, **options):
    torch._dynamo.reset()
    graphs, backend = recorder()
    compiled = torch.compile(f, backend=backend, **options)
    for call in calls:
        try:
            result, plain = compiled(*call), f(*call)
            is_tensor = isinstance(result, torch.Tensor)
            print(name, call[1:], tuple(result.shape) if is_tensor else result, torch.equal(result, plain) if is_tensor else result == plain, len(graphs))
        except Exception as error:
            print(name, call[1:], type(error).__name__, str(error).splitlines()[0])
    for gm in graphs:
        nodes = [node for node in gm.graph.nodes if node.op != "output"]
        print("   ", *[placeholder(n) for n in nodes if n.op == "placeholder"], "|", *[text(n) for n in nodes if n.op != "placeholder"])


x = torch.arange(12.).reshape(3, 4)
show("reshape", lambda x, s: x.reshape(s), (x, (-1,)), (x, (-1,)), (x, (12,)), dynamic=True)
show("view", lambda x, n: x.view(n, 2), (x, -1), (x, 6), (x, -1), dynamic=True)
show("add", lambda x, n: x + n, (x, -1), (x, -3), (x, -5), (x, 7), (x, 0), (x, 1), dynamic=True)
show("auto", lambda x, n: x + n, (x, -1), (x, -3), (x, -5), (x, 7), (x, 0), (x, 1))
show("auto2", lambda x, n: x + n, (x, 3), (x, -3), (x, -5), (x, -1), (x, -2))
show("dim", lambda x, n: x.sum(n), (x, -1), (x, -2), (x, 1), (x, 0), dynamic=True)
show("auto dim", lambda x, n: x.sum(n), (x, -1), (x, -2), (x, 1), (x, 0))
show("int", lambda x, n: n * 2, (x, -7), (x, -2), (x, -1))
show("branch", lambda x, n: x + 1 if n < 0 else x - 1, (x, -7), (x, -2), (x, 3), (x, -1), dynamic=True)
show("range", lambda x, n: x + n if n > -5 else x - n, (x, -7), (x, -2), (x, 3), (x, -1), dynamic=True)
show("roll", lambda x, n: torch.roll(x, n, 0), (x, 2), (x, -2), (x, 3), dynamic=True)
show("list", lambda x, l: x.permute(l), (x, [-1, 0]), (x, [1, 0]), (x, [0, 1]), dynamic=True)


def specialised(name, f):
    """How many graphs three sizes take, and whether the operator's int is a constant of the first."""
    torch._dynamo.reset()
    graphs, backend = recorder()
    compiled = torch.compile(f, backend=backend, dynamic=True)
    y = torch.tensor([1.0, 2, 3])
    same = [torch.allclose(compiled(y, n), f(y, n)) for n in (5, 6, 5, 7)]
    print(name, same, len(graphs), [placeholder(n) for n in graphs[0].graph.nodes if n.op == "placeholder" and not isinstance(n.meta["example_value"], torch.Tensor)])


# Operators whose schema says int take what a symbolic one is in this run; those that say SymInt or Scalar keep it.
specialised("linspace", lambda x, n: torch.linspace(-8, -8 + (n - 1) * (16.0 / (n - 1)), n) + x.sum())
specialised("kaiser_window", lambda x, n: torch.kaiser_window(n) + x.sum())
specialised("hann_window", lambda x, n: torch.hann_window(n) + x.sum())
specialised("cdist", lambda x, n: torch.cdist(x.view(1, -1), x.view(1, -1), p=n))
specialised("logspace", lambda x, n: torch.logspace(n, n + 1, n))
specialised("round", lambda x, n: torch.round(x, decimals=n))
specialised("one_hot", lambda x, n: torch.nn.functional.one_hot(torch.arange(3), n))
specialised("unfold", lambda x, n: torch.arange(20.0).unfold(0, n, n - 2))
specialised("adaptive_avg_pool1d", lambda x, n: torch.nn.functional.adaptive_avg_pool1d(torch.arange(40.0).view(1, 1, 40), n))
specialised("histc", lambda x, n: torch.histc(x, n, 0, n))
specialised("elu", lambda x, n: torch.nn.functional.elu(x, n))
specialised("clamp", lambda x, n: x.clamp(n / 3, n))
specialised("arange", lambda x, n: torch.arange(n * 1.0) + x.sum())
for n in (5, 7):
    f = torch.compile(lambda x, n: x.sum() + torch.signal.windows.kaiser(n), backend="eager", dynamic=True)
    print("kaiser", torch.allclose(f(torch.ones(2), n), 2 + torch.signal.windows.kaiser(n)))
