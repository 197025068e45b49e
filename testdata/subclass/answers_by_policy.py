# Classes that answer for their sizes, strides, device and layout, and wrappers whose views lie in one storage.
import torch
from torch.utils._pytree import tree_map_only
from torch.utils._python_dispatch import return_and_correct_aliasing
from torch.multiprocessing.reductions import StorageWeakRef
log=[]
def make(policy, **kw):
    class S(torch.Tensor):
        @staticmethod
        def __new__(cls, e): return torch.Tensor._make_wrapper_subclass(cls, e.shape, dispatch_sizes_strides_policy=policy, **kw)
        def __init__(self, e): self.e = e
        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            log.append(str(func))
            a=torch.ops.aten
            if func in (a.sym_size.default, a.size.default): return (9, 8)
            if func in (a.sym_stride.default, a.stride.default): return (1, 9)
            if func is a.dim.default: return 2
            if func is a.is_contiguous.default: return False
            if func is a.is_contiguous.memory_format: return True
            if func in (a.sym_numel.default, a.numel.default): return 72
            if func is a.sym_storage_offset.default: return 3
            if func is a.is_strides_like_format.default: return False
            if func is a.is_non_overlapping_and_dense.default: return True
            if func is torch.ops.prim.layout.default: return torch.sparse_csr
            if func is torch.ops.prim.device.default: return torch.device('meta')
            if func.overloadpacket.__name__=='detach': return S(args[0].e)
            return NotImplemented
    return S
for pol in ('sizes','strides',None):
    S=make(pol); x=S(torch.ones(2,3))
    for name in ('size()','shape','size(0)','size(-1)','dim()','ndim','numel()','nelement()','stride()','stride(0)','storage_offset()','is_contiguous()','is_contiguous(memory_format=torch.channels_last)','is_non_overlapping_and_dense' ,'layout','device','len','dtype','element_size()','nbytes', 'is_sparse','names','requires_grad'):
        log.clear()
        try: r=len(x) if name=='len' else eval('x.'+name)
        except Exception as e: r=type(e).__name__+' '+str(e)[:160].replace('\n',' ')
        print(pol,name,r,log)
S=make(None,dispatch_device=True,dispatch_layout=True); x=S(torch.ones(2,3)); log.clear()
print(x.device,x.layout,log, x.is_sparse_csr, x.is_meta, x.is_cpu)
for bad in ('bad',3):
    try: make(bad)(torch.ones(1))
    except Exception as e: print(type(e).__name__,str(e)[:100])
for p in ('sizes','strides'):
    class NotImpl(torch.Tensor):
        @staticmethod
        def __new__(cls, e,p): return torch.Tensor._make_wrapper_subclass(cls, e.shape, dispatch_sizes_strides_policy=p)
        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None): return NotImplemented
    x=NotImpl(torch.ones(2,3),p)
    for n in ('size()','stride()','dim()','numel()','is_contiguous()','storage_offset()','shape'):
        try: print(p,n,eval('x.'+n))
        except Exception as e: print(p,n,type(e).__name__,str(e).split('\n')[0][:150])
class W(torch.Tensor):
    @staticmethod
    def __new__(cls, e, **k): return torch.Tensor._make_wrapper_subclass(cls, e.size(), strides=e.stride(), storage_offset=e.storage_offset(), dtype=e.dtype)
    def __init__(self, e, **k): self.e = e
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        out = func(*tree_map_only(W, lambda x: x.e, args), **tree_map_only(W, lambda x: x.e, kwargs or {}))
        return return_and_correct_aliasing(func, args, kwargs or {}, tree_map_only(torch.Tensor, W, out))
w=W(torch.arange(6.).view(2,3))
same=lambda a,b: StorageWeakRef(a.untyped_storage())==StorageWeakRef(b.untyped_storage())
print(same(w,w),same(w,w.t()),same(w,w[0]),same(w,w.view(-1)[1:]),same(w,w+1),same(w,w.clone()),same(w,w.add_(1)),w.add_(1) is w,[same(w,t) for t in w.split(1)],same(w,w.detach()),same(w,w.contiguous()),same(w,w.reshape(3,2)), same(w,w.expand(2,2,3)), same(w.unsqueeze(0),w[1]))
o=W(torch.zeros(2,3)); r=torch.add(w,w,out=o); print(r is o)
class Bad(W):
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        out = func(*tree_map_only(W, lambda x: x.e, args), **tree_map_only(W, lambda x: x.e, kwargs or {}))
        return return_and_correct_aliasing(func, args, kwargs or {}, out)
try: print(type(Bad(torch.ones(2)).view(-1)))
except Exception as e: print(type(e).__name__, str(e)[:300])

a = torch.ops.aten
x = torch.ones(2, 3)
for f in (lambda: a.size.default(x), lambda: a.size.int(x, 1), lambda: a.dim.default(x), lambda: a.numel(x), lambda: a.stride(x), lambda: a.is_contiguous.memory_format(x, torch.channels_last),
          lambda: a.sym_stride(x), lambda: a.storage_offset(x), lambda: torch.ops.prim.device.default(x), lambda: a.is_non_overlapping_and_dense(x), lambda: a._foobar(x)):
    print(f())
with torch.library._scoped_library("zz", "DEF") as lib:
    @torch.library.define(lib, "foo(Tensor x) -> Tensor", alias_analysis="FROM_SCHEMA")
    def foo(x): return x + 1
    print(torch.ops.zz.foo(torch.ones(1)), "zz/foo/" in torch.library._impls, "zz::foo" in torch.library._defs)
print("zz/foo/" in torch.library._impls, "zz::foo" in torch.library._defs)
