"""Attributes and containers that a program changes while it is exported are put back; of tensors users are warned."""
import torch
from torch import nn
from torch.export import export, Dim
T=torch.ones(2)
class M(nn.Module):
    def __init__(s):
        super().__init__(); s.l=[]; s.d={}; s.n=0; s.t=torch.zeros(2); s.nest={"a":[1,torch.zeros(2)]}; s.set=set(); s.s="a"; s.sub=nn.Linear(2,2); s.sub.k=1
def run(name, f):
    for st in (False, True):
        m = M(); M.forward = f
        try:
            with __import__("warnings").catch_warnings(record=True) as w:
                __import__("warnings").simplefilter("always")
                ep = export(m, (T,), strict=st)
            print(name, st, [str(n.target) for n in ep.graph.nodes if n.op == "call_function"], m.l, m.d, m.n, m.t, m.nest, m.set, m.s, m.sub.k, [str(x.message)[:200] for x in w if "attribute" in str(x.message)])
            print(ep.graph_signature.output_specs, list(ep.constants))
        except Exception as e: print(name, st, type(e).__name__, str(e)[:400])
def f(s, x): s.l.append(1); return x+1
run("append int", f)
def f(s, x): s.l.append(x); return x+1
run("append t", f)
def f(s, x): s.d["a"]=x; return x+1
run("dict t", f)
def f(s, x): s.d["a"]=2; return x+1
run("dict int", f)
def f(s, x): s.n = s.n + 1; return x+s.n
run("int", f)
def f(s, x): s.t = s.t + x; return x+s.t
run("tensor assign", f)
def f(s, x): s.t.add_(x); return x+s.t
run("tensor add_", f)
def f(s, x): s.nest["a"][1] = x; return x+1
run("nested", f)
def f(s, x): s.set.add(1); return x+1
run("set", f)
def f(s, x): s.s += "b"; return x+1
run("str", f)
def f(s, x): s.sub.k = 7; return x+1
run("sub", f)
def f(s, x): s.new = 7; return x+1
run("new", f)
def f(s, x): s.newt = x*2; return x+1
run("newt", f)
