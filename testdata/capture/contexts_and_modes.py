# Context managers and switches inside a trace: grad modes, user managers, contextlib, ExitStack-like nesting.
import contextlib

import torch
from torch._dynamo.testing import EagerAndRecordGraphs

backend = EagerAndRecordGraphs()


class Scale:
    def __init__(self, k):
        self.k = k

    def __enter__(self):
        return self.k

    def __exit__(self, kind, value, tb):
        return kind is ZeroDivisionError


@contextlib.contextmanager
def shifted(values, by):
    values.append(by)
    try:
        yield by * 2
    finally:
        values.append(-by)


def fn(x):
    seen = []
    with torch.no_grad():
        a = x * 2
    with Scale(3) as k, shifted(seen, 5) as s:
        a = a + k + s
        1 // 0
        a = a * 1000
    with contextlib.nullcontext(4) as n, contextlib.suppress(KeyError):
        a = a + n
        {}["missing"]
    if torch.is_grad_enabled() and torch.compiler.is_compiling():
        a = a - 1
    return a, seen


x = torch.ones(2, requires_grad=True)
out, seen = torch.compile(fn, backend=backend, fullgraph=True)(x)
print(out, seen, out.requires_grad)
gm = backend.graphs[0]
print(gm.code.strip())
print([n.op for n in gm.graph.nodes])


@torch.no_grad()
def decorated(x):
    return x * 2


@torch.compile(backend=backend, fullgraph=True)
def calls(x):
    return decorated(x) + x


print(calls(x).requires_grad, calls(x.detach()).requires_grad, torch.is_grad_enabled())
print(len(backend.graphs), [n.name for n in backend.graphs[1].graph.nodes])
