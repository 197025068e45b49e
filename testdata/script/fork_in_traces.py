# Calls that are forked within a trace: nodes with graphs of their own, whose operands are what the call reads. Loops that are written out carry their step on.
import re

import torch


def body(x, y=None):
    return x.neg() if y is None else (x * y, x.neg() + 1)


def two(x):
    z = x + 1
    a = torch.jit.fork(body, x)
    b = torch.jit.fork(body, z, y=x)
    return torch.jit.wait(a) + torch.jit.wait(b)[1]


def lists(x):
    return torch.jit.wait(torch.jit.fork(lambda y: [y, y + 1], x))[1]


def graph(f):
    return "\n".join(line.split("#")[0].rstrip() for line in str(f.graph).splitlines())


x = torch.tensor([1.0, 2.0])
for f in (two, lists):
    traced = torch.jit.trace(f, x)
    print(graph(traced))
    print(torch.equal(f(x + 1), traced(x + 1)))
    torch._C._jit_pass_inline_fork_wait(traced.graph)
    print("prim::fork" in str(traced.graph), "aten::wait" in str(traced.graph))


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.p = torch.nn.Parameter(torch.full((2,), 3.0))

    def forward(self, x):
        f = torch.jit.fork(lambda y: y * self.p, x)
        return torch.jit.wait(f) + x


traced = torch.jit.trace(Scale(), x)
print(graph(traced), traced(x))

seen = []


def leaks(x):
    torch.jit.wait(torch.jit.fork(body, x))
    return seen[0]


seen.append(torch.ones(1))
try:
    torch.jit.trace(leaks, x, check_trace=False)
except RuntimeError as e:
    print(e)


@torch.jit.script
def steps(n: int):
    y = 0
    for i in range(n):
        y -= i
    return y


torch._C._jit_pass_loop_unrolling(steps.graph)
seen = {}
print(re.sub(r"%[\w.]+", lambda m: seen.setdefault(m[0], f"%{len(seen)}"), graph(steps)))
print(steps(3), steps(20))
