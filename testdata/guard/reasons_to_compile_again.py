"""Why a function is compiled again, as the log of recompilations says: checks in the order in which they are made, hints, and where the function asked."""
import collections, io, logging, re
import torch, torch._dynamo, torch._logging


class Part(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.f, self.b, self.l, self.d, self.lin = 1, 0.5, True, [1, 2], {"a": 1}, torch.nn.Linear(2, 2)


class Holder:
    def __init__(self, part):
        self.part = part


def reasons(name, f, *calls):
    torch._dynamo.reset()
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    logger = torch._logging.getArtifactLogger("torch._dynamo.guards", "recompiles")
    torch._logging.set_logs(recompiles=True)
    logger.addHandler(handler)
    logger.propagate = False
    compiled = torch.compile(f, backend="eager")
    for call in calls:
        call(compiled)
    logger.removeHandler(handler)
    torch._logging.set_logs()
    print(name)
    for line in log.getvalue().split("\n"):
        if re.match("    - [0-9]", line):
            line = re.sub("# *(reasons|f = ).*?in <lambda>", "# HERE", line)
            print(re.sub(r"_id\((.*), \d+\)(.*>) +#", r"_id(\1, ID)\2 #", line).rstrip())


def put(of, name, value):
    setattr(of, name, value)


x, part = torch.ones(2), Part()
tensors = lambda *sizes: [torch.ones(s) for s in sizes]
for name, value in (("q", 2), ("f", 1.5), ("b", False), ("l", [1, 3]), ("l", [1]), ("d", {"a": 2}), ("d", {"b": 1})):
    f = (lambda m, x: x + sum(m.l)) if name == "l" else (lambda m, x: x + sum(m.d.values()) + len(list(m.d)[0])) if name == "d" else lambda m, x: x * getattr(m, name)
    reasons("module." + name, f, lambda c: c(part, x), lambda c: c(put(part, name, value) or part, x))
reasons("module of a holder", lambda o, x: x * o.part.q, lambda c: c(Holder(part), x), lambda c: c(put(part, "q", 5) or Holder(part), x))
reasons("size of a layer", lambda m, x: x * m.lin.in_features, lambda c: c(part, x), lambda c: c(put(part.lin, "in_features", 5) or part, x))
reasons("layers last", lambda m, x: m.lin(x), lambda c: c(part, x), lambda c: c(part.double(), x.double()))
reasons("length of a dict", lambda d, x: x * len(d), lambda c: c({"a": 1}, x), lambda c: c({"a": 1, "b": 2}, x))
reasons("values of a dict", lambda d, x: [x * v for v in d.values()], lambda c: c({"a": 1}, x), lambda c: c({"b": 1}, x), lambda c: c({"a": 1, "b": 2}, x))
reasons("keys", lambda d, x: x * d["a"] if "a" in d else x, lambda c: c({"a": 1}, x), lambda c: c({"b": 1}, x))
reasons("an absent key", lambda d, x: x * d.get("z", 2), lambda c: c({"a": 1}, x), lambda c: c({"z": 1}, x))
reasons("an ordered dict", lambda d, x: x * list(d.values())[0], lambda c: c(collections.OrderedDict(a=1), x), lambda c: c(collections.OrderedDict(b=1), x))
reasons("an empty defaultdict", lambda d, x: x * d["q"], lambda c: c(collections.defaultdict(int), x), lambda c: c(collections.defaultdict(int, z=3), x))
reasons("a defaultdict", lambda d, x: x * d["q"], lambda c: c(collections.defaultdict(int, a=1), x), lambda c: c(collections.defaultdict(int, q=3), x))
reasons("one tensor twice", lambda d, x: x + d["a"], lambda c: c({"a": x}, x), lambda c: c({"a": x, "b": x}, x), lambda c: c({"a": torch.ones(2)}, x))
reasons("within others", lambda d, x: x + d["a"][0]["b"], lambda c: c({"a": [{"b": 1}]}, x), lambda c: c({"a": [{"b": 2}]}, x), lambda c: c({"a": [{"b": 2}, 3]}, x), lambda c: c({"a": ({"b": 2},)}, x))
reasons("sizes", lambda x: x.sum(), *(lambda c, t=t: c(t) for t in tensors(2, 3, 1, (2, 2))))
reasons("a size of one", lambda x, y: x @ y, *(lambda c, a=a, b=b: c(*tensors(a, b)) for a, b in (((2, 3), (3, 4)), ((4, 5), (5, 6)), ((4, 1), (1, 6)))))
reasons("a number", lambda o, x: x * o, *(lambda c, n=n: c(n, x) for n in (1, 2, 3, 0, 1.5, 2.5)))
reasons("kinds", lambda x: x.sum(), lambda c: c(x), lambda c: c(x.double()), lambda c: c(x.requires_grad_()), lambda c: c(torch.nn.Parameter(x)))
