# How scripts run, are saved and observed; each part under the name of its row in docs/torchscript.md.
import io
import zipfile

import torch
from torch import nn


def row(name):
    print("==", name)


row("D49")
print(torch._C._jit_set_fusion_strategy([("STATIC", 2), ("DYNAMIC", 20)]), torch._C._jit_set_fusion_strategy([("STATIC", 2), ("DYNAMIC", 10)]))
row("D46")
print(torch._C._get_graph_executor_optimize(), torch._C._get_graph_executor_optimize(False), torch._C._get_graph_executor_optimize(True))

row("D27")
torch._C._jit_set_profiling_executor(False)


@torch.jit.script
def f(x, n: int):
    y = x + 1
    z = x + 1
    for i in range(n):
        y = y * 2 + z
    return y


def plans():
    return len(f.get_debug_state().execution_plans)


print(f(torch.ones(3, 4), 2).sum(), plans())
f(torch.ones(5, 6), 5)
print(plans())
f(torch.ones(5), 5)
print(plans(), [str(next(p.graph.inputs()).type()) for p in f.get_debug_state().execution_plans.values()])
graph = next(iter(f.get_debug_state().execution_plans.values())).graph
print([n.kind() for n in graph.nodes() if n.kind() != "prim::Constant"], len(graph.findAllNodes("aten::add")))

row("D28")
f(torch.ones(5).double(), 5)
x = torch.ones(5, requires_grad=True)
f(x, 9).sum().backward()
print(plans(), x.grad, {type(k).__name__ for k in f.get_debug_state().execution_plans}, f(torch.ones(2), 17))
torch._C._jit_set_profiling_executor(True)

row("D40")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x):
        return self.linear(x) * torch.tensor([1.0, 2.0])


torch.manual_seed(0)
net = torch.jit.script(Net())
file = io.BytesIO()
torch.jit.save(net, file, _extra_files={"note": "hello"})
with zipfile.ZipFile(file) as z:
    names = {n.split("/", 1)[1] for n in z.namelist()}
print({"data.pkl", "constants.pkl", "version", "code/__torch__.py", "data/0", "constants/0"} <= names)
file.seek(0)
loaded = torch.jit.load(file)
x = torch.ones(1, 2)
print(torch.equal(loaded(x), net(x)))
row("D41")
extra = {"note": ""}
file.seek(0)
loaded = torch.jit.load(file, map_location="cpu", _extra_files=extra)
print(extra, loaded.linear.weight.device)
row("D50")
print(loaded.original_name, type(loaded).__name__, isinstance(loaded, Net), loaded.code == net.code)

row("D45")
with torch.autograd.profiler.profile() as prof:
    with torch.autograd.profiler.record_function("model_forward"):
        net(x)
table = prof.key_averages().table(sort_by="self_cpu_time_total")
print([t for t in ("Name", "Self CPU %", "CPU total", "# of Calls", "model_forward", "aten::linear") if t in table])

row("D47")
library = torch.library.Library("tour_ops", "DEF")
library.define("scaled(Tensor x, int y) -> Tensor")
library.impl("scaled", lambda x, y: x * y, "CPU")


@torch.jit.script
def custom(x):
    return torch.ops.tour_ops.scaled(x, 3)


print(torch.ops.tour_ops.scaled(x, 3), custom(x), [n.kind() for n in custom.graph.nodes()][-1])
