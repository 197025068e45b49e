# Tensors made of others that compiled code makes, and what they are made of; buffers likewise.
import torch
from torch.testing._internal.two_tensor import TwoTensor


def backend(gm, inputs):
    print(gm.code.strip())
    return gm


def show(fn, *args):
    torch._dynamo.reset()
    print("==", fn.__name__)
    print(torch.compile(fn, backend=backend, fullgraph=True)(*args))


def parts(a, b):
    t = TwoTensor(a, b)
    y = t * 2
    return y.a + 1, y.b, type(t) is TwoTensor, isinstance(y, TwoTensor), y.shape


def returned(a):
    t = TwoTensor(a + 1, a * 2)
    return t


def in_place(a, b):
    t = TwoTensor(a.clone(), b)
    t.add_(1)
    return t


def of_input(t):
    y = t.sum(0)
    return y.a, y.b.shape


def outer(t):
    t.mul_(2)
    return t


def inner(t):
    t.a.add_(1)
    return t + 1


def buffer(x):
    b = torch.nn.Buffer(x)
    return b + 1, isinstance(b, torch.nn.Buffer)


x = torch.ones(3)
show(parts, x, x)
show(returned, x)
show(in_place, x, x)
show(of_input, TwoTensor(torch.ones(3, 2), torch.zeros(3, 2)))
show(outer, TwoTensor(torch.ones(3), torch.ones(3)))
show(inner, TwoTensor(torch.ones(3), torch.zeros(3)))
show(buffer, x)
made = torch.compile(lambda a, b: (TwoTensor(a, b) * 2).sum(), backend="aot_eager")
a = torch.ones(3, requires_grad=True)
r = made(a, a)
print(type(r).__name__, r.a, r.b)
