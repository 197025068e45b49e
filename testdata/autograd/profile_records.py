# What a profile records beside times: inputs, sequence numbers, trees, traces in Chrome's format.
import json
import os
import tempfile

import torch
from torch import nn
from torch._C._profiler import _ExtraFields_PyCall, _ExtraFields_TorchOp, _RecordFunctionFast, RecordScope
from torch.profiler import ProfilerActivity, profile, record_function, schedule


def tree(events, depth=0):
    for e in events:
        yield "  " * depth + e.name
        yield from tree(e.children, depth + 1)


def flat(events):
    for e in events:
        yield e
        yield from flat(e.children)


a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
with profile(record_shapes=True) as p:
    with record_function("annotated"):
        z = a * b
    c = torch.cat([z, z]).sin()
    strided = torch.arange(12.0).as_strided((4, 3), (1, 4))
    full = torch.ones((64, 32), dtype=torch.float32)
    c.sum().backward()
    p.add_metadata("word", "value")
    p.add_metadata_json("list", "[1, 2]")
for e in p.events():
    if e.name in ("annotated", "aten::mul", "aten::cat", "aten::sin", "aten::ones", "SinBackward0", "MulBackward0") and e.input_shapes:
        print(e.name, e.input_shapes, e.concrete_inputs, e.scope, e.is_user_annotation)
top = [e.name for e in p.profiler.kineto_results.experimental_event_tree()]
print([n for n in top if "evaluate" not in n])
op = next(e for e in flat(p.profiler.kineto_results.experimental_event_tree()) if e.name == "aten::cat")
print(isinstance(op.extra_fields, _ExtraFields_TorchOp), op.tag, op.extra_fields.scope, [[m.sizes, m.strides, m.dtype] for m in op.extra_fields.inputs[0]], op.extra_fields.inputs[1])
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "trace.json")
    p.export_chrome_trace(path)
    trace = json.load(open(path))
print(trace["word"], trace["list"], trace["record_shapes"])
events = trace["traceEvents"]
named = {e["ts"]: e["name"] for e in events if e["ph"] == "X" and e["cat"] == "cpu_op"}
print([(e["ph"], e["id"], named[e["ts"]]) for e in events if e.get("cat") == "fwdbwd" and e["ph"] == "f"])
cat = next(e for e in events if e["name"] == "aten::cat")
print(cat["args"]["Input type"], cat["args"]["Input Dims"], cat["args"]["Concrete Inputs"])
ones = next(e for e in events if e["name"] == "aten::ones")
print(ones["args"]["Input type"], ones["args"]["Concrete Inputs"])

with profile(record_shapes=True) as p:
    with _RecordFunctionFast("fast", [a, 7, 0.5, False, "text"], {"key": 1, "word": "x"}):
        a.add(b)
e = next(e for e in p.events() if e.name == "fast")
print(e.input_shapes, e.concrete_inputs, e.kwinputs)

with profile(with_stack=True) as p:
    nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))(torch.ones(1, 2))
print([(e.name, e.extra_fields.module.cls_name, sorted(n for n, *_ in e.extra_fields.module.parameters))
       for e in flat(p.profiler.kineto_results.experimental_event_tree()) if isinstance(e.extra_fields, _ExtraFields_PyCall) and e.extra_fields.module])

net = nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
with profile() as p:
    optimizer.zero_grad()
    net(torch.ones(1, 2)).sum().backward()
    optimizer.step()
print([e.name for e in p.events() if "#" in e.name])

with profile(activities=[ProfilerActivity.CPU]) as p:
    with record_function("seen"):
        torch.ones(1)
    p.toggle_collection_dynamic(False, [ProfilerActivity.CPU])
    with record_function("not seen"):
        torch.ones(1)
    p.toggle_collection_dynamic(True, [ProfilerActivity.CPU])
    with record_function("seen again"):
        print(torch.autograd.profiler._is_profiler_enabled)
print([e.name for e in p.events() if "seen" in e.name], torch.autograd.profiler._is_profiler_enabled, RecordScope.USER_SCOPE, repr(RecordScope.FUNCTION))

steps = []
with profile(schedule=schedule(wait=1, warmup=1, active=2, repeat=2), on_trace_ready=lambda p: steps.append(p.step_num), acc_events=True) as p:
    for _ in range(10):
        torch.ones(1)
        p.step()
print(steps, sum(e.name == "aten::ones" for e in p.events()))

# Elements that lie apart are seen in another shape by an operator of its own, where nobody looks at operators.
leaf = torch.ones(3, 2, requires_grad=True)
shapes = [leaf[:, :1].reshape(3), torch.flatten(leaf[:, :1]), leaf.t().reshape(2, 3), leaf.reshape(6), leaf.t().reshape(6), leaf[:, :1].view(3), torch.func.vmap(lambda x: x[:, :1].reshape(3))(leaf[None])]
print([s.grad_fn.name() for s in shapes])
shapes[0].mul(2).sum().backward()
print(leaf.grad, torch.ops.aten._reshape_alias(leaf.t(), [3, 2], [1, 3]))
with profile() as p:
    leaf[:, :1].reshape(3)
print([e.name for e in p.events()])
