# Compiled code does not keep what it was called with, nor what it was traced with.
import torch, weakref, gc
def trial(label, backend, f=lambda x: x + x, n=2, **kw):
    torch._dynamo.reset()
    def go():
        foo = torch.compile(f, backend=backend, **kw)
        xs = [torch.rand([4]) for _ in range(n)]
        rs = [weakref.ref(x) for x in xs]
        for x in xs: foo(x)
        return rs, foo
    rs, foo = go(); gc.collect(); a = [r() is None for r in rs]
    del foo; torch._dynamo.reset(); gc.collect(); print(label, a, [r() is None for r in rs])
trial("eager", "eager")
trial("lambda", lambda gm, ex: lambda x: (x,))
trial("forward", lambda gm, ex: gm.forward)
trial("inductor", "inductor")
trial("skip", "eager", lambda x: x)
trial("break", "eager", lambda x: (x.sin(), torch._dynamo.graph_break(), x.cos()), n=1)
trial("two", "eager", lambda x: x + 1, n=3)
