# Hooks for saved tensors, and the checkpoints made of them, are refused within and around torch.func's derivatives.
import torch
from torch.autograd.graph import saved_tensors_hooks
from torch.func import grad, jacrev, jvp, vjp, vmap
from torch.utils.checkpoint import checkpoint


def checkpointed(x):
    return checkpoint(lambda y: (y * y).relu(), x, use_reentrant=False).sum()


def hooked(x):
    with saved_tensors_hooks(lambda t: t, lambda t: t):
        return (x * x).sum()


def nested(x):
    inner = grad(lambda y: (y * y).sum())(x)
    return hooked(inner)


x = torch.ones(3)
for name, call in {
    "grad": lambda f: grad(f)(x),
    "vmap of grad": lambda f: vmap(grad(f))(x[None]),
    "vmap": lambda f: vmap(f)(x[None]),
    "vjp": lambda f: vjp(f, x)[1](torch.tensor(1.0)),
    "jacrev": lambda f: jacrev(f)(x),
}.items():
    for f in (checkpointed, hooked, nested):
        try:
            print(name, f.__name__, call(f))
        except RuntimeError as e:
            print(name, f.__name__, str(e).splitlines()[0])
with saved_tensors_hooks(lambda t: t, lambda t: t):
    try:
        grad(lambda y: (y * y).sum())(x)
    except RuntimeError as e:
        print(e)
print(grad(lambda y: (y * y).sum())(x))
with torch.autograd.graph.disable_saved_tensors_hooks("none here"):
    try:
        hooked(x)
    except RuntimeError as e:
        print(e)
print(hooked(x), jvp(hooked, (x,), (x,)))
print(jvp(checkpointed, (x,), (x,)))
with torch.autograd.forward_ad.dual_level():
    print(torch.autograd.forward_ad.unpack_dual(checkpointed(torch.autograd.forward_ad.make_dual(x, x))))
