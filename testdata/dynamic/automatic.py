# From static to dynamic sizes: what is compiled anew, which names sizes have in the graph, and the guards they leave.
import logging
import re

import torch
from torch._dynamo.testing import CompileCounter, EagerAndRecordGraphs


class Lines(logging.Handler):
    def __init__(self):
        super().__init__()
        self.text = ""

    def emit(self, record):
        self.text += record.getMessage() + "\n"


torch._logging.set_logs(guards=True, recompiles=True)
guards, recompiles = Lines(), Lines()
for artifact, handler in (("guards", guards), ("recompiles", recompiles)):
    log = logging.getLogger(f"torch._dynamo.guards.__{artifact}")
    log.addHandler(handler)
    log.propagate = False


def run(label, fn, *calls, **options):
    torch._dynamo.reset()
    graphs = EagerAndRecordGraphs()
    compiled = torch.compile(fn, backend=graphs, **options)
    print("==", label)
    for call in calls:
        guards.text = recompiles.text = ""
        before = len(graphs.graphs)
        args = call() if callable(call) else call
        try:
            compiled(*args)
        except Exception as e:
            print(type(e).__name__)
        for reason in re.findall(r"- (\d+/\d+: .*)", recompiles.text):
            print("  ", re.sub(r"\s+# .*", "", reason))
        for gm in graphs.graphs[before:]:
            for line in gm.print_readable(print_output=False).splitlines():
                if re.search("def forward|= |return", line) and "#" not in line:
                    print("  ", line.strip())
            for leaf in re.findall(r"\+- (LAMBDA_GUARD: .*|EQUALS_MATCH: L.*|TENSOR_MATCH: .*)", guards.text):
                if "saved_tensors_hooks" not in leaf:
                    print("     ", re.sub(r"\s+# .*", "", re.sub(r"DispatchKeySet\(.*?\), ", "", leaf)))
    print("  ", len(graphs.graphs), "graphs")


def sized(*shapes):
    return [(torch.ones(s),) for s in shapes]


def marked(shape, *dims, **kw):
    def make():
        x = torch.ones(shape)
        for d in dims:
            torch._dynamo.mark_dynamic(x, d, **kw)
        return (x,)
    return make


run("automatic", lambda x: x * 2, *sized((4, 8), (8, 16), (32, 64), (1, 64)))
run("static", lambda x: x * 2, *sized((4,), (8,), (16,)), dynamic=False)
run("dynamic", lambda a, b: a + b, (torch.ones(5), torch.ones(5)), (torch.ones(7), torch.ones(7)), (torch.ones(0), torch.ones(0)), dynamic=True)
run("branch", lambda a: a + 1 if a.shape[0] * 2 >= 16 else a - 1, *sized((8,), (9,), (7,)), dynamic=True)
run("arithmetic", lambda a: a * (a.shape[0] * 2), *sized((3, 3), (4, 3), (5, 3)))
run("marked", lambda x: x + 1, marked((4, 4), 0), marked((5, 4), 0), marked((4, 4), 1))
run("range", lambda x: x + 1, marked((4,), 0, min=2, max=10), marked((9,), 0, min=2, max=10), marked((50,), 0))
run("int", lambda x, n: x + 3 * n if n >= 0 else x - n, (torch.ones(2), 2), (torch.ones(2), 3), (torch.ones(2), -2))
run("float", lambda x, f: x * f, (torch.ones(2), 2.5), (torch.ones(2), 3.5), (torch.ones(2), 4.5))
with torch._dynamo.config.patch(specialize_int=True, specialize_float=True):
    run("specialised int", lambda x, n: x + n, (torch.ones(2), 2), (torch.ones(2), 3), (torch.ones(2), 4))
    run("specialised float", lambda x, f: x * f, (torch.ones(2), 2.5), (torch.ones(2), 3.5))
with torch._dynamo.config.patch(automatic_dynamic_shapes_mark_as="unbacked"):
    run("unbacked", lambda x: x * 2, *sized((4,), (8,), (1,)))
run("one int", lambda t, x: t + 1 if x < 4 else t - 1, *[(torch.zeros(2), n) for n in (9, 10, 3, 2)], dynamic=True)
