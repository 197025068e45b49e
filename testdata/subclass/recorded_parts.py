"""Tensors that hold others in recordings: make_fx records what their class calls; a training step has plain tensors beside them."""
import torch
from torch._dynamo.testing import AotEagerAndRecordGraphs, normalize_gm
from torch.fx.experimental.proxy_tensor import make_fx
from torch.testing._internal.two_tensor import TwoTensor


def inside(a, b):
    held = TwoTensor(a, b)
    r = held.sin() + 1
    return r.a * r.b


print(make_fx(inside)(torch.ones(2), torch.ones(2)).code)


def differentiated(a, b, w):
    held = TwoTensor(a, b).requires_grad_()
    g, h = torch.autograd.grad((held.sin() * w).sum(), [held, w])
    return g.a, g.b, h.a, h.b


print(make_fx(differentiated)(torch.ones(2), torch.ones(2), torch.ones(2, requires_grad=True)).code)
print(make_fx(torch.sin)(TwoTensor(torch.ones(2), torch.ones(2))).code)


def step(f, *args):
    torch._dynamo.reset()
    backend = AotEagerAndRecordGraphs()
    out = torch.compile(f, backend=backend)(*args)
    out.sum().backward()
    for gm in backend.fw_graphs + backend.bw_graphs:
        print("\n".join(line.rstrip() for line in normalize_gm(gm.print_readable(False)).split("\n") if line.strip()))
    print(out, [a.grad for a in args])


def held(*sizes, grad=True):
    return TwoTensor(torch.ones(sizes), torch.full(sizes, 2.0)).requires_grad_(grad)


def written(x, w):
    x.add_(1)
    return x * w


step(lambda x, w: (x * w).sin(), held(2), torch.ones(2, requires_grad=True))
step(torch.nn.functional.linear, held(2, 3), torch.ones(4, 3, requires_grad=True), torch.ones(4, requires_grad=True))
step(written, held(2, grad=False), torch.ones(2, requires_grad=True))
x, w = held(2), torch.ones(2, requires_grad=True)
out = torch.compile(lambda x, w: x * w, backend=AotEagerAndRecordGraphs())(x, w)
try:
    torch.autograd.grad(out, [x, w], torch.ones(2))
except RuntimeError as e:
    print(str(e).splitlines()[:4])
