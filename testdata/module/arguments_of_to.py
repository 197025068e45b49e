"""What to() of modules takes; containers of parameters and modules that are given no container; cells and batch norm with tangents."""
import torch, torch.nn as nn, torch.nn.functional as F
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, str(e)[:500])
t(lambda: F.ctc_loss(torch.randn(0, 2, 3), torch.ones(2, 2).long(), [0, 0], [1, 1]))
t(lambda: F.ctc_loss(torch.randn(2, 0, 3), torch.ones(0, 2).long(), [], []))
P_=torch._C._nn._parse_to
for a,k in [(('cuda',),{}),(('cuda:0',),{}),((torch.tensor([1]),),{}),((),dict(memory_format=torch.channels_last)),((torch.float,),{}),((torch.float,True),{}),(('cpu',torch.float,True),{}),((),dict(device='cpu')),((),dict(copy=True)),((None,True),{}),(([],),{}),((torch.tensor([1]),True),{}),(('cpu',True),{}),((3,),{}),((),{}),(('cpu',torch.float,True,False),{}),((),dict(dtype=torch.float,non_blocking=True)),((torch.device('cpu'),),dict(dtype=torch.half)), (('cpu',torch.long,True,True),{})]:
    t(lambda: P_(*a,**k))
net = nn.Sequential(nn.Linear(3, 3))
cpu = torch.device('cpu')
for f in [lambda:net.to(cpu, True),lambda:net.to(torch.long),lambda:net.to(None, True),lambda:net.to(cpu, torch.long, True),lambda:net.to(cpu, dtype=torch.long, non_blocking=True),lambda:net.to([]),lambda:net.to({}, non_blocking=True),lambda:net.to(torch.tensor(3, dtype=torch.long), non_blocking=True),lambda:net.to(cpu, torch.tensor(3, dtype=torch.long), non_blocking=True),lambda: net.to(cpu,copy=True), lambda: net.to(), lambda: net.to("foo"), lambda: net.to(torch.complex64)]:
    t(f)
p=nn.ParameterList([1])
def g(): 
    global p
    p+=nn.Parameter(torch.ones(2)); return p
t(g)
t(lambda: p.extend(nn.Parameter(torch.ones(2))))
t(lambda: p.extend(3)); t(lambda: p.extend("ab")); t(lambda: p.extend(x for x in [1])); t(lambda: nn.ParameterList(torch.ones(3))); t(lambda: nn.ParameterList(3)); t(lambda: p.pop()) ; t(lambda: p.insert(0,3)); t(lambda: p[5]); t(lambda: p["a"]); t(lambda: p[0.5])
t(lambda: torch._VF.gru_cell(torch.rand(3, 11), torch.rand(3, 20), *nn.GRUCell(10, 20).parameters()))
from torch import _VF
t(lambda: _VF.gru_cell(torch.rand(3, 11), torch.rand(3, 20), *nn.GRUCell(10, 20).parameters()))
t(lambda: nn.ModuleList(5)); t(lambda: nn.ModuleList([5])); t(lambda: nn.ModuleList([None])); t(lambda: nn.ModuleDict(5)); t(lambda: nn.Sequential(5)); t(lambda: nn.ModuleDict([("a",3)])); t(lambda: nn.ModuleDict({1:nn.ReLU()}))
import torch.autograd.forward_ad as fwAD
args = (torch.randn(3, 2, 5), torch.randn(2), torch.ones(2))
for idx in ((0,), (1,), (1, 2), (0, 1), (0, 1, 2)):
  for tr in (False,True):
    with fwAD.dual_level():
        duals=[fwAD.make_dual(a,torch.rand_like(a)) if i in idx else a for i,a in enumerate(args)]
        t(lambda: (F.batch_norm(*duals,training=tr,momentum=-1.2) , idx)[1])
