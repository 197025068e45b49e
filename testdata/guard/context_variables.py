import torch, contextvars
v=contextvars.ContextVar('v', default=3)
w=contextvars.ContextVar('w')
def be(gm,i):
    print('  graph',[(n.op[:6],getattr(n.target,'__name__',str(n.target)),n.args[1:]) for n in gm.graph.nodes if n.op.startswith('call')]); return gm
def f1(x): return x*v.get()
def f2(x):
    t=v.set(7); r=x*v.get(); v.reset(t); return r
def f3(x): return x*w.get(4)
def f4(x):
    try: return x*w.get()
    except LookupError: return x-1
def f5(x):
    v.set(9); return x*2
def f7(x): return x*(2 if w.get(None) is None else 3), v.name
for f in (f1,f2,f3,f4,f5,f7):
    torch._dynamo.reset(); torch._dynamo.utils.counters.clear(); print(f.__name__)
    c=torch.compile(f,backend=be)
    for i in range(2):
        try: print(c(torch.ones(2)), v.get())
        except Exception as e: print(type(e).__name__, str(e)[:100])
        v.set(5+i)
    print(dict(torch._dynamo.utils.counters['stats']), list(k[:400] for k in torch._dynamo.utils.counters['graph_break']))
    v.set(3)
