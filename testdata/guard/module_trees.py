# The guards on a module: the tree of managers by access path, what makes its code anew, and modules that die.
import gc
import logging
import re

import torch
from torch._dynamo.testing import CompileCounter


class Lines(logging.Handler):
    def __init__(self):
        super().__init__()
        self.records = []

    def emit(self, record):
        self.records.append(record.getMessage())


torch._logging.set_logs(guards=True, recompiles=True)
guards, recompiles = Lines(), Lines()
for artifact, handler in (("guards", guards), ("recompiles", recompiles)):
    log = logging.getLogger(f"torch._dynamo.guards.__{artifact}")
    log.addHandler(handler)
    log.propagate = False


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.use_relu = True
        self.scale = 2

    def forward(self, x):
        y = self.linear(x)
        if self.use_relu:
            y = torch.relu(y)
        if x.grad is not None:
            y = y + x.grad
        return y * self.scale if self.training else y


def reasons():
    found = [re.sub(r"\s+# .*", "", m) for text in recompiles.records for m in re.findall(r"- (\d+/\d+: .*)", text)]
    recompiles.records.clear()
    return found


net, counter = Net(), CompileCounter()
x = torch.ones(2, 3, requires_grad=True)
x.grad = torch.ones(2, 3)
compiled = torch.compile(net, backend=counter)
compiled(x)
tree = [text for text in guards.records if "TREE_GUARD_MANAGER" in text][0]
paths = re.findall(r"source=(\S+?), accessed_by=(\w+)", tree)
found = {path: accessor for path, accessor in paths}
for path in ("L['self']", "L['self'].__dict__", "L['self']._modules", "L['self']._modules['linear']", "L['self']._modules['linear']._parameters['weight']", "L['self'].training", "L['x'].grad"):
    print(path, found.get(path))
print("DICT_CONTAINS: not ___dict_contains('forward', L['self']._modules['linear'].__dict__)" in tree, tree.count("source=L['self'].__dict__,"))
# Switches.
net.use_relu = False
compiled(x)
print(counter.frame_count, reasons())
net.scale = 3
compiled(x)
print(counter.frame_count, reasons())
net.eval()
compiled(x)
print(counter.frame_count, reasons())
x.grad = None
compiled(x)
print(counter.frame_count, reasons())
net.linear.forward = lambda x: x
compiled(x)
print(counter.frame_count, reasons())
net.linear = torch.nn.Identity()
compiled(x)
print(counter.frame_count, [r[:40] for r in reasons()])
torch._dynamo.reset()
counter.clear()
with torch._dynamo.config.patch(guard_nn_modules=False):
    net = Net()
    compiled = torch.compile(net, backend=counter)
    compiled(x)
    net.scale = 5
    compiled(x)
    print(counter.frame_count)


# An object matched by identity dies with its entry.
def apply(x, m):
    return m(x)


torch._dynamo.reset()
gm = torch.fx.symbolic_trace(torch.nn.Linear(3, 3))
guards.records.clear()
torch.compile(lambda x: gm(x), backend="eager")(x)
tree = guards.records[-1] if "TREE" in guards.records[-1] else [t for t in guards.records if "TREE" in t][-1]
print(sorted(set(re.findall(r"\+- (\w+_MATCH): \w+\(G\['gm'\][^,]*", tree))))
# Shape guards come last.
torch._dynamo.reset()
guards.records.clear()
torch.compile(lambda a, b: a + b if a.shape[0] > 3 else a, backend="eager", dynamic=True)(torch.ones(5, 2), torch.ones(5, 2))
tree = [t for t in guards.records if "TREE" in t][-1]
lines = [re.sub(r"\s+# .*", "", l) for l in tree.splitlines() if l.strip()]
print([i for i, l in enumerate(lines) if l.startswith("+- LAMBDA_GUARD")][0] > max(i for i, l in enumerate(lines) if "TENSOR_MATCH" in l))
print([l for l in lines if l.startswith("+- LAMBDA_GUARD")])
print([bool(re.search(r"Guard eval latency = \d+\.\d\d us", t)) for t in guards.records][-1])
