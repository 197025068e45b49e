# From a function to its graphs, step by step: branches on data, prints, lists, attributes, what guards hold, and what a script or a trace of TorchScript makes of it.
import logging
import re
import warnings

import torch
from torch._dynamo.testing import EagerAndRecordGraphs


class Reasons(logging.Handler):
    def emit(self, record):
        for reason in re.findall(r"- (\d+/\d+: .*)", record.getMessage()):
            print("   because", re.sub(r"\s+# .*", "", re.sub(r"\d{6,}", "ID", reason)))


torch._logging.set_logs(recompiles=True)
log = logging.getLogger("torch._dynamo.guards.__recompiles")
log.addHandler(Reasons())
log.propagate = False


def show(label, fn, *calls):
    torch._dynamo.reset()
    graphs = EagerAndRecordGraphs()
    compiled = torch.compile(fn, backend=graphs)
    print("==", label)
    for args in calls:
        before = len(graphs.graphs)
        try:
            print("  ", compiled(*args))
        except Exception as e:
            print("  ", type(e).__name__, e)
        for gm in graphs.graphs[before:]:
            gm.graph.lint()
            print("  ", [(n.op, n.name, [str(a) for a in n.args] if n.op != "placeholder" else n.target) for n in gm.graph.nodes])


def branch(x):
    if x.sum() > 0:
        return x * 2
    return x - 1


x = torch.tensor([1.0, 2.0])
show("branch", branch, (x,), (torch.tensor([1.0, -1.0]),), (x + 1,))
show("masked", lambda x: x * 2 * (x.sum() > 0).float(), (x,))
print(torch.jit.script(branch)(x), torch.jit.script(branch)(-x))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    traced = torch.jit.trace(branch, (x,))
print([str(w.message).split(".")[0] for w in caught if "Converting" in str(w.message)], traced(-x))


@torch.jit.script
def masked(x):
    mask = (x.sum() > 0).float()
    return mask * (x * 2) + (1 - mask) * (x - 1)


print(masked(x), masked(-x))


def loss(x, y):
    z = (x - y) ** 2
    return z.sum()


show("loss", loss, (torch.ones(200), torch.zeros(200)))


def prints(x):
    y = x + 1
    print("   printed", 3)
    return y * 2


show("print", prints, (x,), (x,))
show("foreign", lambda x: (logging.getLogger("some").debug("no"), x + 1)[1], (x,))
show("length of a string", lambda a, b: a * len(b), (x, "Hello"), (x, "Hello!"))
show("list", lambda x, y: x * y[0], (x, [x]), (x, [x, x]))
show("length", lambda x, l: x * len(l), (x, [1, 2, 3]), (x, [1, 2, 3, 4, 5]))


class Thing:
    pass


thing, empty = Thing(), Thing()
thing.weight = torch.ones(2)
show("attribute", lambda x, o, name: x + getattr(o, name), (x, thing, "weight"), (x, empty, "weight"))
show("int then str", lambda x, s: x + (s if isinstance(s, int) else len(s)), (x, 2), (x, "ab"))
found = []


def grows(x, l):
    l.append(x.sum())
    return x * len(l)


show("grows", grows, (x, found), (x, found))
print(len(found))
show("eval", lambda x: x + eval("1 + 2"), (x,))
show("kinds of nodes", lambda x: torch.relu(x).add(1)[0], (x,))
show("two branches by input", lambda x, flag: x + 1 if flag else x - 1, (x, True), (x, False))
show("lazily", lambda x, l: x + l[0], (x, [x, 1, "s"]), (x, [x, 2, "t"]))
