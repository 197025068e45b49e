import torch, copy
def be(gm, inp):
    print('  graph', [(n.op[:6], getattr(n.target,'__name__',str(n.target))) for n in gm.graph.nodes if n.op!='placeholder'])
    return gm
class C:
    def __init__(self): self.a=1; self.b=[1,2]
class T:
    def __init__(self): self.t=torch.ones(3)
cfg=C(); tt=T(); mod=torch.nn.Linear(3,3); gl=[1,[2,3]]; par=torch.nn.Parameter(torch.ones(3))
def a1(x): return copy.deepcopy(x)*2
def a2(x): return copy.deepcopy([x,x+1])[1]*2
def a3(x): return copy.deepcopy(tt).t*x
def a4(x): return copy.deepcopy(mod)(x)
def a5(x):
    l=copy.deepcopy(gl); l[1].append(7); return x*len(l[1])*len(gl[1])
def a7(x): return copy.deepcopy(par)*x
def a8(x):
    l=[1]; l.append(l); k=copy.deepcopy(l); return x*len(k)+(k[1] is k)
def a10(x):
    m={'a':cfg,'b':cfg}; k=copy.deepcopy(m); return x*(k['a'] is k['b'])+(k['a'] is cfg)
for f in (a1,a2,a3,a4,a5,a7,a8,a10):
    torch._dynamo.reset(); torch._dynamo.utils.counters.clear()
    print(f.__name__)
    try:
        r=torch.compile(f,backend=be)(torch.ones(3))
        print('  ', tuple(r.shape), [k[:300] for k in torch._dynamo.utils.counters['graph_break']])
    except Exception as ex: print('  ', type(ex).__name__, str(ex)[:150])
