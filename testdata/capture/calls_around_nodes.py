"""What nodes know of the calls around them: modules, operators with bodies, and what of the program they come from, in graphs ahead of time, too."""
import torch
from torch._dynamo.testing import AotEagerAndRecordGraphs, EagerAndRecordGraphs
from torch._higher_order_ops.wrap import wrap


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(3, 3)

    def forward(self, x):
        return self.lin(x).relu() + torch.nn.functional.relu(x)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleList([Block(), Block()])
        self.rest = torch.nn.ModuleDict({"a": torch.nn.Tanh()})

    def forward(self, x):
        for block in self.blocks:
            x = block(x.sin())
        return self.rest["a"](x)


def show(graph, keys=("nn_module_stack", "source_fn_stack")):
    for node in graph.graph.nodes:
        modules, functions = (node.meta.get(key) for key in keys)
        if modules or functions:
            print("  ", node.name, [(path, kind.__name__) for path, kind in (modules or {}).values()], [(name, getattr(fn, "__name__", fn)) for name, fn in functions or ()])
    for name, child in graph.named_children():
        print(name)
        show(child)


backend = AotEagerAndRecordGraphs()
torch.compile(Net(), backend=backend)(torch.ones(2, 3)).sum().backward()
show(backend.graphs[0])
show(backend.fw_graphs[0])
for node in backend.bw_graphs[0].graph.nodes:
    if node.op == "call_function" and not node.name.startswith("t_"):
        print("  ", node.name, node.meta["original_aten"], [name for name, _ in node.meta.get("fwd_source_fn_stack", ())])
backend = EagerAndRecordGraphs()
torch.compile(lambda x: torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), [x]), backend=backend)(torch.ones(3))
for child in ("cond_true_0", "cond_false_0"):
    print([name for node in getattr(backend.graphs[0], child).graph.nodes for name, _ in node.meta.get("source_fn_stack", ())])
