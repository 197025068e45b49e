# Where the truth of a container is asked for, compiled code relies on its constants up to the first item that is none, as PyTorch has it, and tensors enter the graph in that order.
import collections

import torch
import torch._dynamo.testing

X = torch.ones(2)
Pair = collections.namedtuple("Pair", "a b c")


class List(list):
    pass


def by_if(d, x):
    if d:
        return x + 1
    return x


def by_not(d, x):
    return x + (not d)


def by_bool(d, x):
    return x + bool(d)


def by_and(d, x):
    return x + (d and 1)


def by_while(d, x):
    while d:
        x = x + 1
        break
    return x


def by_length(d, x):
    return x + (len(d) > 0)


kinds = {
    "list": list, "tuple": tuple, "dict": lambda items: dict(enumerate(items)), "deque": collections.deque, "ordered": lambda items: collections.OrderedDict(enumerate(items)),
    "a class of lists": List, "named": lambda items: Pair(*items), "nested": lambda items: [items], "in a dict": lambda items: {"a": items},
}
items = {
    "ints": ([1, 2, 3], [1, 2, 4]), "texts": (["a", "b", "c"], ["a", "b", "d"]), "None": ([None, 1, 2], [None, 1, 5]), "behind a tensor": ([X, 1, 2], [X, 1, 5]),
    "before a tensor": ([1, X, 2], [3, X, 2]), "floats": ([1.5, 2, 3], [2.5, 2, 3]),
}
for name, kind in kinds.items():
    for ask in by_if, by_not, by_bool, by_and, by_while, by_length:
        counts = {}
        for what, pair in items.items():
            if ask is by_not and "tensor" in what:
                continue
            torch._dynamo.reset()
            counter = torch._dynamo.testing.CompileCounter()
            compiled = torch.compile(lambda d, x: ask(d, x), backend=counter)
            for content in pair:
                compiled(kind(content), X)
            counts[what] = counter.frame_count
        print(name, ask.__name__, counts)


def shown(graph, _):
    print([node.name for node in graph.graph.nodes])
    return graph


def ordered(tensors, w):
    y = w * 2
    if tensors:
        y = y + tensors[1]
    return y + tensors[0]


torch._dynamo.reset()
print(torch.compile(ordered, backend=shown)([X, X * 2], X * 3))
