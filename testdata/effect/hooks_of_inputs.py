# Hooks that a compiled function registers on tensors of its caller are there afterwards, with their handles.
import torch
from torch._dynamo.testing import CompileCounter
log = []
def my(g): log.append(g.tolist()); return g * 2
def on_input(x):
    x.register_hook(my)
    return x * 3
def handle_back(x):
    h = x.register_hook(my)
    return x * 3, h
def removed(x):
    h = x.register_hook(my)
    y = x * 5
    h.remove()
    return y
def closure(x, k):
    def f(g): return g * k
    x.register_hook(f)
    return (x * k)
def post(x):
    x.register_post_accumulate_grad_hook(lambda p: log.append(("acc", p.grad.tolist())))
    return x * x
def then_break(x):
    x.register_hook(my)
    y = x * 2
    torch._dynamo.graph_break()
    return y * y
for fn, a in [(on_input, ()), (handle_back, ()), (removed, ()), (closure, (3.0,)), (post, ()), (then_break, ())]:
    for backend in (None, "eager", "aot_eager"):
        torch._dynamo.reset(); log.clear()
        x = torch.tensor([1.0, 2.0], requires_grad=True)
        c = CompileCounter() if backend == "eager" else backend
        f = torch.compile(fn, backend=c) if backend else fn
        out = f(x, *a)
        h = None
        if isinstance(out, tuple): out, h = out
        out.sum().backward()
        if h is not None:
            h.remove()
            (x * 2).sum().backward()
        print(fn.__name__, backend, x.grad.tolist(), log, c.frame_count if backend == "eager" else "")
