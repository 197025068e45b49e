# Operators and calls that the interpreter carries out in frames of their own: results, errors and their places.
import sys
import traceback


class Num:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        if not isinstance(other, Num):
            return NotImplemented
        return Num(self.v + other.v)

    def __radd__(self, other):
        return Num(self.v + other)

    def __getitem__(self, key):
        if key == "bad":
            raise KeyError(key)
        return self.v, key

    def __repr__(self):
        return f"Num({self.v})"


class Sub(Num):
    def __radd__(self, other):
        return "Sub first"


class InPlace(Num):
    def __iadd__(self, other):
        self.v += other
        return self


class Wrong:
    def __init__(self, how):
        return how


class Lazy:
    def __init__(self):
        yield 1


def attempt(f):
    try:
        print(f())
    except Exception:
        print(type(sys.exception()).__name__, sys.exception(), [x.name for x in traceback.extract_tb(sys.exception().__traceback__)])


print(Num(1) + Num(2), 5 + Num(1), sum([Num(1), Num(2)]))
print(Num(1) + Sub(2))
n = m = InPlace(3)
n += 4
print(n, n is m)
n = m = Num(3)
n += Num(1)
print(n, m)
print(Num(7)[1:2], Num(7)["k"])
attempt(lambda: Num(1) + "x")
attempt(lambda: Num(1)["bad"])
attempt(lambda: Wrong(3))
attempt(lambda: Wrong(None) is not None)
attempt(lambda: Lazy())


def augmented():
    n = Num(1)
    n += "x"


attempt(augmented)


def mixed(values):
    total, i = 0, 0
    while i < len(values):
        total = total + values[i]
        i += 1
    return total


print(mixed([1, 2.5, True, 2**62, 2**62]), mixed([0.5] * 4), attempt(lambda: mixed([1, "a"])))
