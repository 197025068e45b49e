# The logs of guards and recompiles: plain, with the lines behind each guard, with all guards that fail, and both at once.
import logging
import re

import torch


class Lines(logging.Handler):
    def __init__(self, name):
        super().__init__()
        self.name = name

    def emit(self, record):
        for line in record.getMessage().splitlines():
            line = re.sub(r"latency = .* us", "latency = T us", re.sub(r"\S*/(\w+\.py)", r"DIR/\1", re.sub(r"\b\d{6,}\b", "ID", line))).rstrip()
            if "__builtins" not in line and "MARKING" not in line and re.search("L\\['n'\\]|Recompiling|triggered|^ *- |latency|failures|n == |flag", line) and "GuardManager:" not in line:
                print("  ", self.name, re.sub(" +#", " #", line))


for name in ("guards", "recompiles", "recompiles_verbose"):
    log = logging.getLogger(f"torch._dynamo.guards.__{name}")
    log.addHandler(Lines(name))
    log.propagate = False


def f(x, n, flag):
    return x * len(n) if flag else x


for setting in ({"guards": True}, {"recompiles": True}, {"recompiles_verbose": True}, {"guards": True, "recompiles": True}):
    torch._dynamo.reset()
    torch._logging.set_logs(**setting)
    print(sorted(setting))
    compiled = torch.compile(f, backend="eager", dynamic=False)
    compiled(torch.ones(2), "a", True)
    compiled(torch.ones(2), "bb", True)
    compiled(torch.ones(3), "ccc", False)
