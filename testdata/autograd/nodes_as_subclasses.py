# Which classes count as nodes, what a node of a script's function keeps, and what its jvp may give.
import torch
from torch.autograd import Function, forward_ad as fwAD
from torch.autograd.graph import Node


def shown(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


a = torch.ones(2, requires_grad=True)
b = a.exp()
print(isinstance(b.grad_fn, Node), issubclass(type(b.grad_fn), Node), Node in type(b.grad_fn).mro(), issubclass(torch._C._functions.AccumulateGrad, Node))
print(isinstance(b.grad_fn.next_functions[0][0], Node), issubclass(torch._C._functions.DelayedError, Node), isinstance(torch._C._functions.AccumulateGrad, Node))
print([isinstance(v, Node) for v in (None, 1, Node)], issubclass(Node, Node), issubclass(torch.autograd.function.BackwardCFunction, Node))
shown(Node)


class Kept(Function):
    @staticmethod
    def forward(ctx, x):
        print(isinstance(ctx, Node))
        ctx.save_for_backward(x, None)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        print(isinstance(ctx, Node))
        return g * ctx.saved_tensors[0]


y = Kept.apply(a)
saved = y.grad_fn._raw_saved_tensors
print(isinstance(y.grad_fn, Node), issubclass(type(y.grad_fn), Node), y.grad_fn.saved_tensors, [isinstance(s, torch._C._autograd.SavedTensor) for s in saved])
shown(lambda: saved[1].register_hooks(lambda x: x, lambda x: x))
print(saved[0].register_hooks(lambda x: 7, lambda x: torch.full((2,), float(x))), y.grad_fn.saved_tensors[0].detach())
shown(lambda: saved[0].register_hooks(lambda x: x, lambda x: x))
y.sum().backward()
print(a.grad)
shown(lambda: y.grad_fn._raw_saved_tensors)

a.register_hook(lambda g: g * 10)
a._backward_hooks = None
a.sum().backward()
a._backward_hooks = {0: lambda g: g * 100}
a.sum().backward()
print(a.grad, len(a._backward_hooks))
shown(lambda: setattr(a, "grad", torch.ones(2, dtype=torch.half)))


def dual(forward, jvp):
    made = type("Made", (Function,), {"forward": staticmethod(forward), "jvp": staticmethod(jvp)})
    return fwAD.unpack_dual(made.apply(fwAD.make_dual(torch.ones(2), torch.ones(2))))


def in_place(ctx, x):
    ctx.mark_dirty(x)
    return x.mul_(2)


with fwAD.dual_level():
    d = fwAD.make_dual(torch.ones(2), torch.ones(2))
    with torch.inference_mode():
        print(fwAD.unpack_dual(d * 2), fwAD.unpack_dual(d).tangent)
    print(fwAD.unpack_dual(d * 2).tangent)
    for forward, jvp in [(lambda ctx, x: x * 2, lambda ctx, t: (t, t)), (lambda ctx, x: x * 2, lambda ctx, t: 3), (lambda ctx, x: x.argmax(), lambda ctx, t: t),
                         (lambda ctx, x: x.view(2), lambda ctx, t: t * 1), (lambda ctx, x: x.view(2), lambda ctx, t: t.view(2)), (lambda ctx, x: x, lambda ctx, t: t),
                         (lambda ctx, x: x, lambda ctx, t: t.view_as(t)), (in_place, lambda ctx, t: t * 2), (in_place, lambda ctx, t: t.mul_(2))]:
        shown(lambda: dual(forward, jvp))
