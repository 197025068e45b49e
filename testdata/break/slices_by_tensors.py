# A bound of a slice that is a tensor is asked for its number where the slice is made: the rest of a loop's function runs as it was.
import torch
import torch._dynamo
def g(l, t):
    s=t.shape[1]
    m=torch.full((s,s),fill_value=-1.0)
    e=torch.tensor(l).cumsum(-1)
    b=torch.tensor([0]+l[:-1]).cumsum(-1)
    for x,y in zip(b,e):
        m[x:y,x:y]=0
    m=m[None,None].expand(t.shape[0],1,-1,-1)
    return m
def f(t):
    t=t+1
    l=[3,2]
    m=g(l,t)
    return (t*2).sum()+m.sum()
e=torch._dynamo.explain(f)(torch.randn(2,5,3))
print(e.graph_count,e.graph_break_count,e.op_count)
for b in e.break_reasons: print(str(b.reason).split("\n")[0], [(s.name,s.lineno) for s in b.user_stack])
e=torch._dynamo.explain(g)([3,2],torch.randn(2,5,3))
print(e.graph_count,e.graph_break_count,e.op_count)
for b in e.break_reasons: print(str(b.reason).split("\n")[0], [(s.name,s.lineno) for s in b.user_stack])
print([n.name for n in e.graphs[0].graph.nodes])
