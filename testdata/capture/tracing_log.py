# The log of tracing itself: each instruction with the trackers on the stack, each call that becomes a node, the steps of a compilation, graph and bytecode.
import logging
import re

import torch


class Lines(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        for line in record.getMessage().splitlines():
            if re.search("NOT_TAKEN|PUSH_NULL", line):
                continue  # CPython has more instructions here
            line = re.sub(r"_FAST_BORROW|(?<=JUMP_IF_FALSE) \d+", lambda m: m.group()[:5].rstrip(" 0123456789"), line)
            self.lines.append(re.sub(r"(__compiled_fn_\d+)_[0-9a-f_]+", r"\1", re.sub(r"\S*/(\w+\.py)", r"DIR/\1", line)).rstrip())

    def take(self, pattern):
        taken, self.lines = self.lines, []
        return [line for line in taken if re.search(pattern, line)]


shown = Lines()
torch._logging.set_logs(dynamo=logging.DEBUG, trace_call=True)
log = logging.getLogger("torch._dynamo")
log.setLevel(logging.DEBUG)
log.addHandler(shown)
log.propagate = False
for name in ("torch._dynamo.symbolic_convert", "torch._dynamo.convert_frame", "torch._dynamo.output_graph"):
    logging.getLogger(name).propagate = True


class P:
    k = 2


def show(label, fn, *args, pattern="TRACE|Step|TRACE FX"):
    torch._dynamo.reset()
    shown.take("")
    try:
        torch.compile(fn, backend="eager")(*args)
    except Exception as e:
        print(type(e).__name__)
    print(label)
    for line in shown.take(pattern):
        print("   ", line)


x = torch.ones(2)
y = torch.ones(2)


def f(a, p, n):
    items = [a, y]
    if n > 1:
        items.append(a * p.k)
    return items


show("trackers", f, x, P(), 3)


def g(a):
    print("native")
    return a + 1


show("steps", g, x, pattern="^Step")
