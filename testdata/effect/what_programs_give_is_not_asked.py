"""Functions of tensors take lists and tuples for lists and ask no other object for its items; subscripts take any sequence; compiled functions run no __repr__ of the program's, and
read what a partial holds before they put it into a text."""
import collections
import functools

import torch

log = []


class Sized:
    def __len__(self):
        log.append("len")
        return 2

    def __getitem__(self, i):
        log.append("item")
        if i > 1:
            raise IndexError
        return i

    def __radd__(self, other):
        log.append("radd")
        return 7

    def __repr__(self):
        log.append("repr")
        return "Sized"


def tried(f, *args):
    log.clear()
    try:
        return f(*args), list(log)
    except Exception as e:
        return type(e).__name__, str(e).partition("\n")[0], list(log)


x, c = torch.arange(3.0), Sized()
for f in (lambda: x + c, lambda: x - c, lambda: x * c, lambda: x == c, lambda: torch.add(x, c), lambda: x.sum(c), lambda: x.reshape(c), lambda: torch.zeros(c), lambda: torch.zeros(range(2))):
    print(*tried(f))
for index in (c, collections.deque([0, 1]), range(2), collections.UserList([1, 1])):
    print(type(index).__name__, tried(lambda: x[index])[0], tried(lambda: torch.stack([x, x])[index])[0].shape, torch.tensor(index).tolist(),
          torch.compile(lambda x, index: x[index] + 1, backend="eager")(x, index))


class Queue(collections.deque):
    __repr__ = Sized.__repr__


class Words(str):
    __repr__ = Sized.__repr__


for given in (c, Queue(), Words("a")):
    for f in (lambda x, c: x - c, lambda x, c: torch.add(x, c), lambda x, c: "s" + c, lambda x, c: x.sum(c)):
        plain, compiled = tried(f, x, given), tried(torch.compile(f, backend="eager"), x, given)
        print(type(given).__name__, plain[0] == compiled[0] and plain[-1] == compiled[-1])


def spread(*args, **kwargs):
    return args


for f in (lambda x, p: "{0}".format(p), lambda x, p: f"{p}", lambda x, p: str(p), lambda x, p: "%r" % [p]):
    compiled = torch.compile(f, backend="eager")
    print([f(x, p) == compiled(x, p) for p in (functools.partial(spread, *args, **kwargs) for args, kwargs in (((1,), {}), ((2,), {}), ((3,), {"k": 1}), ((3,), {"k": 2})))])


def lists(x, n):
    try:
        return torch.tensor([[n, 2], [3]])
    except Exception:
        return "lists of different lengths"


print(torch.compile(lists, backend="eager", dynamic=True)(x, 5))


class Ordered(collections.OrderedDict):
    def __setitem__(self, key, value):
        log.append(key)
        super().__setitem__(key, value)


def union(x, d):
    return x + 1, {"k": 1} | d


compiled = torch.compile(union, backend="eager")
for _ in range(2):
    print(*(tried(f, x, Ordered(a=1, b=2))[-1] for f in (union, compiled)))
