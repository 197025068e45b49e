# Lists as subscripts: of several dimensions where they hold more than numbers, as tensors else; with tensors without data, too.
import torch
x=torch.arange(12.).reshape(3,4)
def t(n,f):
    try: print(n,f())
    except Exception as e: print(n,type(e).__name__,str(e)[:150])
t('a1',lambda:x[[[0,1],[1,2]]].shape); t('a2',lambda:x[[torch.tensor([0]),torch.tensor([1])]]); t('a3',lambda:x[[None]].shape); t('a4',lambda:x[[...]].shape); t('a5',lambda:x[[slice(0,1)]].shape); t('a6',lambda:x[[0,None]].shape); t('a7',lambda:x[[0,slice(None)]]); t('a8',lambda:x[[torch.tensor(0),torch.tensor(1)]]); t('a9',lambda:x[[(0,1),(1,2)]].shape); t('b1',lambda:x[[0,True]]); t('b2',lambda: x[range(2)].shape); t('b3',lambda:x[[0,[1,2]]]); t('b4',lambda:x[([0,1],[1,2])]); t('b5',lambda:x[[[0,1]]*1].shape); t('b6',lambda:x[[[[0,1]]]].shape); t('b7',lambda:x[[0,...]])
def s():
    y=x.clone(); y[[slice(0,1),slice(0,2)]]=9; return y[0]
t('b8',s)
@torch.compile(backend='eager')
def g(x): return x[[[0,1],[1,2]]], x[[0,slice(None)]], x[[torch.tensor([0]),torch.tensor([1])]], x[[0,1]]
t('c1',lambda: g(x))
t('c2',lambda: torch.fx.symbolic_trace(lambda x:x[[[0,1],[1,2]]])(x))
from torch._subclasses import FakeTensorMode
with FakeTensorMode(): t('c4',lambda: torch.empty(3,4)[[[0,1],[1,2]]].shape)
t('c5',lambda: torch.vmap(lambda x: x[[[0,1],[1,2]]])(torch.arange(24).reshape(2,3,4)))
def q():
    y=x.clone().requires_grad_(); y[[[0,1],[1,2]]].sum().backward(); return y.grad
t('c6',q)
with FakeTensorMode() as m:
    x=torch.empty(3,4)
    t('a1',lambda: x[[0,1]].shape)
    t('a2',lambda: x[[True,False,True]].shape)
    t('a3',lambda: x[[[0,1],[1,2]]].shape)
    t('a4',lambda: x[:, [0,1]].shape)
    t('a5',lambda: x[([0,1],[1,2])].shape)
    t('a6',lambda: x.clone().__setitem__([0,1],1.))
    t('a7',lambda: torch.tensor([1,2]))
    t('a8',lambda: x[torch.tensor([0,1])])
