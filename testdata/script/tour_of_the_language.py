# What scripts are made of: functions, control flow, containers, classes, modules; each part under the name of its row in docs/torchscript.md.
from typing import Dict, List, Tuple

import torch
from torch import Tensor, nn


def row(name):
    print("==", name)


def refused(f):
    try:
        torch.jit.script(f)
        print("compiles")
    except Exception as e:
        print(type(e).__name__, [line for line in str(e).split("\n") if line.strip() and "Tensor self" not in line][0])


row("D1")


@torch.jit.script
def f(x, n: int = 5):
    z: float = 3.14
    if bool(x.sum() > 0):
        for i in range(n):
            x = x + i * z
    else:
        x = -x
    return x


kinds = sorted({n.kind() for n in f.graph.findAllNodes("prim::If") + f.graph.findAllNodes("prim::Loop") + f.graph.findAllNodes("prim::Constant")})
print(kinds, f.schema, f(torch.ones(2)), f(torch.ones(2) - 5, 1))

row("D2")


@torch.jit.script
def g(x, y):
    return y + 1.5


try:
    g(torch.ones(1), 2)
except RuntimeError as e:
    print(str(e).split("\n")[0])

row("D3")


@torch.jit.script
def containers(xs: List[int], d: Dict[str, int]) -> Tuple[int, Dict[str, int]]:
    total = 0
    while total < 10:
        for x in xs:
            total += x
    d["total"] = total
    return total, d


print(containers([1, 2], {"a": 1}))

row("D4")


def missing(x):
    return absent(x)


def attribute(x):
    return x.foo()


def one_branch(x):
    if bool(x.sum() > 0):
        r = x
    return r


def exec_(x):
    try:
        return x
    except ValueError:
        return x


for bad in (missing, attribute, one_branch, exec_):
    refused(bad)

row("D18")


@torch.jit.script
def leaves(xs: List[int]) -> int:
    last = -1
    for x in xs:
        if x == 3:
            continue
        if x == 5:
            break
        if x == 7:
            return 100
        last = x
    return last


print(leaves([1, 3, 5, 9]), leaves([1, 7]), leaves([]), leaves([2, 4]))

row("D19")


@torch.jit.script
def sums(x, y):
    z = x + y
    return z.relu()


print([(n.kind(), n.inputsSize()) for n in sums.graph.nodes()], sums.graph.return_node().kind())

row("D20")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 2)

    def forward(self, x):
        return torch.relu(self.linear(x))


torch.manual_seed(0)
net = torch.jit.script(Net())
print(net.code, [n.kind() for n in net.graph.nodes()], net(torch.ones(1, 3)))

row("D42")
print(f.code)
again = torch.jit.CompilationUnit(f.code)
print(again.f.code == f.code, torch.equal(again.f(torch.ones(2)), f(torch.ones(2))))

row("D48")
x = torch.tensor([1.0, -2.0], requires_grad=True)


@torch.jit.script
def squares(x):
    return (x**2).sum()


squares(x).backward()
print(x.grad)

row("D51")
print(isinstance(net, torch.jit.ScriptModule), isinstance(f, torch.jit.ScriptFunction), isinstance(net.linear, torch.jit.ScriptModule))
print([n for n, _ in net.named_parameters()], [n for n, _ in net.named_modules()], net.original_name)
