"""A native object in an attribute is replaced by another one of its class: compiled code must notice."""
import functools
import operator
import re

import torch


def one(a=1):
    return a + 1


def two(a=1):
    return a + 2


class Holder:
    pass


cases = {
    "dict_values": (lambda o: sum(o), {1: 2}.values(), {1: 2, 3: 4}.values()),
    "dict_items": (lambda o: sum(k + v for k, v in o), {1: 2}.items(), {1: 2, 3: 4}.items()),
    "dict_keys": (lambda o: 1 in o, {1: 2}.keys(), {3: 4}.keys()),
    "pattern": (lambda o: len(o.pattern), re.compile("a"), re.compile("abc")),
    "itemgetter": (lambda o: o([4, 5]), operator.itemgetter(0), operator.itemgetter(1)),
    "methodcaller": (lambda o: len(o("ab")), operator.methodcaller("upper"), operator.methodcaller("replace", "a", "")),
    "staticmethod": (lambda o: o(1), staticmethod(one), staticmethod(two)),
    "property": (lambda o: o.fget is one, property(one), property(two)),
    "code": (lambda o: o.co_firstlineno, one.__code__, two.__code__),
    "generic alias": (lambda o: len(o.__args__), list[int], dict[int, int]),
    "union": (lambda o: isinstance(1, o), int | str, str | float),
    "partial.args": (lambda o: o.args[0], functools.partial(one, 1), functools.partial(one, 2)),
    "partial.keywords": (lambda o: o.keywords["a"], functools.partial(one, a=1), functools.partial(one, a=2)),
    "partial.func": (lambda o: o.func is one, functools.partial(one), functools.partial(two)),
}
for name, (use, first, second) in cases.items():
    torch._dynamo.reset()
    holder = Holder()
    compiled = torch.compile(lambda x, o: x + use(o.held), backend="eager")
    results = []
    for holder.held in first, second, first:
        results.append(compiled(torch.ones(1), holder).item() - use(holder.held))
    print(name, results)
