"""What native methods of strings and built-in functions do with containers of the caller, of whatever class: as without torch.compile."""
import collections

import torch


class Deque(collections.deque):
    pass


class Listed:
    def __init__(self, words):
        self.words = words

    def __iter__(self):
        return iter(self.words)


class Indexed:
    def __getitem__(self, i):
        if i > 1:
            raise IndexError
        return "ab"[i]


class Remainder:
    def __rmod__(self, other):
        return "not asked"


class Told(int):
    def __repr__(self):
        told.append("repr")
        return "told"


told = []


def joined(x, words):
    try:
        return x + 1, "-".join(words)
    except TypeError as e:
        return x + 2, str(e)


for words in (
    collections.deque(["a", "b"]), Deque(["a", "b"]), collections.UserList(["a", "b"]), Listed(["a", "b"]), Indexed(), ("a", "b"), {"a": 1, "b": 2},
    collections.deque([1]), Deque([1.5]), Deque([None]), Deque([[1]]), Listed([torch.ones(1)]), 3, None,
):
    torch._dynamo.reset()
    want, got = joined(torch.ones(1), words), torch.compile(joined, backend="eager")(torch.ones(1), words)
    print(got, got == want)


@torch.compile(backend="eager")
def several(x, words, numbers, r):
    out = []
    for make in (
        lambda: "-".join(w + "." for w in words), lambda: ",".join(reversed(words)), lambda: ",".join(map(str, numbers)), lambda: ",".join({1: "k"}.values()),
        lambda: " ".join(zip(words, words)), lambda: sorted(numbers), lambda: numbers.index(2), lambda: numbers.count(3), lambda: "%s %s" % tuple(numbers),
        lambda: "{} {}".format(*numbers), lambda: "%d" % r,
    ):
        try:
            out.append(make())
        except TypeError as e:
            out.append(str(e))
    return out, x + 1


print(several(torch.ones(2), ["a", "b"], Deque([1, 2]), Remainder()))


@torch.compile(backend="eager")
def outside(x, i):
    try:
        out = x[i]
    except IndexError:
        out = "outside"
    torch._dynamo.graph_break()
    return out


print(outside(torch.ones(2), 7), told)
