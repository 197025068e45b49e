"""Comparisons and representations that change the container they run over."""


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


class Clears:
    def __init__(self, target):
        self.target = target

    def __eq__(self, other):
        self.target.clear()
        return NotImplemented

    __hash__ = object.__hash__

    def __repr__(self):
        self.target.clear()
        return "gone"


def made(n=3):
    items = []
    items += [Clears(items) for _ in range(n)]
    return items


attempt(repr, made())
attempt(lambda: made() == made())
attempt(lambda: made() < made())
attempt(lambda: 5 in made())
attempt(made().count, 5)
attempt(made().index, 5)
a, b = made(1), made(1)
print(a == b, a, b)


class Same:
    def __hash__(self):
        return 0

    def __eq__(self, other):
        source.clear()
        return False


source = dict.fromkeys(range(1, 100))
source[Same()] = 0
attempt({Same(): 0}.update, source)

# a key that is no string, but equal to one


class Key:
    def __hash__(self):
        return hash("key")

    def __eq__(self, other):
        return other == "key"


d = {"a": 1, Key(): 2}
print(d["key"], "key" in d, d.get("key"), d.pop("key"), len(d))
attempt({}.update, [object()])


def bad():
    yield "key"
    raise TypeError("oops")


try:
    dict([bad()])
except TypeError as e:
    print(e, e.__notes__)


class Unhashable:
    __hash__ = None

    def __eq__(self, other):
        return isinstance(other, Unhashable)


x, y = {1: Unhashable()}, {1: Unhashable(), 2: Unhashable()}
print(x.items() == {1: Unhashable()}.items(), x.items() < y.items(), y.items() >= x.items(), x.items() != y.items(), x.items().isdisjoint(y.items()))
backwards = reversed(y)
y.clear()
y[1] = 1
attempt(list, backwards)


class Counts(int):
    hashed = 0

    def __hash__(self):
        Counts.hashed += 1
        return int(self)


keys = dict.fromkeys(map(Counts, range(10)))
before = Counts.hashed
set(keys), dict.fromkeys(set(keys)), dict(keys), {}.update(keys), set(keys).difference(keys), set(keys).symmetric_difference(keys)
{}.setdefault(Counts(3))
print(Counts.hashed - before)


class Named(set):
    def __hash__(self):
        return 7


named = Named()
print(named in {named}, frozenset([1]).copy() == {1})
fixed = frozenset([1])
print(fixed.copy() is fixed, (1, 2) * 1)


class WithInit(tuple):
    def __init__(self, items, note=None):
        self.note = note


class WithNew(list):
    def __new__(cls, items, note=None):
        self = super().__new__(cls, items)
        self.note = note
        return self


print(WithInit([1], note=3).note, WithNew([1], note=3).note, WithNew([1, 2], note=3))
attempt(lambda: tuple(x=1))
attempt(lambda: list(x=1))
try:
    print(len([0] * (2**62)))
except MemoryError:
    print("too long")
