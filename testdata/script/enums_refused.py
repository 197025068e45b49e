# Errors about enums name them as their types print.
import enum
from typing import List

import torch


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Size(enum.Enum):
    SMALL = "s"


@torch.jit.script
def same(x: Color):
    return x


def as_int(x: Color) -> int:
    return x


def purple():
    return Color.PURPLE


def called(x: int):
    return Color(x)


def counted():
    return len(Color)


def mixed(x: Color, sizes: List[Size]):
    sizes.append(x)


for value in (1, Size.SMALL):
    try:
        same(value)
    except RuntimeError as e:
        print(str(e).split("\n")[0])
for f in (as_int, purple, called, counted, mixed):
    try:
        torch.jit.script(f)
    except RuntimeError as e:
        print([line for line in str(e).strip().split("\n") if "File" not in line][:4])
