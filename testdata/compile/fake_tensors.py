# Compiled functions and functions captured ahead of time on FakeTensors, within their mode and outside.
import torch
import torch.nn.functional as F
from functorch.compile import aot_function, make_boxed_func
from torch._dynamo.testing import AotEagerAndRecordGraphs, normalize_gm
from torch._subclasses import FakeTensorMode

mode = FakeTensorMode()
x, w = mode.from_tensor(torch.ones(3, 4)), mode.from_tensor(torch.ones(2, 4))
p = mode.from_tensor(torch.nn.Parameter(torch.ones(2, 4)))
functions = {
    "sin": (lambda x: x.sin(), x), "linear": (F.linear, x, w), "parameter": (lambda x, p: F.linear(x, p), x, p),
    "softmax": (lambda x: F.softmax(x, -1), x), "view": (lambda x: x.view(-1, 2).t(), x), "stack": (lambda x: torch.stack([x, x]).to(torch.float64), x),
}
for name, (f, *args) in functions.items():
    for backend in ("eager", "aot_eager"):
        print(name, backend, torch.compile(f, backend=backend, fullgraph=True)(*args).detach())
        with mode:
            print(name, backend, torch.compile(f, backend=backend, fullgraph=True)(*args).detach())

with mode:
    print(torch.compile(lambda x: x + torch.zeros(3, 4), backend="aot_eager", fullgraph=True)(x))
    m = torch.nn.Sequential(torch.nn.Linear(4, 2), torch.nn.BatchNorm1d(2))
    backend = AotEagerAndRecordGraphs()
    torch.compile(m, backend=backend)(torch.ones(3, 4)).sum().backward()
    print(m[0].weight.grad, m[1].running_mean)
print(normalize_gm(backend.graphs[0].print_readable(print_output=False)))


def shown(g, inputs):
    print(g.code.strip(), [type(i).__name__ for i in inputs])
    return make_boxed_func(g)


def f(x):
    return x.sin() + 1


print(aot_function(f, shown, shown)(x))
print(aot_function(f, shown, shown)(mode.from_tensor(torch.ones(3, requires_grad=True))).requires_grad)
with mode:
    print(aot_function(f, shown, shown)(torch.ones(3)))
