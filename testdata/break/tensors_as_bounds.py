# Bounds of slices that are tensors: the number is asked for, which breaks the graph unless scalar outputs are captured.
import torch

def f(x, r):
    n = torch.clamp(x.sum().long(), 1, 3)
    return r[5 - n : 5 + n, :] + 1

def g(x, r):
    n = x.sum().long()
    r = r.clone()
    r[n:, 0] = 7
    return r

x, r = torch.ones(2), torch.arange(20.).reshape(10, 2)
for fn in f, g:
    torch._dynamo.reset()
    for k in (1.0, 1.5):
        print(torch.equal(torch.compile(fn, backend="eager")(x * k, r), fn(x * k, r)))
