# Compilers that a script gives to aot_autograd get graphs that compute sizes: powers, least and greatest, quotients.
import torch
from torch._dynamo.backends.common import aot_autograd

targets = []


def compiler(gm, inputs):
    targets.append([getattr(n.target, "__name__", str(n.target)) for n in gm.graph.nodes if n.op == "call_function" and not isinstance(n.target, torch._ops.OpOverload)])
    return gm.forward


backend = aot_autograd(fw_compiler=compiler)
for name, f, calls in (
    ("square", lambda a: a.flatten(0, 1) + 1, [(torch.ones(3, 3),), (torch.ones(5, 5),)]),
    ("cube", lambda a: a.flatten() * 2, [(torch.ones(3, 3, 3),), (torch.ones(4, 4, 4),)]),
    ("half", lambda a, b: a.view(-1)[: b.shape[0] // 2] + torch.zeros(b.shape[0] // 2), [(torch.ones(4, 4), torch.ones(6)), (torch.ones(5, 4), torch.ones(9))]),
    ("greatest", lambda a: torch.zeros(max(a.shape[0], 4) * 2) + 1, [(torch.ones(7),), (torch.ones(3),)]),
    ("gradient", lambda a: (a.flatten(0, 1).amax(0, keepdim=True) * a.shape[0]).sum(), [(torch.ones(3, 3, requires_grad=True),), (torch.ones(4, 4, requires_grad=True),)]),
):
    torch._dynamo.reset()
    targets.clear()
    compiled = torch.compile(f, backend=backend, dynamic=True)
    for args in calls:
        got = compiled(*args)
        if got.requires_grad:
            got.backward()
            print(round(args[0].grad.sum().item(), 3))
        print(name, torch.equal(got, f(*args)), got.shape)
    print(targets[0])
