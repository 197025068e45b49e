# match: sequences, mappings, classes, guards, captures that bind and those that do not.
from dataclasses import dataclass
from enum import Enum


class Op(Enum):
    ADD = "+"
    MUL = "*"


@dataclass
class Num:
    value: float


@dataclass
class Bin:
    op: Op
    left: object
    right: object


def simplify(e):
    match e:
        case Bin(Op.MUL, Num(0), _) | Bin(Op.MUL, _, Num(0)):
            return Num(0)
        case Bin(Op.MUL, Num(1), x) | Bin(Op.MUL, x, Num(1)) | Bin(Op.ADD, Num(0), x) | Bin(Op.ADD, x, Num(0)):
            return simplify(x)
        case Bin(op, Num(a), Num(b)):
            return Num(a + b if op is Op.ADD else a * b)
        case Bin(op, l, r):
            return Bin(op, simplify(l), simplify(r))
    return e


print(simplify(Bin(Op.ADD, Num(0), Bin(Op.MUL, Num(1), Num(7)))))
print(simplify(Bin(Op.ADD, Bin(Op.MUL, Num(2), Num(3)), "x")))


def describe(v):
    match v:
        case None | True | False:
            return f"constant {v}"
        case int() | float() as n if n < 0:
            return f"negative {n}"
        case str(s) if s.isupper():
            return f"shout {s}"
        case []:
            return "empty"
        case [first]:
            return f"one {first}"
        case [first, *middle, last]:
            return f"{first}..{last} around {middle}"
        case {"kind": "point", "at": (x, y), **rest}:
            return f"point {x},{y} and {rest}"
        case {}:
            return f"mapping of {len(v)}"
        case _:
            return f"other {v!r}"


for v in (None, -2, -0.5, "HI", "hi", [], (1,), [1, 2, 3], range(3), {"kind": "point", "at": [1, 2], "z": 3}, {"a": 1}, {1}):
    print(describe(v))
