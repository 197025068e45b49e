# One argument of each kind: what recompiles, and for which reason.
import logging
import re

import torch
from torch._dynamo.testing import CompileCounter


class Reasons(logging.Handler):
    def emit(self, record):
        for line in record.getMessage().splitlines():
            found = re.match(r"\s*- (\d+/\d+: .*)", line)
            if found:
                print("   ", re.sub(r"\d{6,}", "ID", re.split(r"\s+# ", found.group(1))[0].rstrip()))


torch._logging.set_logs(recompiles=True)
log = logging.getLogger("torch._dynamo.guards.__recompiles")
log.addHandler(Reasons())
log.propagate = False


class Config:
    def __init__(self, k):
        self.k = k


def run(label, fn, *calls):
    torch._dynamo.reset()
    counter = CompileCounter()
    compiled = torch.compile(fn, backend=counter, dynamic=False)
    print(label)
    for args in calls:
        compiled(*args)
    print("   compiles", counter.frame_count)


x = torch.ones(2)
run("int", lambda x, n: x * n, (x, 2), (x, 3), (x, 2))
run("float", lambda x, f: x * f, (x, 0.5), (x, 1.5))
run("bool", lambda x, b: x + 1 if b else x - 1, (x, True), (x, False), (x, True))
run("str", lambda x, s: x * len(s), (x, "a"), (x, "bb"))
run("none", lambda x, v: x if v is None else x + v, (x + 1, x), (x, x))
run("list", lambda x, v: x * v[0] + len(v), (x, [1, 2]), (x, [1, 5]), (x, [2, 2]), (x, [1]))
run("dict", lambda x, d: x * d["k"], (x, {"k": 1}), (x, {"k": 2, "z": 0}), (x, {"k": 1, "y": 5}))
run("object", lambda x, o: x * o.k, (x, Config(2)), (x, Config(3)), (x, Config(2)))
run("dtype", lambda x: x + 1, (x,), (x.long(),))
run("shape", lambda x: x + 1, (x,), (torch.ones(3),), (torch.ones(2, 2),))
run("type", lambda x, v: x * v, (x, 2), (x, 2.0), (x, x))
run("tuple", lambda x, t: x.reshape(t), (torch.ones(4), (2, 2)), (torch.ones(4), (4, 1)))
run("function", lambda x, f: f(x), (x, torch.sin), (x, torch.cos), (x, torch.sin))
run("lambda", lambda x, f: f(x), *[(x, lambda t, k=k: t * k) for k in (1, 2, 1)])
