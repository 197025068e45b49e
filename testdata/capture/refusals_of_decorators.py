# What the decorators of the compiler refuse, and what must not be traced.
import os
from unittest import mock

import torch
from torch._dynamo.testing import CompileCounter


def told(label, call):
    torch._dynamo.reset()
    try:
        print(label, call())
    except Exception as e:
        print(label, type(e).__name__, str(e).splitlines()[0].split(" at 0x")[0].split("<")[0])
    torch.compiler.set_stance("default")


def stance_inside():
    def f(x):
        torch.compiler.set_stance("force_eager")
        return x + 1
    return torch.compile(f, backend="eager")(torch.ones(1))


def stance_of_callee():
    @torch.compiler.set_stance("force_eager")
    def a(x):
        return x + 1
    return torch.compile(lambda x: a(x) + 1, backend="eager")(torch.ones(1))


def substitute(f, g):
    torch._dynamo.substitute_in_graph(f)(g)


told("stance", stance_inside)
told("callee", stance_of_callee)
told("backend", lambda: torch.compiler.set_stance("force_eager", force_backend="eager"))
told("disallow", lambda: torch._dynamo.disallow_in_graph(lambda x: x))
told("class", lambda: torch._dynamo.substitute_in_graph(list))
told("names", lambda: substitute(lambda a, b=2, *c, d: 1, lambda x, b=2, *c, d: 1))
told("defaults", lambda: substitute(lambda a, b=2: 1, lambda a, b=3: 1))
told("positions", lambda: substitute(lambda a, b=2: 1, lambda a, /, b=2: 1))


def switched_off():
    counter = CompileCounter()
    with mock.patch.dict(os.environ, {"TORCHDYNAMO_DISABLE": "1"}):
        f = torch.compile(lambda x: x + 1, backend=counter)
    return f(torch.ones(2)).tolist(), counter.frame_count


told("environment", switched_off)
