# Code with the user's lines, shapes and colours, with a parameter on each line, and with complex numbers whose parts Python's notation would lose.
import re

import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))

    def forward(self, x):
        y = x * self.w
        return y.relu(), x.sum(), x.unbind(0)


def shown(text):
    print(re.sub(r"File: \S*/", "File: ", text).replace("\x1b", "<esc>"))


program = torch.export.export(Scaled(), (torch.ones(2, 2),))
module = program.module()
print([n.meta.get("val").shape for n in module.graph.nodes if n.op in ("placeholder", "get_attr")])
shown(module.print_readable(print_output=False, include_stride=True, include_device=True))
shown(module.print_readable(print_output=False, colored=True, include_device=True))
shown(module.graph.python_code("self", verbose=True).src)
shown(program.graph_module.print_readable(print_output=False, expanded_def=True))
shown(program.graph.python_code("self", expanded_def=True).src)


def mixed(x):
    return x.add(3, alpha=2.5).sum((0,), True).to(torch.float32).foo(None, "a", {"k": 1}, slice(None, 1, 2), ..., 1 + 2j) + 5 - x[0, 1:, None]


graph_module = torch.fx.symbolic_trace(mixed)
for node in graph_module.graph.nodes:
    node.meta["note"] = node.name.upper()
shown(graph_module.print_readable(print_output=False, colored=True, additional_meta=["note"]))
for number in (1j, complex(1, 0), 1 + 2j, complex(0, float("inf")), [2j], {"a": 2j}):
    g = torch.fx.Graph()
    x = g.placeholder("x")
    g.output(g.call_function(torch.add, (x, number)))
    print(g.python_code("self").src.split("\n")[4])
