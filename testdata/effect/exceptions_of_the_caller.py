# Exceptions that the caller hands over: what they were made from, their cause and their attributes are guarded where they are read, and changed where they are changed.
import enum

import torch


class Fault(ValueError):
    def __init__(self, n, code=3):
        super().__init__(n)
        self.code = code


def text(x, e):
    return str(e), repr(e), f"{e}", "%s" % e


def args(x, e):
    return e.args, e.args[0] + 1, x + e.args[0]


def attribute(x, e):
    return e.code


def cause(x, e):
    return e.__cause__ is None, e.__suppress_context__


def caught(x, e):
    try:
        raise e
    except ValueError as q:
        return str(q), q is e


def chained(x, e):
    try:
        raise e from KeyError(e.args[0])
    except ValueError as q:
        return q.__cause__.args, x + 1


def number(x, e):
    return e.errno, e.strerror, x + 1


for f in (text, args, attribute, cause, caught, chained):
    torch._dynamo.reset()
    compiled = torch.compile(f, backend="eager")
    for e in (Fault(1), Fault(2), Fault(2, 5), Fault(4)):
        if e.args[0] == 4:
            e.__cause__ = IndexError(7)
        print(f.__name__, compiled(torch.ones(2), e), repr(e.__cause__))
for e in (FileNotFoundError(2, "none"), FileNotFoundError(3, "other")):
    print(torch.compile(number, backend="eager")(torch.ones(2), e))


# Bound methods are made anew each time that they are read, and equal all the same.
class Base:
    @classmethod
    def build(cls, n):
        return n

    def method(self):
        return 1


def same(x, a, b):
    return a == b, a != b, a is b, a in [b], {a: 1}.get(b), hash(a) == hash(b), x + 1


o = Base()
for a, b in ((Base.build, Base.build), (o.method, o.method), (o.method, o.build)):
    torch._dynamo.reset()
    print(torch.compile(same, backend="eager")(torch.ones(2), a, b))


# Attributes of a class with a metaclass that stores them itself.
class Color(enum.Enum):
    RED = 1


def stored(x, c):
    c.q = [1]
    return x + 1


print(torch.compile(stored, backend="eager")(torch.ones(2), Color), Color.q)


class Level(enum.IntEnum):
    LOW = 1


def added(x, n):
    return Level.LOW + n, n + Level.LOW, n.__class__.__name__, n == Level.LOW, x + 1


for n in (1, 4, 1.5):
    print(torch.compile(added, backend="eager", dynamic=True)(torch.ones(2), n))
