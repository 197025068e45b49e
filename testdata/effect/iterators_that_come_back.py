"""What compiled code gives back of iterators and generators: some keep their kind and run later, some are run to their end, some are refused."""
import collections
import itertools

import torch

seen = []


def noted(a, b):
    seen.append((a, b))
    return a + b


def counts():
    for i in range(2):
        yield i


def steps():
    yield from (1, 2)


def stores():
    found = set()
    found.add(1)
    yield 1


def entries():
    yield from {1: 2}.items()


x = torch.ones(2)
MAKERS = {
    "zip": lambda: zip([1, 2], [3, 4]),
    "zip strict": lambda: zip([1, 2], [3, 4], strict=True),
    "zip started": lambda: (it := zip([1, 2], [3, 4]), next(it))[0],
    "map": lambda: map(noted, [1], [2]),
    "filter": lambda: filter(None, [1, 0]),
    "count": lambda: itertools.count(3),
    "repeat": lambda: itertools.repeat(2, 3),
    "product": lambda: itertools.product([1], [2]),
    "list": lambda: iter([1, 2]),
    "tuple": lambda: iter((1, 2)),
    "range in a generator": counts,
    "items in a generator": entries,
    "generator expression": lambda: (i for i in range(3)),
    "of a tuple": lambda: (i for i in (x, x)),
    "yield from": steps,
    "a set inside": stores,
    "accumulate": lambda: itertools.accumulate([1, 2]),
    "islice": lambda: itertools.islice([1, 2, 3], 2),
    "enumerate": lambda: enumerate([1]),
    "pairwise": lambda: itertools.pairwise([1, 2, 3]),
}
for name, make in MAKERS.items():

    def inside(x):
        return x + 1, make()

    def alone(x):
        return make()

    for fn in (inside, alone):
        torch._dynamo.reset()
        if fn is alone and name == "enumerate":
            continue
        try:
            given = torch.compile(fn, backend="eager", fullgraph=True)(x)
            given = given[1] if fn is inside else given
            print(name, fn.__name__, type(given).__name__, len(seen), list(itertools.islice(given, 4)), len(seen))
        except torch._dynamo.exc.Unsupported as e:
            print(name, fn.__name__, str(e).splitlines()[0])


def groups(x):
    return x + 1, [(k, list(g)) for k, g in itertools.groupby([1, 1, 2])]


print(torch.compile(groups, backend="eager", fullgraph=True)(x)[1])


def one_tensor(x):
    y = x.add_(1)
    z = x * 2
    w = z.mul_(3)
    return len({x, y}), len({w, z}), y in {x}, {z: 1}[w], [w, z].index(z), {y: 1, x: 2}[y]


print(torch.compile(one_tensor, backend="eager", fullgraph=True)(torch.ones(2)))


@torch.jit.script_if_tracing
def shifted(x, by: float = 1.5):
    return x + by


def calls_scripted(x):
    return shifted(x) + torch.is_floating_point(input=x) + torch.numel(input=x)


print(torch.compile(calls_scripted, backend="eager", fullgraph=True)(x))


class Mute(collections.defaultdict):
    __setattr__ = staticmethod(lambda *args: None)


def mute(x):
    made = Mute(list)
    made["a"].append(1)
    torch._dynamo.graph_break()
    return x + len(made["b"]), made


print(torch.compile(mute, backend="eager")(torch.ones(1)), mute(torch.ones(1)))
