# Functions that take functions are one node of the graph, and mean the same on every backend.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
from torch._higher_order_ops import while_loop
from torch._higher_order_ops.wrap import wrap
from torch.utils.checkpoint import checkpoint


class Clip(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, limit):
        ctx.limit = limit
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return g.clamp(-ctx.limit, ctx.limit), None


class MulAdd(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b, c):
        ctx.save_for_backward(a, b)
        ctx.twice = a * 2
        return a * b + c, a - c

    @staticmethod
    def backward(ctx, g1, g2):
        a, b = ctx.saved_tensors
        return g1 * b + g2 + ctx.twice * 0, g1 * a, g1 - g2


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(x, k):
        return x * k

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, k = inputs
        ctx.k = k
        ctx.save_for_backward(x, output)

    @staticmethod
    def backward(ctx, g):
        x, y = ctx.saved_tensors
        return g * ctx.k + (x - y) * w, None


w = torch.tensor([0.5, -1.0])


def clip(x):
    return Clip.apply(x * 2, 1.5).sum()


def several(x):
    p, q = MulAdd.apply(x, x + 1, x * 2)
    return (p * q).sum()


def with_setup(x):
    return (Scale.apply(x, 3.0) * w).sum()


def hooks(x):
    h = x * 2
    h.register_hook(lambda g: g * 10)
    k = h.sin()
    k.register_hook(lambda g: g.clamp(max=0.25) + w)
    k.register_hook(lambda g: None)
    return (h * k).sum()


def recomputed(x):
    def body(a, b, scale=1.0):
        return (a * b).sin() * w * scale, a + b

    y, z = checkpoint(body, x, x + 1, use_reentrant=False, scale=2.0)
    return (y * z).sum()


def wrapped(x):
    y = x + 1
    return wrap(lambda a: {"k": [a * y, y - a]}, x)["k"][0].sum()


def chosen(x):
    y = x * 3

    def yes(x):
        return x.sin() + w, y + 1

    def no(x):
        return x.cos(), y * 2

    a, b = torch.cond(x.sum() > 0, yes, no, (x,))
    return (a * b).sum()


def nested(x):
    def inner(a):
        return torch.cond(a.sum() > 2, lambda a: a * w, lambda a: a + w, (a,))

    return wrap(lambda a: inner(a) * 2, x * 1).sum()


def looped(x):
    count, total = while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 2 + w), (torch.tensor(0), x))
    return total.sum() + count


def show(gm, indent="   "):
    print(indent, [getattr(n.target, "__name__", str(n.target)) for n in gm.graph.nodes if n.op in ("call_function", "call_method")])
    for name, child in gm.named_children():
        print(indent, name, "takes", len([n for n in child.graph.nodes if n.op == "placeholder"]))
        show(child, indent + "   ")


for fn in (clip, several, with_setup, hooks, recomputed, wrapped, chosen, nested, looped):
    for start in ([1.0, 2.0], [-1.0, -2.5]):
        x = torch.tensor(start, requires_grad=True)
        want = fn(x)
        want.backward()
        if start[0] > 0:
            print(fn.__name__, round(want.item(), 4), [round(g, 4) for g in x.grad.tolist()])
        for backend in ("eager", "aot_eager", "inductor"):
            torch._dynamo.reset()
            c = torch.tensor(start, requires_grad=True)
            got = torch.compile(fn, backend=backend, fullgraph=True)(c)
            got.backward()
            if not torch.allclose(got, want) or not torch.allclose(c.grad, x.grad):
                print("differs on", backend, got, c.grad, x.grad)
    torch._dynamo.reset()
    recorder = EagerAndRecordGraphs()
    torch.compile(fn, backend=recorder)(torch.tensor([1.0, 2.0], requires_grad=True))
    for gm in recorder.graphs:
        show(gm)


def changes(x):
    seen = []

    def yes(x):
        seen.append(1)
        return x + 1

    return torch.cond(x.sum() > 0, yes, lambda x: x - 1, (x,))


def aliases(x):
    return torch.cond(x.sum() > 0, lambda x: x, lambda x: x - 1, (x,))


for fn in (changes, aliases):
    torch._dynamo.reset()
    try:
        print(torch.compile(fn, backend="eager")(torch.ones(2)))
    except torch._dynamo.exc.UncapturedHigherOrderOpError as e:
        print(fn.__name__, type(e).__name__, str(e).split("\n")[2])
