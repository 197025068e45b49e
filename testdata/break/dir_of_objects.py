# dir of constants, containers, classes and modules is folded; of objects it is a break, because nothing guards their names.
import torch, collections, enum
N = collections.namedtuple("N", "a b")
class O:
    c = 1
    def __init__(self): self.m = 1
class E(enum.Enum):
    A = 1
for name, v in [("object", O()), ("list", [1]), ("int", 3), ("class", O), ("named tuple", N(1, 2)), ("tensor", torch.ones(1)), ("enum", E), ("dict", {1: 2})]:
    def g(x):
        return x + 1, [n for n in dir(v) if not n.startswith("_")][:4]
    torch._dynamo.reset()
    try:
        print(name, torch.compile(g, backend="eager", fullgraph=True)(torch.ones(1))[1])
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0])
    print(torch.compile(g, backend="eager")(torch.ones(1))[1:] == g(torch.ones(1))[1:])
