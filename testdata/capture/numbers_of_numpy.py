# Numbers of numpy in traced code: what is known of them, what the graph reads, sizes, and arrays that change in place.
import numpy as np
import torch
from torch._dynamo.testing import EagerAndRecordGraphs


def attempt(f, **options):
    torch._dynamo.reset()
    x = torch.arange(24.0).reshape(4, 6)
    expected = f(x)
    backend = EagerAndRecordGraphs()
    try:
        print(torch.equal(torch.as_tensor(torch.compile(f, backend=backend, **options)(x)), torch.as_tensor(expected)), len(backend.graphs))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


def f1(x):
    a = np.array(3.)
    b = a
    a += 1
    return x + b.item()


def f2(x):
    a = np.array(3.)
    b = a.reshape(1)
    b[0] = 9
    return x + a.item()


def f3(x):
    a = np.array(3.)
    np.add(a, 1, out=a)
    return x + a.item()


for options in ({}, {"fullgraph": True}):
    print(options)
    for f in (lambda x: x / np.sqrt(x.shape[-1]), lambda x: x * np.log(10) + np.pi, lambda x: torch.zeros(np.prod(x.shape[:1])) + x[:, 0], lambda x: x.narrow(0, 0, np.int64(2)),
              lambda x: x[np.int64(1)], lambda x: x[:int(np.ceil(2.5))], lambda x: x.clamp(np.float32(1), np.float64(3)), lambda x: x + float(np.sqrt(4)),
              lambda x: x.repeat(np.int64(2), 1), lambda x: x.expand(np.int64(4), 6) + 1, lambda x: torch.pow(x, np.float64(2)), lambda x: x.add(1, alpha=np.float64(2)),
              lambda x: x + np.float32(0.1).item(), lambda x: x.reshape(np.prod(x.shape[1:]), -1), lambda x: torch.full((2,), np.float32(1.5))):
        attempt(f, **options)
print("arrays that change")
for f in (f1, f2, f3):
    attempt(f, fullgraph=True)
print("graphs")
for f in (lambda x: x + np.array([1, 2]).sum().item(), lambda x: x + float(np.array([1, 2.5]).sum()), lambda x: x + int(np.arange(3).max()), lambda x: x + np.ones(2).sum().item(),
          lambda x: x + int(np.prod([1, 2, 3])), lambda x: x + int(np.mean([2, 3])), lambda x: x + int(np.zeros(1)[0])):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    print(torch.compile(f, backend=backend, fullgraph=True)(torch.ones(2)))
    print(backend.graphs[0].code.strip())
