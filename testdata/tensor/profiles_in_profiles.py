# A profile within another takes its place; events are put under those that they lie in; what a profile that has not run tells.
import torch
import torch.autograd.profiler as ap
from torch.autograd.profiler_util import EventList, FunctionEvent, _format_time_share
from torch.profiler import ProfilerActivity, profile


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for kind in (ap.profile, profile):
    with kind() as p:
        torch.ones(2)
        with kind() as q:
            torch.zeros(2)
        torch.ones(3)
    print([[e.name for e in (x.function_events if kind is ap.profile else x.events())] for x in (p, q)], torch.autograd._profiler_enabled())
ap.profile().__enter__()
with ap.profile() as p:
    torch.ones(1)
print([e.name for e in p.function_events])
p = ap.profile()
for f in (lambda: repr(p.table()), lambda: p.key_averages(), lambda: p.self_cpu_time_total, lambda: p.total_average()):
    show(f)
print(ProfilerActivity.CPU, [ProfilerActivity.CPU], f"{ProfilerActivity.CUDA}")
for a, b in ((1, 3), (1, 0), (0, 0)):
    show(lambda: _format_time_share(a, b))
spans = (("a", 0, 0, 100), ("b", 0, 10, 50), ("c", 0, 20, 30), ("d", 0, 60, 90), ("e", 1, 5, 95), ("f", 0, 100, 120), ("g", 0, 10, 50), ("h", 0, 50, 60), ("i", 0, 55, 130))
events = EventList([FunctionEvent(i + 1, *span) for i, span in enumerate(spans)])
events._build_tree()
for e in events:
    print(e.name, e.cpu_parent and e.cpu_parent.name, [c.name for c in e.cpu_children], e.self_cpu_time_total)
events = EventList([FunctionEvent(i, "x", 0, 0, 10) for i in range(3)])
events._build_tree()
print(len(events), FunctionEvent(1, "x", 0, 0, 10).input_shapes)
with profile() as p:
    torch.ones(1)
for f in (lambda: p.export_stacks("nowhere"), lambda: p.export_memory_timeline("nowhere")):
    show(f)
