# Programs that are exported again, compiled whole, or go through archives several times: arguments behind a star, and numbers that depend on data.
import io

import torch
from torch.export import Dim, export, load, save


def archived(ep):
    file = io.BytesIO()
    save(ep, file)
    file.seek(0)
    return load(file)


class Starred(torch.nn.Module):
    def forward(self, x, *args, k=None, **more):
        return x.sin() + args[0] * k + more["z"]


class OfData(torch.nn.Module):
    def forward(self, x):
        return x.nonzero(), x.sum().item(), torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,)), x.shape[0] * 2


x = torch.tensor([0.0, 1.0, 2.0])
for strict in (False, True):
    ep = export(Starred(), (x, x), {"k": x, "z": x}, strict=strict)
    again = export(ep.module(), (x, x), {"k": x, "z": x}, strict=True)
    print(again.graph_signature.user_inputs, again.module()(x, x, k=x, z=x))
    read = archived(archived(ep))
    print(read.module_call_graph[0].signature.forward_arg_names, read.module()(x, x, k=x, z=x))

for shapes in (None, {"x": {0: Dim.DYNAMIC}}):
    read = archived(archived(export(OfData(), (x,), dynamic_shapes=shapes)))
    print(read.module()(x))
    print([n.name for n in read.graph.nodes if "val" in n.meta and isinstance(n.meta["val"], torch.Tensor)])

program = export(Starred(), (x, x), {"k": x, "z": x}, dynamic_shapes={"x": {0: Dim("n")}, "args": ({0: Dim("n")},), "k": {0: Dim("n")}, "more": {"z": {0: Dim("n")}}}).module()
print(torch.compile(program, backend="eager", fullgraph=True)(x, x, k=x, z=x))
try:
    program(x, x, k=x, z=torch.ones(4))
except AssertionError as e:
    print(e)
