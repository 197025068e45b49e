# Hooks on nodes when they are made, on several gradients at once, and the type that gradients of a leaf have.
import torch
from torch.autograd.graph import node_creation_hook, register_multi_grad_hook
from torch.utils.checkpoint import checkpoint


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


def attempt(f):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)


x, w = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
with node_creation_hook(lambda n: print("made", n.name(), len(n.next_functions))):
    y = (x * 2 + w).sum()
    x[0:2].clone().mul_(3)
    with torch.no_grad():
        x + 1
    torch.cat([x, w]), x.max(0), torch.split(x, 1)
    Twice.apply(x)
    torch.autograd.grad((x ** 2).sum(), x, create_graph=True)
y.backward()
with node_creation_hook(lambda n: print("outer", n.name())):
    with node_creation_hook(lambda n: print("inner", n.name())):
        x * 3
    x * 4


def within(hook):
    with node_creation_hook(hook):
        x * 3


def refuse(n):
    raise ValueError("no")


attempt(lambda: within(lambda n: x * 2))
attempt(lambda: within(refuse))
attempt(lambda: within(3))

a, b = torch.rand(2, 3, requires_grad=True), torch.rand(2, 3, requires_grad=True)
c, d = a * b, a * b
handle = register_multi_grad_hook((a, b, c, d), lambda grads: print([g is not None for g in grads]))
c.sum().backward(retain_graph=True)
c.sum().backward(inputs=(a,), retain_graph=True)
handle.remove()
c.sum().backward(retain_graph=True)
handle = register_multi_grad_hook((a, b, c, d), lambda g: print("any", tuple(g.shape)), mode="any")
c.sum().backward(retain_graph=True)
(c + d).sum().backward(retain_graph=True)
attempt(lambda: register_multi_grad_hook((a, torch.ones(2)), print))
attempt(lambda: torch._C._will_engine_execute_node(c.grad_fn))

h = torch.tensor([1.0, 2.0], requires_grad=True)
print(h.grad_dtype, torch.ones(2, dtype=torch.int).grad_dtype)
h.grad_dtype = torch.float16
(h * 2).sum().backward()
print(h.grad_dtype, h.grad)
attempt(lambda: setattr(h, "grad_dtype", torch.float32))
attempt(lambda: setattr(h, "grad_dtype", 3))
attempt(lambda: (h * 2).grad_dtype)
attempt(lambda: setattr(h * 2, "grad_dtype", torch.float16))
h.grad = None
h.grad_dtype = None
(h.double() * 2).sum().backward()
print(h.grad_dtype, h.grad)
k = torch.ones(2, requires_grad=True)
k.grad_dtype = torch.bfloat16
attempt(lambda: setattr(k, "grad", torch.ones(2)))
k.grad = torch.ones(2, dtype=torch.bfloat16)
print(k.grad)

p = torch.empty(2, 3, 4).permute(2, 0, 1).requires_grad_()
with torch.autograd.enforce_grad_layout_policy(False):
    (p * 2).sum().backward()
print(p.grad.stride())
p.grad = None
(p * 2).sum().backward()
print(p.grad.stride())


@checkpoint(use_reentrant=False)
def scaled(x, *, k=2):
    print("runs")
    return (x * k).sin()


x.grad = None
scaled(x, k=3).sum().backward()
print(scaled.__name__, x.grad)
attempt(lambda: checkpoint(lambda x: x, x, use_reentrant=True, respect_saved_tensors_hooks=True))
attempt(lambda: checkpoint(lambda x: x, x, use_reentrant=True, k=2))
