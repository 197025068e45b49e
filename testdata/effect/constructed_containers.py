# Lists, dicts, tuples and sets of classes of the program that a graph's code makes again: what the graph gives, and in which order.
import collections
import torch


class L1(list):
    def __init__(self, x): super().__init__([x * 2])
class L2(list):
    def __init__(self, x):
        super().__init__()
        self.append(x * 2)
class L3(list):
    def __init__(self, x): self.k = x * 2
class L4(list):
    def __init__(self, x):
        super().__init__([x, x * 2])
        self.k = x * 3
class L5(list): pass
class L6(list):
    def __hash__(self): return hash(len(self))
class D1(dict):
    def __init__(self, x): self["a"] = x * 2
class D2(dict):
    def __init__(self, x):
        super().__init__()
        self.k = x * 2
        self["a"] = x * 3
class D3(dict): pass
class O1(collections.OrderedDict):
    def __init__(self, x):
        super().__init__()
        self["a"] = x * 2
class DD(collections.defaultdict): pass
class T1(tuple):
    def __new__(cls, x): return super().__new__(cls, [x * 2])
class S1(frozenset):
    def __new__(cls, x): return frozenset.__new__(cls, [len(x)])


def backend(gm, inputs):
    print([n.name for n in gm.graph.nodes], list(gm.graph.nodes)[-1].args)
    return gm


def run(name, f):
    torch._dynamo.reset()
    r = torch.compile(f, backend=backend)(torch.ones(2))
    print(name, r[0], type(r[0]).__name__, getattr(r[0], "k", None), r[1])


for c in (L1, L2, L3, L4, D1, D2, O1, T1):
    run(c.__name__, lambda x: (c(x - 3), x + 7))
run("list of items", lambda x: (L5([x - 3]), x + 7))
run("dict of items", lambda x: (D3(a=x - 3), x + 7))
run("ordered", lambda x: (collections.OrderedDict(a=x - 3), x + 7))
def ordered_stored(x):
    d = collections.OrderedDict()
    d["b"] = x - 3
    return d, x + 7
run("ordered, stored", ordered_stored)
def default(x):
    d = DD(list)
    d["b"].append(x - 3)
    return d, x + 7
run("default", default)
def cyclic(x):
    q = L5()
    q.append(x - 3)
    q.append(q)
    return [len(q), q[1][1] is q], x + 7, q
run("cyclic", cyclic)
def shared(x):
    q = L5([x - 3])
    d = D3(q=q, other=q)
    q.append(1)
    return (d, d["q"] is d["other"]), x + 7
run("shared", shared)
def key(x):
    q = L6([1, 2])
    return {q: x - 3}, x + 7, q
run("key", key)
def broken(x):
    q = L1(x - 3)
    torch._dynamo.graph_break()
    q.append(x)
    return q, x + 7
run("broken", broken)
print(torch.compile(lambda x: (S1(x), x + 7), backend="eager")(torch.ones(2)))
