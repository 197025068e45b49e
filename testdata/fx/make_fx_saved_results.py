"""What a derivative looks at is saved, and shown, as what detach gives; calls that nobody uses stay in a graph."""
import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils._python_dispatch import TorchDispatchMode

x = torch.randn(3, requires_grad=True)


def gradient(x):
    return torch.autograd.grad(torch.tanh(x).sum(), x)[0]


def second(x):
    x = x.detach().requires_grad_()
    y, = torch.autograd.grad(torch.sigmoid(x).sum(), x, create_graph=True)
    return y * 2


def unused(x):
    x.sin()
    x.view(-1)
    x.detach()
    return x + 1


print(make_fx(lambda x: torch.softmax(x.relu(), 0).exp().sum())(x).code)
print(make_fx(gradient)(x).code)
print(make_fx(second)(x.detach()).code)
print(make_fx(unused)(x.detach()).code)
print(make_fx(torch.func.grad(lambda x: x.sigmoid().sum()))(x.detach()).code)


class Log(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(func)
        return func(*args, **(kwargs or {}))


for f in (torch.tanh, torch.relu, lambda t: t * t, lambda t: torch.softmax(t, 0), lambda t: t.max(0), lambda t: torch.nn.functional.layer_norm(t, (3,)), lambda t: t.std(),
          lambda t: t.logsumexp(0), torch.nn.functional.gelu):
    with Log():
        f(x)
    print("-")
w = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
with Log():
    g, = torch.autograd.grad(w.exp().sum(), w, create_graph=True)
    h, = torch.autograd.grad(g.sum(), w)
print(torch.allclose(h, w.exp()))
