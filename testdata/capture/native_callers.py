# Functions of torch and of the caller that native code calls or holds while tracing; texts of containers with attributes.
import collections
import functools
import itertools
import torch


@functools.lru_cache
def scaled(a, b=2):
    return a * b


class Noted(list):
    def __repr__(self):
        return f"Noted({self.note}, {len(self)})"


class Owner:
    def method(self, x):
        return x


owner, error, iterator = Owner(), ValueError("a"), iter([1, 2])
lists = collections.defaultdict(list, a=[1])
noted = Noted([1])
noted.note = "outside"


def made():
    made = Noted([1, 2])
    made.note = "inside"
    return repr(made), str(made), f"{made}"


programs = {
    "map": lambda x: list(map(torch.neg, [x])),
    "filter": lambda x: len(list(filter(torch.is_tensor, [x, 1]))),
    "reduce": lambda x: functools.reduce(torch.add, [x, x, x]),
    "starmap": lambda x: list(itertools.starmap(torch.add, [(x, x)])),
    "cached": lambda x: (list(map(scaled, [2, 3])), functools.partial(scaled, x)()),
    "held": lambda x: (functools.partial(lambda q, z: z, iterator)(3), functools.partial(lambda q, z: (z, q.args), error)(3)),
    "classes": lambda x: (owner.method.__class__.__name__, owner.method.__class__ is type(owner.method), x.sin.__class__.__name__),
    "defaultdict": lambda x: (repr(lists), str(lists), f"{lists}", repr(collections.defaultdict(list, b=1))),
    "outside": lambda x: (repr(noted), str(noted)),
    "inside": lambda x: made(),
}
for name, f in programs.items():
    torch._dynamo.reset()
    print(name, torch.compile(lambda x: (x + 1, f(x)), backend="eager", fullgraph=True)(torch.ones(1))[1])
