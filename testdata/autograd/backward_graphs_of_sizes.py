# Compiled autograd: sizes are inputs of the graphs of backward passes, so that passes that differ in them are captured once;
# a pass that is differentiated again is captured, too, and anomaly mode looks at what it gives.
import warnings

import torch
from torch._dynamo import compiled_autograd
from torch._dynamo.utils import counters

warnings.filterwarnings("ignore")
torch.manual_seed(0)


def compiler(dynamic=True, fullgraph=True):
    def compile_backward(graph):
        def backend(gm, inputs):
            counters["compiled_autograd"]["compiles"] += 1
            return torch._dynamo.lookup_backend("aot_eager")(gm, inputs)

        return torch.compile(graph, backend=backend, dynamic=dynamic, fullgraph=fullgraph)

    return compile_backward


def compare(name, run, **options):
    torch._dynamo.reset()
    counters.clear()
    torch.manual_seed(1)
    expected = list(run())
    torch.manual_seed(1)
    with compiled_autograd._enable(compiler(**options)):
        actual = list(run())
    for a, b in zip(expected, actual, strict=True):
        torch.testing.assert_close(a, b)
    print(name, dict(counters["compiled_autograd"]))


def rows():
    model = torch.nn.Sequential(torch.nn.Linear(4, 5), torch.nn.ReLU(), torch.nn.Linear(5, 2))
    for n in (3, 7, 9, 11):
        model(torch.randn(n, 4)).pow(2).sum().backward()
        yield from (p.grad for p in model.parameters())
        model.zero_grad()


compare("rows", rows)
compare("rows of constant sizes", rows, dynamic=None)


def compiled_rows():
    model = torch.nn.Linear(4, 3)
    compiled = torch.compile(model, dynamic=True, backend="aot_eager")
    for n in range(10, 50, 10):
        compiled(torch.randn(n, 4)).sum().backward()
        yield from (p.grad for p in model.parameters())
        model.zero_grad()


compare("rows of compiled functions", compiled_rows)


class Triple(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sin() * 3

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * x.cos() * 3


def functions():
    for n in (10, 100, 10, 20):
        x = torch.arange(0.0, n, requires_grad=True)
        (Triple.apply(x) * x).sum().backward()
        yield x.grad


compare("functions", functions)


def shapes():
    for n in (5, 6, 8):
        x = torch.randn(n, 7, requires_grad=True)
        y = torch.cat([x.t(), x.t().exp()], 1)
        y = y.reshape(-1).view(2 * n, 7).transpose(0, 1).expand(3, 7, 2 * n)
        (y.softmax(-1).mean((0, 1)) * y.std()).sum().backward()
        yield x.grad


compare("shapes", shapes)


def hooks():
    for n in (3, 4, 6):
        x = torch.randn(n, requires_grad=True)
        x.register_hook(lambda g: g * 2)
        y = x.exp()
        y.grad_fn.register_prehook(lambda g: (g[0] + 1,))
        y.sum().backward()
        yield x.grad


compare("hooks", hooks)


def twice():
    for n in (3, 4):
        x = torch.randn(n, requires_grad=True)
        (g,) = torch.autograd.grad(x.pow(3).sum(), x, create_graph=True)
        assert g.requires_grad
        yield g.detach()
        (h,) = torch.autograd.grad(g.sum(), x)
        yield h


compare("twice", twice)


def anomaly():
    x = torch.ones(3, requires_grad=True)
    with torch.autograd.detect_anomaly():
        x.exp().sum().backward()
    yield x.grad


compare("anomaly", anomaly)

x = torch.zeros(3, requires_grad=True)
with compiled_autograd._enable(lambda graph: graph), torch.autograd.detect_anomaly():
    try:
        (x.sqrt() * 0).sum().backward()
    except RuntimeError as e:
        print(str(e).replace(str([c for c in str(e) if c.isdigit()][0]), "N"))
    try:
        x.sin().sum().backward()
    except AssertionError as e:
        print(str(e)[:60])


