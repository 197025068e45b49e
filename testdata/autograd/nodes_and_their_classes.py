"""The classes of nodes in torch._C._functions, functions that give errors or nothing back, gradients that can be differentiated again; sparse and dense gradients that meet."""
import torch, warnings
from torch.autograd import Function
from torch.autograd.function import once_differentiable
def gd(fn):
    if fn is None: return "None"
    return type(fn).__name__+"("+", ".join(gd(f) for f,_ in fn.next_functions)+")"
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, str(e)[:700])
F_=torch._C._functions
print([ (n,type(getattr(F_,n)).__name__) for n in ("AccumulateGrad","DelayedError","UndefinedGrad","Error") if hasattr(F_,n)])
t(lambda: type(F_.DelayedError("x",2)).__mro__)
x=torch.ones(2,requires_grad=True); y=torch.ones(2,requires_grad=True)
t(lambda: F_.DelayedError("x",1)(x))
t(lambda: F_.DelayedError("x",2)(x,y*2))
t(lambda: F_.DelayedError("x",2)(x))
t(lambda: F_.DelayedError("x",1)(x).sum().backward())
t(lambda: F_.UndefinedGrad()(x))
t(lambda: F_.UndefinedGrad()(x).sum().backward()); print(x.grad)
t(lambda: type((x*2).grad_fn))
t(lambda: (x*2).grad_fn(x,x)); t(lambda: (x*2).grad_fn()); t(lambda: torch.max(x,0)[0].grad_fn()); t(lambda: (x*2).grad_fn(3)); t(lambda: (x*2).grad_fn(x.detach(),)); t(lambda: (x*2).grad_fn(None))
t(lambda: (x*2).grad_fn.next_functions[0][0](torch.ones(2)))
class My(Function):
    @staticmethod
    def forward(ctx, a, s, b):
        ctx.s=s; ctx.save_for_backward(a,b); return a+s*b+a*b
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        a,b=ctx.saved_tensors
        return g+g*b, None, g*ctx.s+g*a
class My2(My):
    @staticmethod
    def backward(ctx, g):
        a,b=ctx.saved_tensors
        return g+g*b, None, g*ctx.s+g*a
for M in (My,My2):
    x = torch.randn(5, 5, requires_grad=True); y = torch.randn(5, 5, requires_grad=True)
    go=torch.ones((),requires_grad=True)
    M.apply(x,2,y).sum().backward(go,create_graph=True)
    print(gd(x.grad.grad_fn)); print(gd(y.grad.grad_fn))
    t(lambda: x.grad.sum().backward())
    t(lambda: x.grad.sum().backward())
t(lambda: torch.autograd._calculate_shape(torch.ones(3), torch.ones(2), False))
t(lambda: torch.autograd._calculate_shape(torch.ones(3), torch.ones(2), True))
t(torch._C._current_graph_task_execution_order)
a = torch.ones(2, requires_grad=True)
(a ** 3).sum().backward(create_graph=True)
print(a.grad)
xx = torch.ones(3, requires_grad=True)
first, second, _ = xx.unbind()
first.register_hook(lambda g: print("hook", g))
first.retain_grad()
second.backward()
print(first.grad)
(first + second).backward()
print(first.grad)
s=torch.sparse_coo_tensor([[0,1]],[1.,1.],(2,)); d=torch.ones(2)
t(lambda: s+d); t(lambda: d+s); t(lambda: d.add_(s))
class Fx(Function):
    @staticmethod
    def forward(ctx,x,g): ctx.g=g; return x.clone()
    @staticmethod
    def backward(ctx,g): return ctx.g,None
for gs in ([s,d],[d,s],[s,s],[s,d,s]):
    x=torch.ones(2,requires_grad=True)
    sum(Fx.apply(x,g) for g in gs).sum().backward(); print(x.grad)
t(lambda: torch.nn.functional.ctc_loss(torch.randn(5,2,4).log_softmax(2), torch.ones(2, 2).long(), torch.tensor([5, 5]), torch.tensor([2., 2])))
from torch import _VF
t(lambda: _VF.gru_cell(torch.rand(3, 10), torch.rand(3, 21), *torch.nn.GRUCell(10, 20).parameters()))
t(lambda: _VF.gru_cell(torch.rand(3, 10), torch.rand(2, 20), *torch.nn.GRUCell(10, 20).parameters()))
t(lambda: _VF.lstm_cell(torch.rand(3, 11), [torch.rand(3, 20)]*2, *torch.nn.LSTMCell(10, 20).parameters()))
t(lambda: _VF.rnn_tanh_cell(torch.rand(3, 11), torch.rand(3, 20), *torch.nn.RNNCell(10, 20).parameters()))
t(lambda: torch.nn.RNNCell(10,20)(torch.rand(3,11),torch.rand(3,20)))
t(lambda: torch.nn.LSTMCell(10,20)(torch.rand(3,11)))
t(lambda: torch.nn.GRUCell(10,20)(torch.rand(3,10),torch.rand(3,21)))
t(lambda: torch.nn.GRUCell(10,20)(torch.rand(3,10),torch.rand(2,20)))
