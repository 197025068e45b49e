"""Classes and missing attributes of generators and context managers while tracing; names of values that cells hold; filters of guards; marks of sizes; logs of captured graphs."""
import torch
import numpy as np
from torch._dynamo.testing import CompileCounter, EagerAndRecordGraphs, normalize_gm
from torch.testing._internal.common_utils import TestCase
from torch.testing._internal.logging_utils import logs_to_string


@torch.compile(backend="eager")
def classes(x):
    g = (i for i in [1])
    return x, g.__class__.__name__, hasattr(g, "nope"), getattr(g, "other", 5), hasattr(g, "send"), torch.inference_mode(False).__class__.__name__


print(classes(torch.ones(1))[1:])


def cells(x):
    def inlined(x):
        y = x + 1
        return (lambda: y * 2)()

    z = inlined(x)
    return (lambda: z * 3)()


backend = EagerAndRecordGraphs()
torch.compile(cells, backend=backend)(torch.ones(2))
print(normalize_gm(backend.graphs[0].print_readable(print_output=False)))

for name in ("keep_tensor_guards_unsafe", "skip_all_guards_unsafe", "skip_guard_on_globals_unsafe"):
    counter = CompileCounter()
    torch._dynamo.reset()
    f = torch._dynamo.optimize(counter, guard_filter_fn=getattr(torch.compiler, name))(lambda x, n: x * n)
    f(torch.ones(2), 2)
    with torch.no_grad():
        f(torch.ones(2), 2)
    print(name, counter.frame_count)

x = torch.ones(4, 4)
torch._dynamo.mark_dynamic(x, 0, min=2, max=9)
torch._dynamo.mark_dynamic(x, 1, hint_override=7)
print(x._dynamo_dynamic_indices, sorted(x._dynamo_dynamic_range, key=str), x._dynamo_hint_overrides)

for of, log in (("torch._functorch._aot_autograd.graph_capture", "aot_graphs"), ("torch._inductor.compile_fx", "post_grad_graphs")):
    torch._dynamo.reset()
    text, on = logs_to_string(of, log)
    with on(), torch.compiler.config.patch(force_disable_caches=True):
        torch.compile(lambda x: x.sin() + 1)(torch.ones(2))
    print("\n".join(line for line in text.getvalue().split("\n") if "torch.ops" in line or "return" in line or "forward" in line))
TestCase().assertEqual(np.float64(2), torch.tensor(2.0, dtype=torch.float64))
