"""Which equalities of sizes replace one by the other; those with a quotient or a remainder stay guards."""
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
def show(name, f, *args, **kw):
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    torch.compile(f, backend=b, dynamic=True)(*args)
    for g in b.graphs[-1:]:
        print(name, [ (n.name, str(n.meta.get("example_value").shape) if hasattr(n.meta.get("example_value"),'shape') else str(n.meta.get("example_value"))) for n in g.graph.nodes if n.op=="placeholder"])
t=torch.ones
def c(cond):
    def f(x,y):
        if cond(x.shape[0],y.shape[0]): return x.sum()+y.sum()
        return x.sum()-y.sum()
    return f
conds={
 'a==b//2':(lambda a,b:a==b//2,4,8),
 'b//2==a':(lambda a,b:b//2==a,4,8),
 'a//2==b':(lambda a,b:a//2==b,8,4),
 'a==2*b':(lambda a,b:a==2*b,8,4),
 '2*b==a':(lambda a,b:2*b==a,8,4),
 '2*a==3*b':(lambda a,b:2*a==3*b,6,4),
 'a==b+1':(lambda a,b:a==b+1,6,5),
 'a+1==b':(lambda a,b:a+1==b,5,6),
 'a+b==10':(lambda a,b:a+b==10,4,6),
 'a*b==24':(lambda a,b:a*b==24,4,6),
 'a%2==0':(lambda a,b:a%2==0,4,6),
 'a==b%7':(lambda a,b:a==b%7,6,13),
 'a==b*b':(lambda a,b:a==b*b,9,3),
 'b*b==a':(lambda a,b:b*b==a,9,3),
 'a==7':(lambda a,b:a==7,7,3),
 'a//2==3':(lambda a,b:a//2==3,7,3),
 'a-b==3':(lambda a,b:a-b==3,7,4),
 'b-a==3':(lambda a,b:b-a==3,4,7),
 'a==max(b,3)':(lambda a,b:a==max(b,3),7,7),
 '3*a==b':(lambda a,b:3*a==b,2,6),
 'b==3*a':(lambda a,b:b==3*a,2,6),
 '2*a+1==b':(lambda a,b:2*a+1==b,2,5),
 'a+2*b==b*3':(lambda a,b:a+2*b==b*3,5,5),
}
for k,(f,p,q) in conds.items(): show(k,c(f),t(p),t(q,2))
