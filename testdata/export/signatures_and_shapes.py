# Exported programs: graphs of operators, inputs by kind, tied parameters, constants, nested arguments, and sizes that stay open.
import torch
from torch.export import Dim, export


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 3)
        self.again = self.fc
        self.register_buffer("scale", torch.tensor([2.0]))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)
        self.shift = torch.tensor([1.0, 2.0, 3.0])

    def forward(self, x, options):
        h = self.again(self.fc(x)).relu() * self.scale + self.shift
        return {"h": h - options["bias"][0], "rows": x.shape[0]}, self.scratch + 1


net = Net()
args = (torch.ones(2, 3), {"bias": [torch.ones(3)], "k": 4})
ep = export(net, args, dynamic_shapes={"x": {0: Dim("b", max=10)}, "options": {"bias": [None], "k": None}})
print(ep.graph)
print(ep.graph_signature)
print(ep.range_constraints, list(ep.state_dict), [name for name, _ in ep.named_parameters()])
signature = ep.graph_signature
print(signature.parameters, signature.buffers, signature.non_persistent_buffers, signature.lifted_tensor_constants, signature.user_inputs)
run = ep.module()
big = torch.rand(7, 3)
for other in (big, big[:3]):
    got, want = run(other, args[1]), net(other, args[1])
    print(torch.equal(got[0]["h"], want[0]["h"]), got[0]["rows"], torch.equal(got[1], want[1]))
for bad in (torch.ones(11, 3), torch.ones(2, 4)):
    try:
        run(bad, args[1])
    except AssertionError as e:
        print(e)
try:
    ep(big, args[1])
except RuntimeError as e:
    print(e)


class Flags(torch.nn.Module):
    def forward(self, x):
        print("exporting", torch.compiler.is_exporting(), torch.compiler.is_compiling())
        y = x.view(-1)
        y.mul_(2)
        return x + 1


ep = export(Flags(), (torch.ones(2, 2),))
print([str(n.target) for n in ep.graph.nodes if n.op == "call_function"])
x = torch.ones(2, 2)
print(ep.module()(x), x)
