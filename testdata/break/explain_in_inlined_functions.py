# The places of breaks that explain tells: with the functions that were inlined.
import torch, torch._dynamo
class M(torch.nn.Module):
    def __init__(s): super().__init__(); s.l=torch.nn.Linear(3,3); s.q=torch.nn.Sequential(torch.nn.Linear(3,3),torch.nn.ReLU())
    def helper(s,x):
        y=s.l(x)
        print("hi")
        return y+1
    def forward(s,x):
        a=s.q(x)
        b=s.helper(a)
        torch._dynamo.graph_break()
        if b.sum()>0: return b*2
        return b*3
e=torch._dynamo.explain(M())(torch.randn(2,3))
for b in e.break_reasons: print(str(b.reason).split("\n")[0], [(s.name,s.lineno) for s in b.user_stack], b.graph_break)
def gen(x):
    for i in range(2):
        yield x+i
def deco(f):
    def w(*a): return f(*a)
    return w
@deco
def g(x):
    x=[v for v in gen(x)][0]
    x=x+x.sum().item()
    return x.relu()
e=torch._dynamo.explain(g)(torch.randn(2,3))
for b in e.break_reasons: print(str(b.reason).split("\n")[0], [(s.name,s.lineno) for s in b.user_stack], b.graph_break)
class Seq(torch.nn.Module):
    def __init__(s): super().__init__(); s.q=torch.nn.Sequential(M(),torch.nn.ReLU())
    def forward(s,x): return s.q(x)
e=torch._dynamo.explain(Seq())(torch.randn(2,3))
for b in e.break_reasons: print(str(b.reason).split("\n")[0], [(s.name,s.lineno) for s in b.user_stack], b.graph_break)
