# Calls of functions that are left to Python, operators asked from Python, warnings, and texts by percent signs.
import io
import warnings
from typing import Dict, List, Optional, Union

import torch
import torch.nn.utils.parametrize as parametrize
from torch import nn

warnings.filterwarnings("ignore", category=FutureWarning)


def said(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, [line for line in str(e).split("\n") if line and "File" not in line and "HERE" not in line][:3])


@torch.jit.ignore
def described(a, b: int, c: float, d: Optional[str]) -> str:
    return f"{list(a.shape)} {b} {c} {d}"


def in_order(x):
    return described(x, 3, 1.5, "q")


def without_default(x):
    return described(x, 3, 1.5)


def of_another_type(x):
    return described(x, "3", 1.5, None)


for f in (in_order, without_default, of_another_type):
    said(lambda: torch.jit.script(f)(torch.ones(2)))


@torch.jit.ignore
def nothing(x):
    pass


@torch.jit.script
def calls_nothing(x):
    y = x + 0
    nothing(y)
    return y


print(calls_nothing(torch.ones(2)))

# Formats of one letter.
for letter, values in {"c": ["a", "ab", "", 97, 97.5], "d": ["1", 2.7], "x": [1]}.items():
    for v in values:
        unit = torch.jit.CompilationUnit(f"def f(a: {type(v).__name__}):\n    return '%{letter}' % a\n")
        said(unit.f, v)


# Each place of a script warns by itself, in each call, and the warning has the line of the script.
@torch.jit.script
def warns():
    for i in range(3):
        warnings.warn("first")
    warnings.warn("second")


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    warns()
    warns()
first = caught[0].lineno
print([(str(w.message), w.lineno - first) for w in caught])

# Operators on values that are no tensors.
print(torch.ops.aten.add("a", "b"), torch.ops.aten.index.Tensor_hacked_twin(torch.arange(4.0), [torch.tensor([2, 0])]))
x = torch.zeros(3)
print(torch.ops.aten.index_put_.hacked_twin(x, [torch.tensor([1])], torch.ones(1)), x)


# Containers of more than one possible type.
def made(source):
    return lambda: torch.jit.CompilationUnit(f"def f():\n    {source}\n    return x\n").f()


for source in (
    "x: Union[List[str], List[int]] = [i + 1 for i in [1, 2]]", "x: Union[List[str], List[int]] = [1.5 for i in [1, 2]]", "x = dict(zip(['a', 'b'], [1, 2]))",
    "x: Dict[str, int] = dict([('a', 1)])", "x: Union[Dict[str, int], int] = dict([])", "x: Union[Dict[str, int], Dict[str, str]] = dict(a=1)",
    "x: Union[Dict[str, int], Dict[str, str]] = {i: i for i in ['a']}", "x: Dict[str, int] = {'a': 'b'}",
):
    said(made(source))


def taken(x, i: List[int]):
    return x.__getitem__(torch.tensor(i))


print(torch.jit.script(taken)(torch.arange(5.0), [3, 1]))

# What isinstance() of scripts says outside of them.
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(torch.jit.isinstance([], List[int]), torch.jit.isinstance({}, (List[int], Dict[str, int])), torch.jit.isinstance([1], List[int]), len(caught))
said(torch.jit.isinstance, 1, [int, float])


# Types of graphs.
@torch.jit.script
def futures(a: Dict[int, torch.jit.Future[int]], b: List[torch.jit.Future[int]]):
    return 1


print([i.type().str() for i in futures.graph.inputs()])


# Passes.
@torch.jit.script
def changed():
    a = torch.ones(2)
    b = torch.zeros(2)
    a.fill_(torch.tensor(4.0))
    b.add_(a)
    return a, b, torch.rand(2).normal_()


torch._C._jit_pass_remove_mutation(changed.graph)
print([n.kind() for n in changed.graph.nodes() if n.kind() not in ("prim::Constant", "prim::ListConstruct")])


@torch.jit.script
def loops(n: int):
    b = 0
    for i in range(-4):
        b += 1
    while False:
        b += 2
    for i in range(n):
        b += 3
    return b


torch._C._jit_pass_constant_propagation(loops.graph)
print(len(loops.graph.findAllNodes("prim::Loop")), loops(2), loops.graph.findNode("prim::Loop").findNode("prim::If", recurse=False))


class Sums(nn.Module):
    def forward(self, x, y, z):
        return (x + y) * z


m = torch.jit.script(Sums())
before = m.graph.findNode("aten::add").sourceRange()
torch._C._jit_pass_custom_pattern_based_rewrite_graph(
    "graph(%x, %y, %z, %one):\n  %t = aten::add(%x, %y, %one)\n  %o = aten::mul(%t, %z)\n  return (%o)",
    "graph(%x, %y, %z, %one):\n  %o = my::fused(%x, %y, %z, %one)\n  return (%o)", m.graph, value_name_pairs=[("o", "t")])
print(m.graph.findNode("my::fused").sourceRange() == before)
with torch.jit._hide_source_ranges():
    print("#" in str(m.graph))
print("#" in str(m.graph))


def of_device(graph, *devices):
    for v, d in zip(graph.inputs(), devices):
        v.setType(v.type().with_device(torch.device(d)))
    torch._C._jit_pass_propagate_device(graph)
    return next(graph.outputs()).type().device()


def like_the_first(x, y):
    return x.view_as(y)


def like_the_second(x, y):
    return x.type_as(y)


print(of_device(torch.jit.script(like_the_first).graph, "cpu", "cuda"), of_device(torch.jit.script(like_the_second).graph, "cpu", "cuda"))


def misleading(a):
    # type: print("Hello") -> Tensor
    return a


said(torch.jit.annotations.get_signature, misleading, None, 1, True)

# Tensors without data in archives.
buffer = io.BytesIO()
torch.jit.save(torch.jit.script(nn.Sequential(nn.Linear(2, 3, device="meta"), nn.Linear(3, 1))), buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print([(p.device.type, tuple(p.shape)) for p in loaded.parameters()], loaded._c.qualified_name.rpartition(".")[2])
said(torch.jit.load, buffer, 3)


# Traces.
class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.mT.triu(1)


model = nn.Linear(3, 3)
parametrize.register_parametrization(model, "weight", Symmetric())


def cached():
    with parametrize.cached():
        torch.jit.trace(model, torch.ones(1, 3))


said(cached)
seen = []
torch.jit.trace(lambda x: (seen.append(type(torch._C._get_tracing_state()).__name__), x + 1)[1], torch.ones(1), check_trace=False)
print(seen, torch._C._get_tracing_state())
