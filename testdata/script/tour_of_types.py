# The types of scripts, as they are written, printed and compared; each part under the name of its row in docs/torchscript.md.
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor
from torch._C import BoolType, DictType, FloatType, FutureType, IntType, ListType, NoneType, OptionalType, StringType, TensorType, TupleType


def row(name):
    print("==", name)


def shows(t):
    print(t.kind(), "|", t, "|", t.annotation_str)


row("D13")
i, f = IntType.get(), FloatType.get()
print(i.isSubtypeOf(OptionalType(i)), OptionalType(i).isSubtypeOf(i), i.isSubtypeOf(f), ListType(i) == ListType(i), NoneType.get().isSubtypeOf(OptionalType(f)))
row("D13a")
shows(TensorType.get())
shows(TensorType.create_from_tensor(torch.ones(1, 3, 8, 8)))
g = torch._C.parse_ir("graph(%x : Float(3, 4, strides=[4, 1], requires_grad=0, device=cpu)):\n  return (%x)")
t = next(g.inputs()).type()
print(t.sizes(), t.strides(), t.dim(), t.scalarType(), t.device(), t.requires_grad())
row("D13b")
shows(TupleType([i, TensorType.get()]))
print(TupleType([i, f]).elements())
row("D13c")
shows(ListType(i))
print(ListType(f).getElementType())
row("D13d")
shows(DictType(StringType.get(), TensorType.get()))
row("D13e")


def work(x, k: int):
    return x * k


@torch.jit.script
def forks(x):
    a = torch.jit.fork(work, x, 3)
    return torch.jit.wait(a) + 1


shows(FutureType(TensorType.get()))
print(forks.graph.findNode("prim::fork").output().type(), forks.graph.findNode("aten::wait").output().type(), forks(torch.ones(2)))
row("D13f")
shows(OptionalType(i))


@torch.jit.script
def maybe(x: Optional[int]) -> int:
    if x is None:
        return 0
    return x + 1


print(maybe(None), maybe(3))
row("D13g")
for p in (i, f, BoolType.get(), StringType.get()):
    shows(p)


@torch.jit.script
def promoted(a: int, b: float, c: bool) -> Tuple[float, float, int]:
    return a + b, a / 2, a * int(c)


print(promoted(3, 0.5, True))
try:
    promoted("a", 0.5, True)
except RuntimeError as e:
    print(str(e).split("\n")[0])
