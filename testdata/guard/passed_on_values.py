"""What comes out of a compiled function is looked at, and guarded: numbers and texts only where the answer to "is this a constant" needs them.

Each line gives how many graphs were compiled in each call, the argument being another one each time.
"""
import torch

B = torch._dynamo.graph_break
compiled = 0


class C:
    pass


c0, l0, d0, G = C(), [1], {}, 0


def backend(gm, inputs):
    global compiled
    compiled += 1
    return gm.forward


def stk(a, b, c):
    return c


@torch._dynamo.disable
def dis(*a):
    pass


def counts(source, names, argss):
    global compiled
    torch._dynamo.reset()
    space = dict(globals())
    exec(f"def f({names}):\n{source}", space)
    f = torch.compile(space["f"], backend=backend)
    out = []
    for args in argss:
        compiled = 0
        f(*args)
        out.append(compiled)
    return out


KINDS = [(2, 3, 4), ("a", "b", "c"), (True, False, True), (2.5, 3.5, 4.5), (None, 1, 2), (2, 2.5, "a", True, 2)]
ROUTES = [
    ("y=x+1", "stk(n,B(),y)"), ("y=x+1", "stk((n,1),B(),y)"), ("y=x+1", "stk([y,n],B(),y)"), ("y=x+1", "stk([n],B(),y+1)"),
    ("y=x+1; dis(n)", "y+1"), ("y=x+1; dis((n,))", "y+1"), ("y=x+1; dis([x,n])", "y+1"), ("y=x+1; m=n; dis()", "y+1,m"),
    ("y=x+1; dis(m:=n)", "y+1"), ("y=x+1; dis(n)", "y+1,n"), ("y=x+1", "y+1,n"), ("y=x+1", "n,y+1"), ("y=x+1", "y+1,[n]"), ("y=x+1", "y+1,(x,n)"),
]
for before, result in ROUTES:
    source = f"    {before}\n    return {result}\n"
    print(f"{before} | {result}", [counts(source, "x, n", [(torch.ones(2), n) for n in kind]) for kind in KINDS])


def inputs(vary):
    for k in (3, 4, 5):
        n, size = k if vary == "number" else 3, k if vary == "size" else 3
        o = C()
        o.k, o.t = n, torch.zeros(size)
        yield torch.ones(2), n, torch.zeros(size), [1, n], [n, torch.zeros(size)], {"a": n, "b": torch.zeros(size)}, o


RESULTS = ["x+1,l", "x+1,m", "x+1,d", "x+1,[m]", "x+1,(x,m)", "x+1,(x,d)", "m,x+1", "d,x+1", "x+1,m[0]", "x+1,m[1]", "x+1,d['b']", "x+1,o", "x+1,o.k", "x+1,o.t",
           "x+1,(o.t,n)", "x+1,m,n", "x+1,[m[0],n]", "x+1,list(m)", "x+1,{**d}"]
STORES = ["c0.a=n", "c0.a=o.k", "c0.a=m[0]", "d0['q']=n", "d0['q']=w", "d0['q']=m", "d['c']=1", "m.append(1)", "m.append(x)", "d['a']=x", "o.k=1", "o.z=n", "o.z=m"]
BREAKS = ["z=[n]; B()", "z=[w]; B()", "z=(x,n); B()", "z=m; B()", "z=l; B()", "z=o.k; B()", "z=[x,m]; B()", "y=x+1; z=[m]; B()"]
for before, result in [("pass", r) for r in RESULTS] + [(s, "x+1") for s in STORES] + [(b, "x+1,z") for b in BREAKS]:
    source = f"    {before}\n    return {result}\n"
    print(f"{before} | {result}", [counts(source, "x, n, w, l, m, d, o", inputs(vary)) for vary in ("number", "size")])


def step_from(total):
    def step(n):
        return total + n

    return step


def changing():
    global G
    for k in (3, 4, 5):
        o = C()
        o.k, o.l, G = k, [k], k
        l0[0], C.kk, c0.v = k, k, k
        yield torch.ones(2), k, [k, 1], {"a": k}, o, step_from(k)


# wherever a number comes from, arithmetic on it is put off
for result in ("o.k+1", "m[0]+1", "d['a']+1", "G+1", "l0[0]+1", "o.l[0]+1", "C.kk+1", "c0.v+1", "h(1)", "h(n)", "o.k+n", "o.k*2-1", "1&n", "h(o.k)"):
    space = "    global G\n" if "G" in result else ""
    torch._dynamo.reset()
    exec(f"def f(x, n, m, d, o, h):\n{space}    return x+1,{result}\n")
    g, out = torch.compile(f, backend=backend), []
    for args in changing():
        compiled = 0
        g(*args)
        out.append(compiled)
    print(result, out)
