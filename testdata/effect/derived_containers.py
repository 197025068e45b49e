# Attributes, slots and methods of classes that derive from built-in ones, whole and behind a graph break: as they are when run plainly.
import collections
import copy
import functools

import torch

log = []


class List(list):
    cached = functools.cached_property(lambda self: [1])


class Slotted(dict):
    __slots__ = ("f",)


class SlottedToo(Slotted):
    pass


class Default(collections.defaultdict):
    pass


class Error(Exception):
    __slots__ = ("f",)


class Text(str):
    pass


class Asking(dict):
    def __eq__(self, o):
        return super().__eq__(o)


class Reader(collections.deque):
    def __getitem__(self, i):
        log.append("getitem")
        return 2


class Keys(collections.defaultdict):
    def __iter__(self):
        yield "a"
        yield "b"


class Remainder(float):
    def __rmod__(self, o):
        return 1


class Long:
    def __len__(self):
        return True


class Unmade:
    __init__ = None


class Passing:
    def __init__(self, *args):
        super().__init__(*args)


class Each:
    def __iter__(self):
        log.append("iter")
        return iter([1])

    def __len__(self):
        log.append("len")
        return 1


def cached(x, a):
    a.cached.append(2)
    # break
    return a, a.__dict__, a.cached


def stored(x, a):
    a.__dict__["q"] = 1
    vars(a)["r"] = 2
    # break
    del vars(a)["q"]
    return a.__dict__, a.r, hasattr(a, "q")


def slots(x, a):
    a.f = 3
    # break
    b = copy.copy(a)
    a.f += 1
    return a, a.f, b.f, copy.deepcopy(a).f, getattr(a, "__dict__", None)


def factory(x, a):
    a.extra = 1
    a["k"]
    # break
    a["l"]
    b = a.copy()
    b["m"]
    return a, b, a.default_factory, vars(a), vars(b)


def compared(x, a, b):
    return a.__eq__(b), dict.__eq__(a, b), a != b


def joined(x, a, b):
    # break
    return a.__add__(b), a.__lt__(b), a.__contains__(b)


def read(x, a):
    found = 1 in a
    # break
    return found, list(a), log


def ordered(x, a):
    return collections.OrderedDict(a), len(a)


def remainder(x, a, b):
    return b % a, 7 % a, b.__mod__(a)


def lengths(x, a):
    return len(a), type(len(a)).__name__


def made(x, cls):
    # break
    return cls(1)


def zipped(x, a, b):
    return list(zip(a, b))


def ask(x, a):
    # break
    return sorted(a), list(a), log


cases = [
    (cached, lambda: [List([1])]), (stored, lambda: [List([1])]), (stored, lambda: [SlottedToo(a=1)]), (stored, lambda: [Default(int)]),
    (slots, lambda: [Slotted(a=1)]), (slots, lambda: [SlottedToo(a=1)]), (slots, lambda: [Error(1)]), (factory, lambda: [Default(list)]),
    (compared, lambda: [Asking(a=1), Asking(a=1)]), (compared, lambda: [Asking(a=1), {"a": 2}]), (joined, lambda: [Text("ab"), Text("b")]),
    (read, lambda: [Reader([1, 2])]), (ordered, lambda: [Keys(int, a=3)]), (remainder, lambda: [Remainder(2), 5.0]), (remainder, lambda: [Remainder(2), 6.0]),
    (lengths, lambda: [Long()]), (made, lambda: [Unmade]), (made, lambda: [Passing]), (zipped, lambda: [Each(), Each()]), (zipped, lambda: [object(), Each()]),
    (ask, lambda: [Each()]),
]


def outcome(f, args):
    del log[:]
    try:
        return repr(f(torch.ones(2), *args())) + str(log)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


def plain(f):
    return f


def broken(f):
    import inspect
    ns = {}
    exec(inspect.getsource(f).replace("# break", "torch._dynamo.graph_break()"), globals(), ns)
    return torch.compile(ns[f.__name__], backend="eager")


def compiled(f):
    return torch.compile(f, backend="eager")


for f, args in cases:
    want = outcome(f, args)
    print(f.__name__, want)
    for how in (compiled, broken, lambda f: torch.compile(f, backend="eager", dynamic=True)):
        torch._dynamo.reset()
        got = outcome(how(f), args)
        if got != want:
            print("  ", how.__name__, got)
