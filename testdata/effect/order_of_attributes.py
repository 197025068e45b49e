import torch
class O: pass
G=O(); H=O(); L=[]; D={}
def a(x):
    G.a=x+1; G.b=x*2; G.c=x-3
    return x/2
def b(x):
    G.a=x+1; H.b=x*2; G.c=x-3; H.d=x/5
    return x/2
def c(x):
    o=O(); o.a=x+1; o.b=x*2; o.c=x-3
    return o
def d(x):
    o=O(); o.a=x+1; p=O(); p.b=x*2; o.c=x-3; p.d=x/7
    return p,o
def e(x):
    L.append(x+1); L.append(x*2); D['a']=x-3; D['b']=x/5
    return x/2
def f(x):
    o=O(); o.a=x+1; o.l=[x*2, x-3]; o.d={'u':x/5,'v':x+7}
    return o
def g(x):
    G.a=x+1; G.t=(x*2,x-3); G.o=O(); G.o.z=x/5; G.o.y=x+7
    return x
def h(x):
    o=O(); o.a=x+1; o.b=x*2; o.a=x-3
    return o
def be(gm, inp):
    print(list(gm.graph.nodes)[-1].args)
    return gm
for fn in (a,b,c,d,e,f,g,h):
    torch._dynamo.reset(); print(fn.__name__)
    try: torch.compile(fn,backend=be)(torch.ones(3))
    except Exception as e_: print(type(e_), e_)
