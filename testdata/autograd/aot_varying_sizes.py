# Functions compiled ahead of time for sizes that vary: sizes are read where they are needed, and the backward graph is told those that it reads.
import torch
from functorch.compile import aot_function, make_boxed_func
from torch._dynamo.backends.common import aot_autograd


def show(g, _):
    print(g.code.strip())
    return g


def scaled(a):
    return a * a.shape[0], a.sum(0)


def flat(a):
    return a.reshape(-1) * 2


def doubled(a, b):
    return (a @ b).relu(), a.new_zeros(a.shape[0] * 2)


for f, shapes in (scaled, [(3, 4), (5, 4)]), (flat, [(4, 2), (5, 2), (2, 3)]):
    call = aot_function(f, show, dynamic=True)
    for shape in shapes:
        a = torch.ones(shape, requires_grad=f is flat)
        out = call(a)
        print([tuple(o.shape) for o in ([out] if isinstance(out, torch.Tensor) else out)])
        if a.requires_grad:
            out.sum().backward()
            print(a.grad)


def boxed(g, _):
    print(g.code.strip().split("\n")[0], len(g.graph.output_node().args[0]))
    return make_boxed_func(g.forward)


compiled = torch.compile(flat, backend=aot_autograd(fw_compiler=boxed, bw_compiler=boxed), dynamic=True)
compiled(torch.ones(4, 3, requires_grad=True)).sum().backward()
