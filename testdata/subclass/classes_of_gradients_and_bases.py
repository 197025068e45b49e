import torch, itertools
class A(torch.Tensor): pass
class T2(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return super().__torch_function__(func, types, args, kwargs or {})
class D(torch.Tensor):
    __torch_function__ = torch._C._disabled_torch_function_impl
x = torch.randn(3).as_subclass(A).requires_grad_()
(x*2).sum().backward()
print(type(x.grad), type(x.grad_fn), x.is_leaf)
for C in (A,T2,D):
    l = torch.ones(3, requires_grad=True)
    y = l.as_subclass(C)
    print(C.__name__, type(y), y.is_leaf, y.grad_fn.__class__.__name__, y._is_view(), type(y._base), y._base is l)
    z = (y*2).sum(); print(type(z)); z.backward(); print(type(l.grad), y.grad)
    l = torch.ones(3).as_subclass(C); print(l._is_view(), type(l._base)); l.requires_grad_(); 
    (l*3).sum().backward(); print(type(l.grad), l.grad)
    g, = torch.autograd.grad((l*3).sum(), l); print(type(g))
    v = l.detach()[1:]; print(type(v), v._is_view(), type(v._base), v._base is l)
    v = l.detach().view(3,1); print(type(v._base))
    if C is D: continue
    p = torch.nn.Parameter(torch.ones(3).as_subclass(C)); (p*p).sum().backward(); print(type(p), type(p.grad))
    c = torch.ones(3).as_subclass(C).clone().requires_grad_(); c.sum().backward(); print(type(c.grad))
    c.register_hook(lambda g: print('hook', type(g))); c.mul(2).sum().backward()
    print(type(c.data), type(c.detach()), type(c.T), type(c.grad.detach()), type(torch.stack([c,c])), type(c.tolist()), type(c.new_ones(2)))
# wrapper
class W(torch.Tensor):
    @staticmethod
    def __new__(cls, e, requires_grad=False):
        r = torch.Tensor._make_wrapper_subclass(cls, e.shape, dtype=e.dtype, requires_grad=requires_grad)
        r.e = e
        return r
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        from torch.utils._pytree import tree_map_only as m
        o = func(*m(W, lambda t: t.e, args), **m(W, lambda t: t.e, kwargs or {}))
        return m(torch.Tensor, W, o)
w = W(torch.ones(3), requires_grad=True)
(w*2).sum().backward(); print(type(w.grad), type(w.grad.e), type((w*2)._base))
w = W(torch.ones(3), requires_grad=True)
k = torch.ones(3, requires_grad=True)
(w*k).sum().backward(); print(type(w.grad), type(k.grad))
class S(torch.Tensor):
    @staticmethod
    def __new__(cls, e, r=False):
        return torch.Tensor._make_subclass(cls, e, r)
s = S(torch.ones(2), True); (s*2).sum().backward(); print(type(s), type(s.grad), s._is_view(), s.is_leaf)
print(type(torch.autograd.functional.jacobian(lambda t: t*2, s.detach())))
print(type(torch.func.grad(lambda t: t.sum())(s.detach())))
