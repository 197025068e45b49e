# Gradients through compiled code agree with eager: breaks, mutation, several outputs, higher order by a second call.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


def several(x, w):
    h = torch.tanh(x @ w)
    return h.sum(), (h * h).mean(), h.detach().max()


def broken(x, w):
    h = x @ w
    torch._dynamo.graph_break()
    h = h.relu() * 2
    return (h - x).pow(2).sum()


def mutates(x, w):
    buffer = torch.zeros(2, 2)
    buffer += x @ w
    buffer[0] *= 3
    buffer.clamp_(max=5)
    return buffer.sum()


def switches(x, w):
    with torch.no_grad():
        scale = (x @ w).abs().max()
    y = x @ w / scale
    with torch.enable_grad():
        return (y * y.detach()).sum()


def loops(x, w):
    for i in range(4):
        x = x @ w if i % 2 else x + w.t()
    return x.sum()


def grads(fn):
    x = torch.tensor([[1.0, 2.0], [3.0, -4.0]], requires_grad=True)
    w = torch.tensor([[0.5, -0.25], [1.0, 0.75]], requires_grad=True)
    out = fn(x, w)
    out = out if isinstance(out, tuple) else (out,)
    sum(o for o in out if o.requires_grad).backward()
    return [o.tolist() for o in out], [o.requires_grad for o in out], x.grad.tolist(), w.grad.tolist()


for fn in (several, broken, mutates, switches, loops):
    torch._dynamo.reset()
    counter.clear()
    want, got = grads(fn), grads(torch.compile(fn, backend=counter))
    close = all(torch.allclose(torch.tensor(a), torch.tensor(b)) for a, b in ((want[2], got[2]), (want[3], got[3])))
    print(fn.__name__, close, got[1], [[round(v, 4) for v in row] for row in got[2]], counter.frame_count)
