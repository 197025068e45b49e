"""Reflected methods of numbers go before the concatenation and repetition of sequences, in place too."""
import array
import collections


class Number:
    def __index__(self):
        return 2

    def __radd__(self, other):
        return "radd", other

    def __rmul__(self, other):
        return "rmul", other


class Declines:
    def __index__(self):
        return 2

    def __rmul__(self, other):
        return NotImplemented


class Listed(list):
    pass


class Text(str):
    pass


class OwnSum(list):
    def __add__(self, other):
        return "add"


def in_place(s, x, op):
    if op == "+":
        s += x
    else:
        s *= x
    return s


for make in (lambda: [0], lambda: (0,), lambda: "a", lambda: b"a", lambda: bytearray(b"a"), lambda: collections.deque([1]), lambda: array.array("i", [1]), lambda: Listed([1]), lambda: Text("q"), lambda: range(2), lambda: OwnSum()):
    for x in (Number(), Declines(), 2, True):
        shown = []
        for use in (lambda s: s * x, lambda s: x * s, lambda s: s + x, lambda s: in_place(s, x, "*"), lambda s: in_place(s, x, "+")):
            try:
                shown.append(use(make()))
            except TypeError as error:
                shown.append(str(error))
        print(type(x).__name__, shown)
