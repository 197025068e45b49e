# Objects that leave scripts are instances of their classes in Python, copies with the attributes that they had; what has the attributes of a class may enter as one.
import io
import re
import warnings
from enum import Enum
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor, nn

warnings.simplefilter("ignore")


class Point:
    def __init__(self, x: int, t: Tensor):
        self.x = x
        self.t = t

    def move(self, by: int) -> int:
        self.x += by
        return self.x


class Line:
    def __init__(self, a: Point, b: Point):
        self.a = a
        self.b = b
        self.seen: List[Point] = [a]


class Look:
    x = 3


class Shade(Enum):
    LIGHT = 1
    DARK = 2


class Other(Enum):
    LIGHT = 1
    DARK = 7


def refused(f, *args):
    try:
        print("none", f(*args))
    except Exception as e:
        text = re.sub(r" \(of Python compilation unit at: 0x[0-9a-f]+\)", "", str(e))
        print(type(e).__name__, [line for line in text.splitlines() if line and "HERE" not in line and "File" not in line][-1])


@torch.jit.script
def moved(p: Point):
    p.move(2)
    return p


@torch.jit.script
def line(p: Point) -> Tuple[Line, List[Point], Dict[str, Point], Optional[Point]]:
    made = Line(p, Point(9, p.t + 1))
    return made, [p, made.b], {"p": p}, p


p = Point(1, torch.ones(2))
q = moved(p)
print(type(q) is Point, q is p, p.x, q.x, q.move(4), q.t)
q.extra = "attributes of Python"
print(moved(q).x, hasattr(moved(q), "extra"))
made, several, named, one = line(p)
print(type(made) is Line, type(made.a) is Point, made.b.x, made.b.t, [type(i) is Point for i in made.seen])
print([i.x for i in several], named["p"].x, one.x, one is several[0])


class Keeper(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = Point(5, torch.zeros(1))
        self.shade = Shade.DARK

    def forward(self, s: Shade) -> Tuple[int, bool]:
        return self.p.move(1), s == self.shade


k = torch.jit.script(Keeper())
print(k(Shade.DARK), k.p.x, type(k.p) is Point, k(Shade.LIGHT), k.p.x)
loaded = torch.jit.load(io.BytesIO(k.save_to_buffer()))
print(loaded(Shade.DARK), loaded(Shade.LIGHT), loaded(Other.LIGHT))

look = Look()
look.t = torch.zeros(1)
print(moved(look).x, look.x)
refused(moved, 3)
refused(moved, Look())
refused(k, 3)

archive = io.BytesIO(k.save_to_buffer())
refused(torch.load, archive)
archive.seek(0)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    again = torch.load(archive, weights_only=False)
print(type(again).__name__, again(Shade.DARK), str(caught[0].message))
extra = {"missing": ""}
archive.seek(0)
torch.jit.load(archive, _extra_files=extra)
print(extra)
