# Checkpointed functions run again in backward: once for each backward pass, with the same random numbers, and what they save is compared.
import torch, warnings
from torch.utils.checkpoint import checkpoint
warnings.simplefilter("always")
n = 0
def f(x):
    global n; n += 1
    return (x.sin() * x).cos()
for kw in ({}, {"use_reentrant": False}, {"use_reentrant": True}):
    n = 0
    x = torch.ones(3, requires_grad=True)
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        y = checkpoint(f, x, **kw)
    print(kw, n, type(y.grad_fn).__name__, [str(i.message)[:80] for i in w])
    y.sum().backward(retain_graph=True); print(n, x.grad)
    y.sum().backward(); print(n, x.grad)
flag = [True]
def g(x):
    y = x.sin()
    if flag[0]: return y.exp()
    return y * 2 
for check in ("default", "none"):
    flag[0] = True
    x = torch.ones(3, requires_grad=True)
    y = checkpoint(g, x, use_reentrant=False, determinism_check=check)
    flag[0] = False
    try:
        y.sum().backward(); print(x.grad)
    except Exception as e: print(type(e), str(e)[:200])
x = torch.ones(3, requires_grad=True)
torch.manual_seed(0)
d = torch.nn.Dropout(0.5)
x = torch.ones(6, requires_grad=True)
y = checkpoint(lambda x: d(x) * 3, x, use_reentrant=False)
torch.rand(3)
y.sum().backward(); print(torch.equal(x.grad, y.detach()), torch.rand(1))
