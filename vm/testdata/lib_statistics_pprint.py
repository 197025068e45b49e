from __future__ import annotations
import numbers
import pprint
import reprlib
import statistics as s
from dataclasses import dataclass

print(s.mean([1, 2, 3, 4]), s.mean([1, 2, 4]), s.median([1, 3, 2]), s.stdev([1.5, 2.5, 4, 2.75, 3.25, 4.75]))
print(s.variance([1, 2, 3, 4]), s.pstdev([1, 2, 3]), s.mode("aab"), s.quantiles(range(10)), s.fmean([1, 2, 3]))
print(s.linear_regression([1, 2, 3], [2, 4, 7]), s.correlation([1, 2, 3], [2, 4, 7]), s.NormalDist(1, 2).cdf(2))
d = {"name": "x" * 30, "list": list(range(30)), "nested": {"a": {"b": ["long string here"] * 5}}, "t": (1,), "s": {3, 1, 2}}
pprint.pprint(d)
pprint.pprint(d, width=40, compact=True)
pprint.pp({"b": 1, "a": 2})
pprint.pprint("word " * 40)
pprint.pprint(d, depth=1)


@dataclass
class A:
    x: int
    y: list


pprint.pprint(A(1, list(range(40))))
print(reprlib.repr(list(range(100))), reprlib.repr("x" * 100))
print(isinstance(3, numbers.Integral), isinstance(3.0, numbers.Real), isinstance(3.0, numbers.Rational))


def f(x: Undefined) -> list[int]: ...


print(f.__annotations__)
