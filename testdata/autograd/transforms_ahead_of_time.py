"""Transforms of torch.func in graphs that compilers of scripts get."""
import torch
from torch._dynamo.testing import AotEagerAndRecordGraphs

x = torch.arange(3.0)
m = torch.arange(6.0).reshape(2, 3)


def gradient_of_sum(f):
    return torch.func.grad(lambda a: f(a).sum())


cases = {
    "vmap": (lambda m: torch.vmap(lambda a: a.sin().sum())(m), m), "vmap along 1": (lambda m: torch.vmap(lambda a: a * 2, in_dims=1, out_dims=1)(m), m),
    "vmap of vmap": (lambda m: torch.vmap(torch.vmap(lambda a: a * 2))(m), m), "grad": (gradient_of_sum(torch.sin), x), "grad of grad": (gradient_of_sum(gradient_of_sum(lambda a: a ** 3)), x),
    "vmap of grad": (lambda m: torch.vmap(gradient_of_sum(lambda a: a * a))(m), m), "jvp": (lambda x: torch.func.jvp(torch.sin, (x,), (x,)), x),
    "vjp": (lambda x: torch.func.vjp(torch.sin, x)[1](x), x), "jacrev": (lambda x: torch.func.jacrev(torch.sin)(x), x), "jacfwd": (lambda x: torch.func.jacfwd(torch.sin)(x), x),
    "hessian": (lambda x: torch.func.hessian(lambda a: (a ** 3).sum())(x), x),
}
for name, (f, arg) in cases.items():
    for needs_grad in (False, True):
        torch._dynamo.reset()
        given = arg.clone().requires_grad_(needs_grad)
        backend = AotEagerAndRecordGraphs()
        out = torch.compile(f, backend=backend, fullgraph=True)(given)
        leaves = [t for t in torch.utils._pytree.tree_leaves(out) if t.requires_grad]
        if leaves:
            sum(t.sum() for t in leaves).backward()
        print(name, [t.detach() for t in torch.utils._pytree.tree_leaves(out)], given.grad, len(backend.fw_graphs), len(backend.bw_graphs))
torch._dynamo.reset()
backend = AotEagerAndRecordGraphs()
torch.compile(lambda m: torch.vmap(lambda a: a.sin().sum())(m), backend=backend)(m)
print("\n".join(line for line in backend.fw_graphs[0].print_readable(False).split("\n") if line.strip() and "#" not in line))
