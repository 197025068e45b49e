"""UserDict, UserList, UserString, ChainMap, OrderedDict and defaultdict: all operators, copies, and methods that subclasses override."""
import copy
import pickle
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, UserString, defaultdict, deque
from collections.abc import Mapping, MutableSequence, Sequence, Set


class LRU(OrderedDict):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def __getitem__(self, key):
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        if len(self) > self.size:
            del self[next(iter(self))]


cache = LRU(3)
for i in range(3):
    cache[i] = i * i
cache[0], cache.__setitem__(5, 25), cache.pop(2, default=7), cache.pop("none", default=8)
print(cache, list(cache), cache.setdefault(9, default=1), cache.popitem(last=False))
d = OrderedDict(a=1)
d.note, d["self"] = "kept", d
print(d, copy.copy(d).note, pickle.loads(pickle.dumps(d)).note)

d = defaultdict(list, a=[1])
d["d"] = d
print(d, defaultdict.__new__(defaultdict).default_factory)
c = Counter(a=2, b=None)
print(c["b"], Counter([1, 1]) + Counter([1]))

a, b = ChainMap({1: 1}, {2: 2}), {2: 3, 3: 4}
print(a | b, b | a, type(b | a).__name__, ChainMap.fromkeys("ab", 0))
a |= b
print(a)

u = UserDict(a=1)
print(u | {"b": 2}, {"b": 2} | u, u | UserDict(c=3), type({} | u).__name__, UserDict.fromkeys("xy", 5))
u |= {"z": 0}
print(u, u == {"a": 1, "z": 0})

x = UserList([3, 1, 2])
print(x <= [3, 1, 2], [5] > x, x + [1], [1] + x, 2 * x, x[1:], x.index(1), x.count(2), sorted(x), type([0] + x).__name__)
y = [9]
y += x
x += (7,)
x *= 2
x.extend(UserList([8]))
print(type(y).__name__, y, x, x.pop(), x.reverse(), x)

s = UserString("hello")
print(s.upper(), type(s.upper()).__name__, s.find(UserString("l")), "say " + s, type("a" + s).__name__, s * 2, 2 * s, s < "help", UserString("l") in s, s.rsplit("l", 1),
      s.count("l"), s % (), "%s!" % s, UserString("%d") % 5, hash(s) == hash("hello"), s.join(["a", "b"]), int(UserString("12")), s.encode(None, None))
print(isinstance(deque(), MutableSequence), isinstance(memoryview(b""), Sequence))


class Few(Set):
    def __init__(self, items):
        self.items = list(items)

    def __contains__(self, x):
        return x in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    __hash__ = Set._hash


print(hash(Few([1, 2])) == hash(frozenset([1, 2])))


class Meta(type):
    def __new__(meta, name, bases, ns):
        print("made", name)
        return super().__new__(meta, name, bases, ns)


class Base(metaclass=Meta):
    pass


print(type(type("Derived", (Base,), {})).__name__)
try:
    type("Empty", (Mapping,), {})()
except TypeError as e:
    print(e)
