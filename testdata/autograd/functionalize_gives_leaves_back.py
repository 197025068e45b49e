# A tensor around a functionalised function of which it takes a view has its gradients afterwards.
import torch

torch.manual_seed(0)
w=torch.randn(3,3,requires_grad=True); x=torch.randn(2,3)
torch.func.functionalize(lambda r: r @ w.t())(x)
(x@w.t()).sum().backward(); print(w.grad is not None)
w=torch.nn.Parameter(torch.randn(3,3))
print(torch.func.functionalize(lambda r: torch.nn.functional.linear(r, w))(x).requires_grad)
torch.nn.functional.linear(x,w).sum().backward(); print(w.grad is not None)
w=torch.nn.Parameter(torch.randn(3,3))
torch.func.vmap(lambda r: r @ w.t())(x); (x@w.t()).sum().backward(); print(w.grad is not None)
w=torch.nn.Parameter(torch.randn(3,3))
torch.func.grad(lambda r: (r @ w.t()).sum())(x); (x@w.t()).sum().backward(); print(w.grad is not None)
w=torch.nn.Parameter(torch.randn(3,3))
torch.func.functionalize(lambda r: w.view(9)[0]*r, remove='mutations_and_views')(x); (x@w.t()).sum().backward(); print(w.grad is not None)
w=torch.nn.Parameter(torch.randn(3,3))
y=torch.func.functionalize(lambda r: r @ w.t())(x); y.sum().backward(); print(w.grad)
w=torch.nn.Parameter(torch.randn(3,3))
def f(r):
    b=w.t(); return torch.func.jvp(lambda q: q@b, (r,),(r,))[1]
torch.func.functionalize(f)(x); (x@w.t()).sum().backward(); print(w.grad is not None)
