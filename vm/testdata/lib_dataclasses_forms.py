# Dataclasses: forms named in string annotations, slots with documentation, slots under super() and in properties, protocols.
import dataclasses as dc
import typing as tp
from dataclasses import InitVar as Once, dataclass, field, fields
from typing import ClassVar as Shared, Protocol


@dataclass
class Strings:
    a: "Shared[int]" = 1
    b: "tp.ClassVar" = 2
    c: "Once[int]" = 3
    d: "dc.InitVar" = 4
    e: "dc.Once" = 5
    f: "ClassVar" = 6

    def __post_init__(self, c, d):
        self.seen = (c, d)


print([f.name for f in fields(Strings)], Strings(d=7).seen)


@dataclass(slots=True)
class Slotted:
    x: int = field(default=1, doc="across")
    y: int = 2

    @property
    def mine(self):
        return __class__

    def method(self):
        return super().__repr__()


print(Slotted.__slots__, Slotted().mine is Slotted, Slotted().method().startswith("<"))


@dataclass(slots=True, frozen=True)
class Frozen:
    x: int = 1


@dataclass(slots=True, frozen=True)
class Derived(Frozen):
    y: int = 2


for name in "x", "y", "z":
    try:
        setattr(Derived(), name, 1)
    except (AttributeError, TypeError) as e:
        print(type(e).__name__, e)


class Shape(Protocol):
    size: int


@dataclass
class Square(Shape):
    size: int


print(Square(3), dc.make_dataclass("P", ["q"]).__annotations__)
f = field()
f.type = f
print(repr(f).count("type=..."))
