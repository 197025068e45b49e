"""Saved tensors that may be changed; what functions mark as dirty; hooks of nodes that only give a gradient; derivatives forward over backward of functions of scripts; errors of recomputation."""
import torch
import torch.autograd.forward_ad as fwAD
from torch.autograd.graph import allow_mutation_on_saved_tensors
from torch.utils.checkpoint import checkpoint


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


a = torch.tensor([0.5, 1.0, 2.0], requires_grad=True)
with allow_mutation_on_saved_tensors() as ctx:
    b = a.clone()
    out = (b**2).sum()
    b.sin_()
    print(len(ctx.cloned), len(ctx.original))
    out.backward()
    print(a.grad)
    b = a.clone()
    out = (b**2).sum()
    ctx.clear()
    attempt(lambda: out.backward())
with allow_mutation_on_saved_tensors() as ctx:
    b = a.clone()
    out = (b**2).sum()
    b.sin_()

    def nested():
        with allow_mutation_on_saved_tensors():
            pass

    attempt(nested)
print(len(ctx.cloned), len(ctx.original))
attempt(lambda: out.backward())
a.grad = None
with allow_mutation_on_saved_tensors():
    b = a.clone()
    v = b[:2]
    out = (b * b).sum() + v.exp().sum()
    b.mul_(3)
    v.zero_()
    out.backward()
    print(a.grad)


class Marks(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(3)
        return x


attempt(lambda: Marks.apply(a.clone()))
b = a * 2
count = [0, 0]
b.register_hook(lambda g: count.__setitem__(0, count[0] + 1))
b.grad_fn.register_prehook(lambda g: count.__setitem__(1, count[1] + 1))
out = (b * 3).sum()
torch.autograd.grad(out, (b,), retain_graph=True)
print(count)
out.backward()
print(count, type(b.grad_fn._input_metadata))


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        ctx.factor = 2
        return x**2

    @staticmethod
    def backward(ctx, g):
        return ctx.factor * ctx.saved_tensors[0] * g

    @staticmethod
    def jvp(ctx, t):
        return ctx.factor * ctx.saved_tensors[0] * t


print(fwAD._current_level)
with fwAD.dual_level():
    dual = fwAD.make_dual(a, torch.ones(3))
    g, = torch.autograd.grad(Square.apply(dual).sum(), a, create_graph=True)
    print(fwAD._current_level, g.detach(), fwAD.unpack_dual(g).tangent.detach())
    for call in (lambda: torch.add(a.detach(), 1, out=dual), lambda: torch.sin(dual, out=torch.ones(3)), lambda: torch.cat([dual, dual], out=torch.ones(6))):
        attempt(call)

calls = [0]


def longer(x):
    calls[0] += 1
    return x.sin() if calls[0] % 2 else torch.cat([x, x]).sin()[:3]


def shorter(x):
    calls[0] += 1
    return x.sin().exp().exp() if calls[0] % 2 else x.sin()


for f in (longer, shorter):
    attempt(lambda: checkpoint(f, a, use_reentrant=False).sum().backward())

t1, t2 = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 4.0], requires_grad=True)
seen = []
torch.autograd.graph.register_multi_grad_hook((t1, t2), lambda grads: seen.append([g is not None for g in grads]))
out = (t1 * t2).sum()
out.backward(retain_graph=True)
out.backward(inputs=(t1,))
print(seen, torch.autograd.is_multithreading_enabled())
y = (t1.sin() * t1).sum()
names = []
y.register_hook(lambda g: names.append(torch._C._current_autograd_node() is None))
t1.register_post_accumulate_grad_hook(lambda p: names.append(torch._C._current_autograd_node().name()))
y.backward()
print(names[1:], torch._C._current_autograd_node())
with torch.inference_mode():
    made = torch.ones(2)
attempt(lambda: torch.nn.Parameter(made))
attempt(lambda: torch.nn.Parameter(made, requires_grad=False).is_inference())
for f in (lambda: made.resize_(2).shape, lambda: made.resize_(4), lambda: made.resize_as_(torch.ones(3)), lambda: made.t_(), lambda: made.set_(torch.ones(3)), lambda: made.detach_().dim(), lambda: made.data.resize_(3).shape):
    attempt(f)
