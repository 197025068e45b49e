# Parameters of tensors of other classes keep the class and say that they are parameters.
import torch, copy, pickle
from torch.nn import Parameter
class A(torch.Tensor): pass
class W(torch.Tensor):
    @staticmethod
    def __new__(cls,t,rg=False): return torch.Tensor._make_wrapper_subclass(cls,t.size(),dtype=t.dtype,requires_grad=rg)
    def __init__(s,t,rg=False): s.t=t
    @classmethod
    def __torch_dispatch__(cls,f,types,args=(),kwargs=None):
        from torch.utils._pytree import tree_map
        un=lambda e: e.t if isinstance(e,W) else e
        r=f(*tree_map(un,args),**tree_map(un,kwargs or {}))
        return tree_map(lambda e: W(e) if isinstance(e,torch.Tensor) else e, r)
    def __repr__(s): return "W()"
class B(W):
    @classmethod
    def __torch_dispatch__(cls,f,types,args=(),kwargs=None):
        r=super().__torch_dispatch__(f,types,args,kwargs)
        return r.t if isinstance(r,W) else r
class P2(Parameter): pass
def T(n,f):
    try: print(n,f())
    except Exception as e: print(n,type(e).__name__,str(e)[:300])
for n,x in (("A",torch.ones(2).as_subclass(A)),("W",W(torch.ones(2))),("B",B(torch.ones(2)))):
    def go():
        p=Parameter(x); q=Parameter(x,requires_grad=False)
        m=torch.nn.Module(); m.p=p
        return type(p).__name__, p is x, isinstance(p,Parameter), isinstance(x,Parameter), p.requires_grad, q.requires_grad, p._is_param, p.is_leaf, list(dict(m.named_parameters())), type(copy.deepcopy(p)).__name__, isinstance(copy.deepcopy(p),Parameter), type(p+1).__name__, isinstance(p+1,Parameter), isinstance(p.detach(),Parameter), len(list(m.parameters()))
    T(n,go)
    T(n+" repr",lambda: repr(Parameter(x)))
    def fn():
        m=torch.nn.Linear(2,2); m.weight=Parameter(x); m.to(torch.float64); return type(m.weight).__name__, m.weight.dtype, isinstance(m.weight,Parameter)
    T(n+" to",fn)
    def opt():
        p=Parameter(x); o=torch.optim.SGD([p],0.1); (p*2).sum().backward(); o.step(); return p.grad is not None, float(p.grad.sum())
    T(n+" opt",opt)
    T(n+" P2",lambda: type(P2(x)).__name__)
    T(n+" buf",lambda: type(torch.nn.Buffer(x)).__name__)
    T(n+" isbuf",lambda: isinstance(torch.nn.Buffer(x),torch.nn.Buffer))
p=Parameter(torch.ones(2)); T("pp",lambda: type(Parameter(p)).__name__); T("P2p",lambda: (type(P2(p)).__name__, type(Parameter(P2(torch.ones(2)))).__name__))
T("none",lambda: type(Parameter()).__name__); T("int",lambda: Parameter(torch.ones(2,dtype=torch.long))); T("intf",lambda: Parameter(torch.ones(2,dtype=torch.long),requires_grad=False)); T("np",lambda: Parameter([1.]))
T("issub",lambda: (issubclass(A,Parameter),issubclass(P2,Parameter), isinstance(torch.ones(2),Parameter)))
x=torch.ones(2).as_subclass(A); x._is_param=True; T("set",lambda: isinstance(x,Parameter))
m=torch.nn.Module(); T("register",lambda: m.register_parameter("q",torch.ones(2)))
from torch.nn.parameter import UninitializedParameter; T("uninit",lambda: isinstance(UninitializedParameter(),Parameter))

torch.manual_seed(0)
print(repr(torch.nn.Parameter(torch.randn(3,12).round().as_subclass(A)))); print(torch.nn.Parameter(torch.ones(2,2).as_subclass(A),requires_grad=False))

import io
from torch.testing._internal.common_subclass import subclass_db, DiagTensorBelow
from torch.nn import Parameter
for C,info in subclass_db.items():
    if info.name=="redispatch_tensor": continue
    x=info.create_fn((3,) if C is DiagTensorBelow else (2,3))
    def T(n,f):
        try: print(info.name,n,f())
        except Exception as e: print(info.name,n,type(e).__name__,str(e).split("\n")[0][:100])
    p=Parameter(x); T("param",lambda: (type(p) is C, p.requires_grad, isinstance(p,Parameter)))
    T("deepcopy",lambda: type(copy.deepcopy(x)) is C)
    def ser():
        with io.BytesIO() as f:
            torch.save(x,f); f.seek(0)
            with torch.serialization.safe_globals([C]): y=torch.load(f, weights_only=False)
        return type(y) is C
    T("serialization",ser)
    T("repr",lambda: len(repr(x))>0)
    m=torch.nn.Linear(3,3); 
    T("optim",lambda: torch.optim.SGD([p],0.1).step())
    def mod():
        m=torch.nn.Module(); m.p=Parameter(info.create_fn((3,3) if C is not DiagTensorBelow else (3,))); m.load_state_dict(m.state_dict()); return [type(q).__name__ for q in m.parameters()]
    T("module",mod)
    T("type prop",lambda: type(x+1).__name__)
    T("lazy",lambda: type(torch.nn.parameter.Parameter(x.detach())).__name__)
