# A call of a function that tracing made looks at the tensors of its free variables and defaults first: the order of the graph's inputs.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
def go(n, f, *a, **k):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    try: torch.compile(f, backend=b, fullgraph=True, **k)(*a)
    except Exception as e: print(n, str(e).split("\nfrom user")[0][:300])
    for g in b.graphs: print(n, [m.target for m in g.graph.nodes if m.op == "placeholder"])
x = torch.ones(3); z = torch.ones(3)
x = torch.ones(3); z = torch.ones(3)
class O: pass
def outer():
    y = torch.tensor(2.); lst = [y]; o = O(); o.y = y; tup = (3, y)
    go("p1", lambda x: x * y, x)
    def p2(x):
        def f(a): b = a + 1; return b * y
        return f(x)
    go("p2", p2, x)
    def p4(x):
        def f(a): return a * y
        def g(x): t = f; u = x + 1; return t(u)
        return g(x)
    go("p4", p4, x)
    def p5(x):
        def f(a): l = lst; b = a + 1; return b * l[0]
        return f(x)
    go("p5", p5, x)
    def p5b(x):
        def f(a): l = tup; b = a + 1; return b * l[1]
        return f(x)
    go("p5b", p5b, x)
    def p6(x):
        def f(a): l = o; b = a + 1; return b * l.y
        return f(x)
    go("p6", p6, x)
    def fy(x): return (x * y)
    def p7(x):
        def f(a): l = fy; b = a + 1; return l(b)
        return f(x)
    go("p7", p7, x)
    def p8(x):
        def f(a, k=y): b = a + 1; return k * b
        def g(x): t = f; u = x + 1; return t(u)
        return g(x)
    go("p8", p8, x)
    def p9(x):
        def f(a): l = y; b = a + 1; return b * l
        return f(x)
    go("p9", p9, x)
    def p10(x, z):
        def f(a): return a * z
        return f(x)
    go("p10", p10, x, z)
    def p11(x, z):
        l = [z]
        def f(a): b = l; c = a + 1; return c * b[0]
        return f(x)
    go("p11", p11, x, z)
    def p12(x, z):
        def f(a): return a * z
        def g(x): t = [f]; u = x + 1; return t[0](u)
        return g(x)
    go("p12", p12, x, z)
    def p13(x):
        q = y
        def f(a): return a * q
        return f(x)
    go("p13", p13, x)
    def fx(a): b = y; c = a + 1; return c * b
    go("p14", lambda x: fx(x), x)
    def p15(x):
        l = fx
        def g(x): return l(x)
        return g(x)
    go("p15", p15, x)
    def p16(x, z):
        def f(a): return a * z
        f(x + 1)
        return x * z
    go("p16", p16, x, z)
    def p17(d, x):
        def f(a): q = d; u = a + 1; return u * q["k"]
        return f(x)
    go("p17", p17, {"k": z}, x)
    def p18(m, x):
        def f(a): q = m; u = a + 1; return u * q.weight
        return f(x)
    go("p18", p18, torch.nn.Linear(3, 3), x)
    def p19(x, z):
        c = [f for f in [lambda a: a * z]]
        return c[0](x)
    go("p19", p19, x, z)
    def p20(x, z):
        return [a * z for a in [x]][0]
    go("p20", p20, x, z)
    def p21(x, z):
        return list(a * z for a in [x])[0]
    go("p21", p21, x, z)
outer()
