"""Code that shows each parameter and each result on a line with what it is said to be; the joint graph of a module, with and without that."""
import torch, contextlib
from torch._functorch.aot_autograd import aot_export_joint_with_descriptors
m = torch.nn.Linear(2, 3)
with contextlib.ExitStack() as st:
    j = aot_export_joint_with_descriptors(st, m, (torch.ones(1, 2),))
    print(j.graph_module.print_readable(print_output=False, expanded_def=True).replace("/usr/lib/python3/dist-packages/torch/", "<magneto>/lib/torch/"))
    print(j.graph_module.print_readable(print_output=False).replace("/usr/lib/python3/dist-packages/torch/", "<magneto>/lib/torch/"))
    print(type(j.graph_module).__name__, j.graph_module._get_name())
def f(x, y): return x + 1, {"a": [y, 3]}
g = torch.fx.symbolic_trace(f)
for n in g.graph.nodes:
    if n.op == "placeholder": n.meta["desc"] = "D " + n.name
g.graph.output_node().meta["desc"] = ["o1", "o2"]
print(g.print_readable(print_output=False, expanded_def=True))
print(g.graph.python_code("self", expanded_def=True).src)
print(g.graph.python_code("self").src)
g = torch.fx.symbolic_trace(lambda x, y: (x, y))
g.graph.output_node().meta["desc"] = ["o1", "o2"]
print(g.print_readable(print_output=False, expanded_def=True))
g = torch.fx.symbolic_trace(lambda x, y: [x, y])
g.graph.output_node().meta["desc"] = ["o1", 3]
print(g.print_readable(print_output=False, expanded_def=True))
g = torch.fx.symbolic_trace(lambda x: (x,))
g.graph.output_node().meta["desc"] = ["o1"]
print(g.print_readable(print_output=False, expanded_def=True))
g = torch.fx.symbolic_trace(lambda x: x)
g.graph.output_node().meta["desc"] = ["o1"]
print(g.print_readable(print_output=False, expanded_def=True))
g = torch.fx.symbolic_trace(lambda x: (x, x))
g.graph.output_node().meta["desc"] = ["o1"]
try: print(g.print_readable(print_output=False, expanded_def=True))
except Exception as e: print(type(e).__name__, e)
def k(x, y=3): return x + y
g = torch.fx.symbolic_trace(k)
print(g.print_readable(print_output=False, expanded_def=True))
