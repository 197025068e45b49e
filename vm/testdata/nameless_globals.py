# Code in a dictionary without __name__: type parameters, classes, named tuples, enumerations and warnings are made there all the same.
import sys

code = """
import collections
import dataclasses
import enum
import typing
import warnings


class Generic[T]:
    x: T


def f[S](x: S) -> S:
    return x


type Alias[U] = list[U]
V = typing.TypeVar("V")
Pair = collections.namedtuple("Pair", "a b")
Typed = typing.NamedTuple("Typed", [("a", int)])
Color = enum.Enum("Color", "RED")
Data = dataclasses.make_dataclass("Data", ["x"])
new = typing.NewType("new", int)


class D(typing.TypedDict):
    a: int


values = Generic[int], f(1), Alias, V, Pair(1, 2), Typed(3), Color.RED, Data(4), new(5), D(a=6)
"""
namespace = {}
exec(code, namespace)
for value in namespace["values"]:
    print(str(value).replace("builtins.", ""))
namespace = {"sys": sys}
exec("name = sys._getframemodulename()", namespace)
print(namespace["name"])
