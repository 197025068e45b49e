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

# What is computed again runs under the autocasting of the forward pass, whatever is in force in backward
halves = torch.randn(4, 4, requires_grad=True)
for reentrant in (False, True):
    with torch.autocast("cpu", torch.bfloat16):
        product = checkpoint(lambda x: x @ x, halves, use_reentrant=reentrant)
    product.float().sum().backward()
    print(product.dtype, halves.grad.dtype, halves.grad.shape)
    halves.grad = None

# A policy is asked once for each operator, and never about detach
from torch.utils.checkpoint import SAC_IGNORED_OPS, CheckpointPolicy, create_selective_checkpoint_contexts

asked = []


def policy(context, op, *args, **kwargs):
    asked.append((context.is_recompute, context.op_output is None, str(op)))
    return op is torch.ops.aten.sin.default


kept = checkpoint(lambda x: x.sin().view(2, 8).detach().exp() * x.view(2, 8), halves, use_reentrant=False, context_fn=lambda: create_selective_checkpoint_contexts(policy))
kept.sum().backward()
print(asked, len(SAC_IGNORED_OPS), [p.name for p in CheckpointPolicy])
