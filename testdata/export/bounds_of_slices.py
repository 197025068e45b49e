# What exporting knows of slices, parts and elements whose bounds depend on data: bounds that are not negative are cut off at the size, assertions
# say which lie within it, all else is a number of its own; where those come from is noted at their nodes, in archives and decomposed programs too.
import io

import torch
from torch.export import Dim, export


def show(name, check, slice, shapes):
    class M(torch.nn.Module):
        def forward(self, n, y):
            n = n.item()
            check(n, y)
            return slice(y, n)

    ep = export(M(), (torch.tensor(3), torch.arange(10.0)), dynamic_shapes=shapes)
    value = [node.meta["val"] for node in ep.graph.nodes if str(node.target).startswith(("aten.slice", "aten.narrow", "aten.select"))][0]
    print(name, value.shape, value.storage_offset(), ep.range_constraints)
    print("  ", [node.name for node in ep.graph.nodes if node.op == "call_function"])


def least(n, y):
    torch._check(n >= 0)


def below(n, y):
    torch._check(n >= 0)
    torch._check(n < y.shape[0])


def within(n, y):
    torch._check(n >= 0)
    torch._check(n <= y.shape[0])


slices = {
    "y[n:]": lambda y, n: y[n:], "y[:n]": lambda y, n: y[:n], "y[:-n]": lambda y, n: y[:-n], "y[-n:]": lambda y, n: y[-n:], "y[n:n + 2]": lambda y, n: y[n:n + 2],
    "y[1:n]": lambda y, n: y[1:n], "y[n:7]": lambda y, n: y[n:7], "y[n]": lambda y, n: y[n], "y.narrow(0, 0, n)": lambda y, n: y.narrow(0, 0, n),
}
for name, slice in slices.items():
    for check in (lambda n, y: None, least, below, within):
        for shapes in (None, (None, {0: Dim.DYNAMIC})):
            show(f"{check.__name__} {name}", check, slice, shapes)


class Origins(torch.nn.Module):
    def forward(self, x):
        n = x.max().item()
        torch._check(n > 0)
        torch._check(n < 20)
        return n + 1, x.sum(dtype=torch.float64).item(), x[x > 2], torch.unique(x, return_counts=True), torch.arange(30)[n:]


ep = export(Origins(), (torch.tensor([4, 2]),))
file = io.BytesIO()
torch.export.save(ep, file)
file.seek(0)
for program in (ep, torch.export.load(file), ep.run_decompositions()):
    for node in program.graph.nodes:
        if "unbacked_bindings" in node.meta:
            print(node.name, node.meta["unbacked_bindings"], ["".join(map(str, path)) for path in node.meta["unbacked_bindings"].values()])
    print([str(node.meta["val"]) for node in program.graph.nodes if node.name.startswith(("ge", "le")) and "u0" in str(node.meta["val"])])


class Again(torch.nn.Module):
    def forward(self, x):
        n = x.item()
        torch._check(n > 0)
        torch._check(n < 20)
        return n + 1


print(export(export(Again(), (torch.tensor(4),)).module(), (torch.tensor(4),)).graph_module.code)
