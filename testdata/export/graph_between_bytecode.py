# dynamo_graph_capture_for_export: Dynamo's graph between the code that Dynamo makes in front of it and behind it.
import contextlib

import torch
from torch._dynamo.functional_export import dynamo_graph_capture_for_export
from torch._functorch.aot_autograd import aot_compile_joint_with_descriptors, aot_export_joint_with_descriptors

torch.manual_seed(0)


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(3, 2)
        self.register_buffer("b", torch.ones(2))

    def forward(self, x, *, y=None):
        out = self.l(x) + self.b
        return {"a": out if y is None else out * y, "b": (x + 1, "text")}


m = M()
gm = dynamo_graph_capture_for_export(m)(torch.ones(4, 3))
print(gm.code)
print(gm.graph)
print(gm(torch.zeros(4, 3))["b"], torch.equal(gm(torch.ones(4, 3))["a"], m(torch.ones(4, 3))["a"]))
print([n for n, _ in gm.named_parameters()], [n for n, _ in gm.named_buffers()], sorted(gm.state_dict()) == sorted(m.state_dict()), gm.training)
gradients = torch.autograd.grad(gm(torch.ones(4, 3))["a"].sum(), list(m.parameters()))
print([g.tolist() for g in gradients])


def fn(x, d, *args, k=3, **kw):
    return x + d["a"][0] * k, [args[0] - kw["z"]], 5, "s", None, x


gm = dynamo_graph_capture_for_export(fn)(torch.ones(1), {"a": [torch.ones(1)]}, torch.ones(1), z=torch.ones(1))
print(gm.code, gm(torch.zeros(1), {"a": [torch.ones(1)]}, torch.ones(1), z=torch.zeros(1)))


class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(3, 2)

    def forward(self, x):
        return self.l(x).relu()


n, x = N(), torch.randn(4, 3)
gm = dynamo_graph_capture_for_export(n)(x)
with contextlib.ExitStack() as stack:
    joint = aot_export_joint_with_descriptors(stack, gm, (x,))
    print(joint.graph_module.code, joint.params_spec)
    compiled = aot_compile_joint_with_descriptors(joint)
print(torch.equal(compiled(*n.parameters(), x), n(x)))
try:
    dynamo_graph_capture_for_export(lambda x: (x.shape[0], "a"))(torch.ones(2))
except AssertionError as e:
    print(e)
