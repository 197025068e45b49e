"""Special methods of every kind, asked for by operators and by native functions: compiled code does what plain code does. Prints where it does not."""
import cmath
import copy
import functools
import itertools
import math
import operator
import os

import torch


class Called:
    def __call__(self, *args):
        return 3 + len(args)


def count(*args):
    return 5 + len(args)


def plus(self, extra, *args):
    return extra + len(args)


# What a class statement may bind to the name of a special method.
bound = {"none": None, "static": staticmethod(count), "class": classmethod(count), "object": Called(), "partial": functools.partial(count, 1),
         "partial method": functools.partialmethod(plus, 10), "function": count}

# Who asks for a special method.
asked = {
    "__len__": len, "__call__": lambda x: x(1), "__getitem__": lambda x: x[1], "__setitem__": lambda x: operator.setitem(x, 1, 2), "__delitem__": lambda x: operator.delitem(x, 1),
    "__contains__": lambda x: 1 in x, "__iter__": lambda x: type(iter(x)), "__next__": next, "__reversed__": reversed, "__hash__": hash, "__bool__": bool,
    "__add__": lambda x: x + 1, "__radd__": lambda x: 1 + x, "__iadd__": lambda x: operator.iadd(x, 1), "__pow__": lambda x: pow(x, 2, 3), "__divmod__": lambda x: divmod(x, 1),
    "__rdivmod__": lambda x: divmod(1, x), "__eq__": lambda x: x == 1, "__lt__": lambda x: x < 1, "__gt__": lambda x: sorted([1, x]) and 1, "__ne__": lambda x: x != 1,
    "__neg__": lambda x: -x, "__pos__": lambda x: +x, "__invert__": lambda x: ~x, "__abs__": abs, "__round__": round, "__floor__": math.floor, "__ceil__": math.ceil, "__trunc__": math.trunc,
    "__int__": int, "__float__": lambda x: math.sin(x), "__index__": operator.index, "__complex__": complex, "__bytes__": bytes, "__length_hint__": operator.length_hint,
    "__fspath__": os.fspath, "__str__": str, "__repr__": repr, "__format__": lambda x: f"{x:>3}", "__enter__": lambda x: entered(x), "__getattr__": lambda x: x.missing,
    "__setattr__": lambda x: setattr(x, "a", 1), "__delattr__": lambda x: delattr(x, "a"),
}


def entered(x):
    with x as y:
        return y


class Number:
    def __round__(self, digits=None):
        return "round", digits

    def __floor__(self):
        return "floor"

    def __ceil__(self):
        return "ceil"

    def __trunc__(self):
        return "trunc"

    def __complex__(self):
        return 1 + 2j

    def __bytes__(self):
        return b"bytes"

    def __divmod__(self, other):
        return "divmod", other

    def __rdivmod__(self, other):
        return "rdivmod", other

    def __pow__(self, other, modulus=None):
        return "pow", other, modulus

    def __rpow__(self, other, modulus=None):
        return "rpow", other, modulus

    def __fspath__(self):
        return "/a/path"

    def __length_hint__(self):
        return 7

    def __float__(self):
        return 0.5

    def __int__(self):
        return 4

    def __index__(self):
        return 3

    def __format__(self, spec):
        return "format" + spec

    def __copy__(self):
        return "copy"

    def __instancecheck__(self, x):
        return True

    def __subclasscheck__(self, x):
        return True


class Indexed:
    def __index__(self):
        return 3


uses = [round, lambda x: round(x, 2), lambda x: round(x, ndigits=2), math.floor, math.ceil, math.trunc, complex, bytes, lambda x: divmod(x, 1), lambda x: divmod(1, x), lambda x: x ** 2,
        lambda x: 2 ** x, lambda x: pow(x, 2, 3), lambda x: pow(2, x, 3), os.fspath, lambda x: os.path.join(x, "b"), operator.length_hint, copy.copy, float, int, math.sqrt, math.sin,
        lambda x: math.hypot(x, 1), lambda x: math.fsum([x]), math.isnan, cmath.sqrt, math.factorial, lambda x: math.gcd(x, 9), lambda x: math.ldexp(1.0, 2), hex, bin, chr,
        lambda x: list(range(x)), lambda x: [1, 2, 3, 4][x], lambda x: [1, 2, 3, 4][:x], lambda x: [0] * x, lambda x: x * (1,), lambda x: "ab" * x, lambda x: bytearray(x),
        lambda x: list(enumerate("ab", x)), lambda x: "ab".ljust(x), lambda x: "aaaa".replace("a", "b", x), lambda x: list(itertools.islice([1, 2, 3, 4], x)), lambda x: "%d %5.1f %x" % (x, x, x),
        lambda x: "%d" % x, lambda x: f"{x:5}", lambda x: "{:>3}".format(x), lambda x: format(x, "q"), lambda x: isinstance(1, x), lambda x: issubclass(int, x), abs, lambda x: +x, lambda x: x @ 1,
        lambda x: x in [1], lambda x: {x: 1} and 1, lambda x: [*x], lambda x: sum(x), lambda x: "".join(x), lambda x: dict(x), lambda x: len(x), lambda x: x()]


def tried(use, x):
    try:
        return repr(use(x))
    except (TypeError, ValueError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"


def compare(what, cls, use):
    x = cls()

    def given(t):
        return t + 1, tried(use, x)

    def made(t):
        return t + 1, tried(use, cls())

    plain = tried(use, x)
    for f in (given, made):
        torch._dynamo.reset()
        compiled = torch.compile(f, backend="eager")(torch.ones(1))[1]
        if plain != compiled and " object at " not in plain and " K object" not in plain:
            print(what, f.__name__, plain, "|", compiled, flush=True)


for base in (object, list, dict):
    for kind, value in bound.items():
        for name, use in asked.items():
            if base is object or name not in ("__reversed__", "__str__", "__repr__", "__setattr__", "__delattr__", "__getattr__", "__bytes__", "__next__"):
                compare(f"{base.__name__} {kind} {name}", type("K", (base,), {name: value, "__exit__": lambda self, *args: None}), use)
for cls in (Number, Indexed):
    for index, use in enumerate(uses):
        compare(f"{cls.__name__} {index}", cls, use)
