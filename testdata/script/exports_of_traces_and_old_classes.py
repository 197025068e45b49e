# Traces keep exported methods, name what has a place, see classes from before dtypes; ignored attributes part no types; lists of tensors are searched.
import re
import warnings
from typing import Any, Dict, List, Optional, Union

import torch
from torch import nn

warnings.filterwarnings("ignore")


def show(graph):
    print(re.sub(r" # .*", "", str(graph)))


class Exported(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = 3

    @torch.jit.export
    def bar(self, x):
        return x + self.a

    @torch.jit.export
    def __getstate__(self):
        return (3, self.training)

    @torch.jit.export
    def __setstate__(self, state):
        self.a = state[0]
        self.training = state[1]

    def forward(self, x):
        return x + self.a


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Exported()

    def forward(self, x):
        return self.inner(x)


traced = torch.jit.trace(Exported(), torch.ones(3))
print(traced._c._method_names(), traced.bar(torch.ones(1)))
traced = torch.jit.trace(Outer(), torch.ones(3))
print(traced._c._method_names(), traced.inner._c._method_names())


def positional(a, /, b, *, c=None):
    return a + b


def several(*args):
    return args[0] + args[1]


x = torch.ones(1)
for f in (lambda a, *b: a + b[0], positional, several):
    print(torch.jit.trace(f, (x, x)).schema)


def converted(x):
    len(x)
    return x + 1, torch.FloatTensor([0])


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    traced = torch.jit.trace(converted, torch.ones(1), check_trace=False)
for w in seen:
    if w.category is torch.jit.TracerWarning:
        print(str(w.message)[:46])
show(traced.graph)


class Ignoring(nn.Module):
    __jit_ignored_attributes__ = ["a"]

    def __init__(self, a, b):
        super().__init__()
        self.a = a
        self.b = b

    def forward(self, x):
        return x + self.b


first, second = torch.jit.script(Ignoring(nn.Linear(5, 5), 5)), torch.jit.script(Ignoring("text", 10))
print(first._c._type() == second._c._type(), second.a, second)


class Counted(nn.ModuleList):
    def __len__(self):
        return 2


class Counts(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = Counted([nn.Linear(1, 1)])

    def forward(self, x):
        return len(self.l)


print(torch.jit.script(Counts())(x))


@torch.jit.script
def classes(x):
    return torch.BoolTensor([2]), torch.LongTensor([3, 4]), torch.DoubleTensor(), torch.HalfTensor([1.5]), torch.IntTensor(2, 3).shape, torch.LongTensor(x)


show(classes.graph)
print(classes(torch.tensor(3)))


def many():
    return torch.LongTensor(1, [2])


def keyword():
    return torch.LongTensor(1, dtype=torch.int)


for f in (many, keyword):
    try:
        torch.jit.script(f)
    except RuntimeError as error:
        print(str(error).split(":\n")[0])


@torch.jit.script
def searched(li: List[torch.Tensor], x, index):
    li.remove(torch.tensor(1))
    return li.index(torch.tensor(3)), li.count(torch.tensor(3)), torch.ops.aten._unsafe_index(x, [index]), torch.ops.aten._unsafe_index_put(x, [index], torch.zeros(1))


print(searched([torch.tensor(1), torch.tensor(2), torch.tensor(3), torch.tensor(3)], torch.arange(4.), torch.tensor([1, 2])))


@torch.jit.script
def whole(x: int, y: Dict[str, int]):
    return x, y


print(whole(torch.tensor([2.7]), {"a": torch.ones(1)}))
graph = torch.fx.Graph()
a = graph.create_node("placeholder", "x", type_expr="text")
b = graph.create_node("call_function", torch.ops.aten.relu.default, (a,), type_expr=torch.typename(torch.ops.aten.relu.default))
graph.output(b)
print(graph, torch.fx.GraphModule({}, graph).code)
module = torch.fx.symbolic_trace(lambda a, b: torch.sin(a) + torch.cos(b))
print(module._lineno_map, module._prologue_start)
module.graph.on_generate_code(lambda _: lambda code: ["print('first')\n", *code])
module.recompile()
print(module._lineno_map, module.code)


@torch.jit.script
def into(y, x):
    a = torch.add(y, 1, alpha=2, out=torch.empty(2))
    b = torch.mul(y, 2.5, out=torch.empty(2))
    c = torch.div(y, 2, out=torch.empty(2))
    d = torch.floor_divide(y, 2, out=torch.empty(2))
    return a, b, c, d, torch.sub(y, x, alpha=3, out=torch.empty(2))


print(into(torch.tensor([3., 4.]), torch.ones(2)))


class Unused:
    def __init__(self, x: int):
        self.x = x

    def bad(self):
        return undefined_thing


def uses(x):
    y = Unused(3)
    return x


try:
    torch.jit.script(uses)
except RuntimeError as error:
    print([line for line in str(error).split("\n") if "compiled" in line or "undefined" in line])
