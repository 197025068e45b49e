# What defaults, targets of assignments, magic methods and special functions are refused for, and how names of classes are found.
import math
import os
import re
import warnings
from typing import Dict, List, Optional, Tuple

import torch
from torch import nn

warnings.filterwarnings("ignore")


def tried(f):
    try:
        print(re.sub(r"0x[0-9a-f]+", "0x", str(f())))
    except Exception as error:
        print(type(error).__name__, re.sub(r"at: 0x[0-9a-f]+", "at: 0x", str(error)).replace(os.path.dirname(os.path.abspath(__file__)) + "/", "")[:600])


def none_for_dict(x: Dict[str, int] = None):
    return x


def text_of_number(x: str = 3, y: int = 2):
    return y


def mutable(x, w: List[int] = [1]):
    return w


def mutable_inside(x: Tuple[int, List[int]] = (1, [])):
    return x


def fine(x, y: Tuple[int, int] = (1, 2), z: Optional[float] = 1, w: List[int] = (1, 2)):
    return y


for f in (none_for_dict, text_of_number, mutable, mutable_inside):
    tried(lambda: torch.jit.script(f))
print(torch.jit.script(fine).schema)
for text in ("x + 1 = x", "a, b += x", "3 = x", "-x = 3", "x + 1 += x", "'a' = x"):
    tried(lambda: torch.jit.CompilationUnit(f"def f(x):\n    {text}\n    return x\n"))


class Restored(nn.Module):
    def forward(self, x):
        return x

    @torch.jit.export
    def __setstate__(self, state):
        self.training = state[1]


class Length(nn.Sequential):
    @torch.jit.export
    def __len__(self):
        return 10


class Magic(nn.Module):
    __jit_ignored_attributes__ = ["shown"]

    @property
    def shown(self):
        raise ValueError("not called")

    @torch.jit.export
    def __len__(self):
        return 3

    @torch.jit.export
    def __contains__(self, x: int) -> bool:
        return x == 3

    @torch.jit.export
    def __getitem__(self, x: int) -> int:
        return x


tried(lambda: torch.jit.script(Restored()))
print(len(torch.jit.script(Length())))
magic = torch.jit.script(Magic())
print(len(magic), 3 in magic, magic[2], isinstance(magic.shown, property), magic._c)


class WithoutSelf(torch.jit.ScriptModule):
    @torch.jit.script_method
    def forward():
        return torch.zeros(3)


tried(WithoutSelf)


def two():
    return tuple(1, 2)



@torch.jit.script
class Plain:
    def __init__(self):
        self.num = 99


def changed():
    a = Plain()
    a += a
    return a


def added():
    return Plain() + Plain()


def either(x: bool):
    y: Optional[int] = 3 if x else None
    return y


for f in (two, changed, added, either):
    tried(lambda: torch.jit.script(f))


def within():
    @torch.jit.script
    class First:
        def __init__(self):
            self.num = 99

    @torch.jit.script
    class Second:
        def __init__(self):
            self.num = 1

        def same(self, other):
            # type: (First) -> bool
            return self.num == other.num

    return Second.__name__


tried(within)


@torch.jit.script
def special(x: float):
    return math.modf(x), math.lgamma(x), math.gamma(x)


for v in (math.inf, -math.inf, 2.5, -0.5):
    tried(lambda: special(v))


@torch.jit.script
def place(x: torch.device):
    return x


@torch.jit.script
def text(x: str):
    return x


for v in ("cpu:0", "nowhere", "cpu:x"):
    tried(lambda: place(v))
print(text(b"abc"), text(bytearray(b"a")))


def broadcast(x):
    # type: (BroadcastingListx[int]) -> List[int]
    return x


def broadcast_tensors(x):
    # type: (BroadcastingList2[Tensor]) -> List[int]
    return x


for f in (broadcast, broadcast_tensors):
    tried(lambda: torch.jit.script(f))


class Commented(nn.Module):
    def __init__(self):
  # indented less than the function
        super().__init__()

    def forward(self):
        return 5


print(torch.jit.script(Commented())())
