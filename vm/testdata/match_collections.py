# What patterns take for sequences and mappings, and alternatives that bind their names in different orders.
import collections
import collections.abc
import itertools


class Seq(collections.abc.Sequence):
    def __getitem__(self, i): return i
    def __len__(self): return 42


class Registered:
    def __getitem__(self, i): return i * 10
    def __len__(self): return 3


class Both(collections.UserDict, collections.abc.Sequence): pass


class Text(str): pass


collections.abc.Sequence.register(Registered)


def kind(x):
    match x:
        case [first, *_, last]: return "sequence", first, last
        case {2: three, **rest}: return "mapping", three, rest
        case {}: return "other mapping"
    return "neither"


for x in (Seq(), Registered(), collections.UserDict({2: 3, 4: 5}), Both({2: 3}), Text("abc"), "abc", b"abc", bytearray(b"abc"), range(5), (1, 2), {2: 1},
          collections.deque([7, 8]), {1, 2}, collections.OrderedDict(a=1), collections.ChainMap({2: 4}), collections.namedtuple("P", "x y")(1, 2), iter([1, 2]), None):
    print(type(x).__name__, kind(x))

names, wrong = "abcde", 0
for n in range(2, 6):
    for order in itertools.permutations(names[:n]):
        source = f"def f(x):\n match x:\n  case ({', '.join(names[:n])}, 0) | ({', '.join(order)}, 1): return ({', '.join(names[:n])})"
        space = {}
        exec(source, space)
        values = tuple(range(10, 10 + n))
        by_name = dict(zip(order, values))
        wrong += space["f"](values + (1,)) != tuple(by_name[k] for k in names[:n]) or space["f"](values + (0,)) != values
print("wrong:", wrong)


def nested(x):
    match x:
        case [z, ((a, b, 1) | (b, a, 2)), w]: return z, a, b, w
        case {"k": (a, [b, c]) | {"a": a, "c": c, "b": b}, "z": ([d, *e] | {"e": e, "d": d})}: return a, b, c, d, e


for x in ([0, (5, 6, 1), 9], [0, (5, 6, 2), 9], [0, (5, 6, 3), 9], {"k": (1, [2, 3]), "z": {"e": 5, "d": 4}}, {"k": {"a": 1, "b": 2, "c": 3}, "z": [4, 5]}):
    print(nested(x))
