# The guards that each kind of argument leaves, as the log shows them, and the calls that fail them with the reason.
import collections
import logging
import re

import torch
from torch._dynamo.testing import CompileCounter


class Lines(logging.Handler):
    """Collects the lines of a log without what differs from run to run."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        for line in record.getMessage().splitlines():
            line = re.sub(r"\s+# .*", "", re.sub(r"\b\d{6,}\b", "ID", re.sub(r"0x[0-9a-f]+", "0x", line)))
            self.lines.append(re.sub(r"latency = .* us", "latency = T us", re.sub(r"__(\w+?)_\w*_c\d+", r"__\1_ID_c0", line)))

    def take(self):
        taken, self.lines = self.lines, []
        return taken


torch._logging.set_logs(guards=True, recompiles=True)
handlers = {}
for artifact in ("guards", "recompiles"):
    log = logging.getLogger(f"torch._dynamo.guards.__{artifact}")
    handlers[artifact] = Lines()
    log.addHandler(handlers[artifact])
    log.propagate = False


def leaves(needle):
    """The leaf guards of the last entry that name the needle, without the tree around them."""
    found = []
    for line in handlers["guards"].take():
        m = re.search(r"\+- ([A-Z_]+): (.*)", line)
        if m and m.group(1) != "GuardManager" and (needle in m.group(2) or m.group(1).isupper() and needle == "*"):
            found.append(f"{m.group(1)}: {m.group(2)}")
    return found


def reasons():
    return [m.group(1) for line in handlers["recompiles"].take() if (m := re.match(r"\s*- (\d+/\d+: .*)", line))]


def run(label, fn, *calls, show="L['v']", dynamic=False):
    torch._dynamo.reset()
    counter = CompileCounter()
    compiled = torch.compile(fn, backend=counter, dynamic=dynamic)
    print(label)
    for i, args in enumerate(calls):
        handlers["guards"].take()
        try:
            compiled(*args)
        except Exception as e:
            print("   ", type(e).__name__)
        for leaf in sorted(set(leaves(show))):
            print("   ", i, leaf)
        for reason in reasons():
            print("   ", i, reason)
    print("    compiles", counter.frame_count)


x = torch.ones(4, 8)

# The facts of a tensor, one changed at a time.
double = lambda v: v * 2
for label, other in (("dtype", x.double()), ("size", torch.ones(5, 8)), ("stride", torch.ones(8, 4).t()), ("rank", torch.ones(4)),
                     ("requires_grad", x.clone().requires_grad_()), ("class", torch.nn.Parameter(x.clone(), requires_grad=False)), ("device", torch.ones(4, 8, device="meta"))):
    run(label, double, (x,), (other,))
run("keys", double, (x,), (torch.ones(4, 8, dtype=torch.complex64).conj(),), (torch.ones(4, 8, dtype=torch.complex64),))

# Two tensors: whether they are one.
run("aliasing", lambda v, w: v + w, (x, x.clone()), (x, x), show="alias")

# Constants of every type.
constants = (7, 2.5, True, "train", b"ab", None, int, (1, 2), frozenset({1}), range(4), torch.Size([2, 3]), torch.float64, torch.device("cpu"), 2j, Ellipsis, torch.strided, torch.contiguous_format)
for c in constants:
    run(f"constant {type(c).__name__}", lambda x, v: x + 1 if v != 12345 else x - 1, (x, c))
nan = float("nan")
run("nan", lambda x, v: x * v, (x, nan), (x, float("nan")), (x, 1.0))
run("complex nan", lambda x, v: x * v, (x, complex(nan, 1)), (x, complex(nan, 2)))
kept_set, kept_list = {1, 2}, [1, 2]
run("kept set", lambda x, v: x + len(v), (x, kept_set))
compiled = torch.compile(lambda x, v: x + len(v) + (1 in v), backend=(counter := CompileCounter()))
compiled(x, kept_set); kept_set.add(3); compiled(x, kept_set); kept_set.add(4); kept_set.discard(1); compiled(x, kept_set)
print("the set itself changed", counter.frame_count)

# Types and identities.
class A:
    k = 2
class B:
    k = 2
run("type", lambda x, v: x * v.k, (x, A()), (x, B()))
run("function", lambda x, v: v(x), (x, torch.sin), (x, torch.cos))
run("module object", lambda x, v: v.sin(x), (x, torch), show="L['v'],")

# Attributes that are there or not.
class Some:
    pass
with_w, without = Some(), Some()
with_w.w = 3
run("attribute there", lambda x, v: x + getattr(v, "w"), (x, with_w), (x, without))
run("attribute not there", lambda x, v: x + 1 if hasattr(v, "w") else x, (x, without), (x, with_w))

# Containers.
run("list", lambda x, v: x * v[0], (x, [2, 3]), (x, [2]), (x, [4, 3]), (x, (2, 3)))
run("list of tensors", lambda x, v: x * v[0], (x, [x.clone(), 3]), (x, [x.clone(), 4]), (x, [x.double(), 3]))
run("length", lambda x, v: x * len(v), (x, [1, 2, 3]), (x, [1, 2, 3, 4, 5]))
run("dict", lambda x, v: x * v["a"], (x, {"a": 2}), (x, {"a": 2, "b": 3}), (x, {"a": 3}))
run("dict whole", lambda x, v: x * sum(v.values()), (x, {"a": 2}), (x, {"a": 2, "b": 3}))
run("dict contains", lambda x, v: x + ("z" in v), (x, {"a": 2}), (x, {"z": 2}), show="dict_contains")
run("ordered", lambda x, v: x * v["a"], (x, collections.OrderedDict(a=2)), (x, {"a": 2}))
run("deque", lambda x, v: x * v[0], (x, collections.deque([2])), (x, collections.deque([2, 3])))
run("range", lambda x, v: x * sum(v), (x, range(3)), (x, range(4)))
run("iterator", lambda x, v: x * next(v), (x, iter((2, 3))), (x, iter((2, 3, 4))))
run("set member", lambda x, v: x + (1 in v), (x, {1, 2}), (x, {2}))
run("slice", lambda x, v: x[v], (x, slice(0, 2)), (x, slice(0, 3)), (x, slice(None)))
run("unused", lambda x, v: x + 1, (x, [1, 2]), (x, "other"))

# What holds for the whole function.
compiled = torch.compile(lambda x: x + 1, backend="eager")
compiled(x)
with torch.no_grad():
    compiled(x)
print(reasons())
