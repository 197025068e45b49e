# The entries of a compiled function as a list that scripts see: order, checks, which sources failed, what an entry holds.
import re

import torch
from torch._C._dynamo import eval_frame
from torch._dynamo.testing import CompileCounter


def f(x, n="a"):
    return x + len(n)


def entries():
    return eval_frame._debug_get_cache_entry_list(f.__code__)


x = torch.ones(3)
compiled = torch.compile(f, backend="eager", dynamic=False)
for n in ("a", "bb", "ccc", "a", "ccc"):
    compiled(x, n)
    print(n, [str(e.compile_id) for e in entries()])
first = entries()[0]
for name in ("code", "compile_id", "guard_manager", "isolate_recompiles_id", "trace_annotation"):
    value = getattr(first, name)
    print(name, type(value).__name__, value if isinstance(value, (str, int)) and name != "backend" else "")
manager = first.guard_manager
for values in ({"x": x, "n": "ccc"}, {"x": x, "n": "a"}, {"x": x.double(), "n": "ccc"}):
    print(manager.check(values))
told = manager.check_verbose({"x": x, "n": "b"})
print(told.result, [re.sub(r"\s+# .*", "", p) for p in told.verbose_code_parts])
print(sorted(manager.diff_guard_sources) if hasattr(manager, "diff_guard_sources") else None)
for e in entries():
    m = e.guard_manager
    m.collect_diff_guard_sources() if hasattr(m, "collect_diff_guard_sources") else None
    print(str(e.compile_id), sorted(getattr(m, "diff_guard_sources", [])))
print(type(manager).__name__)

# Stance that checks only what failed before.
torch._dynamo.reset()
counter = CompileCounter()
compiled = torch.compile(f, backend=counter, dynamic=False)
compiled(x, "a"), compiled(x, "bb")
with torch.compiler.set_stance("default", skip_guard_eval_unsafe=True):
    print(compiled(x, "a").tolist(), compiled(x, "bb").tolist(), counter.frame_count)
    try:
        compiled(torch.ones(2, 2), "a")
    except RuntimeError as e:
        print(str(e).splitlines()[0])

# An entry dies with the module that it is for.
torch._dynamo.reset()
class Scale(torch.nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k
    def forward(self, x):
        return x * self.k
def apply(x, m):
    return m(x)
compiled = torch.compile(apply, backend="eager")
m = Scale(2)
compiled(x, m)
print(len(eval_frame._debug_get_cache_entry_list(apply.__code__)))
from torch._dynamo.utils import counters
print(sorted(k for k in ("frames", "stats") if k in counters))

# 64 modules by identity.
def limited(k):
    torch._dynamo.reset()
    counter = CompileCounter()
    compiled = torch.compile(apply, backend=counter, dynamic=False)
    out = [compiled(x, Scale(str(i) and i + 2))[0].item() for i in range(k)]
    return counter.frame_count, out
print(limited(12))
with torch._dynamo.config.patch(recompile_limit=2):
    print(limited(4))
with torch._dynamo.config.patch(accumulated_recompile_limit=3):
    print(limited(5))
print(torch._dynamo.config.cache_size_limit, torch._dynamo.config.recompile_limit, torch._dynamo.config.accumulated_cache_size_limit, torch._dynamo.config.accumulated_recompile_limit)
with torch._dynamo.config.patch(cache_size_limit=3):
    print(torch._dynamo.config.recompile_limit)
for patch, kw in (({"fail_on_recompile_limit_hit": True}, {}), ({}, {"fullgraph": True}), ({}, {})):
    torch._dynamo.reset()
    with torch._dynamo.config.patch(recompile_limit=1, **patch):
        compiled = torch.compile(f, backend="eager", dynamic=False, **kw)
        compiled(x, "a")
        try:
            print(compiled(x, "bb").tolist())
        except Exception as e:
            print(type(e).__name__, str(e).splitlines()[0])
