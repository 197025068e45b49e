"""What the profiler records, as far as it does not depend on time or on how operators are made."""
import json
import os
import tempfile

import torch
from torch.autograd.profiler_util import _format_memory, _format_time, _format_time_share
from torch.profiler import ProfilerAction, ProfilerActivity, profile, record_function, schedule

net, x = torch.nn.Linear(3, 4), torch.randn(2, 3)
with profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True) as prof:
    with record_function("inference"):
        net(x).relu().sum().backward()
counts = {e.key: e.count for e in prof.key_averages()}
for key in ("inference", "aten::linear", "aten::addmm", "aten::relu", "aten::mm", "aten::t", "AddmmBackward0", "SumBackward0",
            "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad"):
    print(key, counts[key])
by_name = {e.name: e for e in prof.events()}
print(by_name["aten::linear"].cpu_parent.name, by_name["aten::addmm"].cpu_parent.name, by_name["inference"].cpu_parent)
print(by_name["aten::linear"].input_shapes, by_name["aten::relu"].input_shapes)
print(prof.key_averages().table(sort_by="cpu_time_total", row_limit=10).split("\n")[1].split())
linear = by_name["aten::linear"]
print(linear.cpu_time_total >= linear.self_cpu_time_total >= 0, linear.time_range.start <= linear.time_range.end)
print([e.count for e in prof.key_averages(group_by_input_shape=True) if e.key == "aten::linear"])

steps = schedule(skip_first=1, wait=1, warmup=1, active=2, repeat=2)
print([steps(i).name for i in range(12)], ProfilerAction.RECORD_AND_SAVE)
ready = []
with profile(schedule=schedule(wait=1, warmup=1, active=2, repeat=1), on_trace_ready=lambda p: ready.append((p.step_num, sorted({e.name for e in p.events() if "Step" in e.name})))) as prof:
    for _ in range(6):
        net(x)
        prof.step()
print(ready)


@record_function("decorated")
def double(t):
    return t * 2


with torch.autograd.profiler.profile(with_flops=True) as prof:
    double(x) @ x.t()
print([e.name for e in prof.function_events if e.name in ("decorated", "aten::mm")], [e.flops for e in prof.function_events if e.name == "aten::mm"])
print(torch.autograd._profiler_enabled(), prof.total_average().key, prof.self_cpu_time_total > 0)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "trace.json")
    prof.export_chrome_trace(path)
    with open(path) as f:
        trace = json.load(f)
print("traceEvents" in trace, "aten::mm" in [e["name"] for e in trace["traceEvents"]])
print(_format_time(1500.0), _format_memory(3 * 2**20), _format_time_share(1, 3))
for wrong in (lambda: schedule(wait=-1, warmup=0, active=1), lambda: torch.autograd.Variable._execution_engine.queue_callback(print)):
    try:
        wrong()
    except (AssertionError, RuntimeError) as e:
        print(type(e).__name__, e)
once = torch.autograd.profiler.profile()
with once:
    pass
try:
    once.__enter__()
except RuntimeError as e:
    print(e)
