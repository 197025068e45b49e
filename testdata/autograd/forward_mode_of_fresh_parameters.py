"""Parameters that a forward-mode transform has seen before anything else still learn afterwards."""
import torch
from torch import nn
from torch.func import grad, hessian, jacfwd, jacrev, jvp, vmap


def leaves(net):
    return [None if p.grad is None else "%.3g" % p.grad.abs().sum().item() for p in net.parameters()]


def check(name, transform):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 5), nn.Softplus(), nn.Linear(5, 1))
    f = lambda x: net(x).squeeze()
    x = torch.randn(4)
    out = transform(f, x)
    print(name, [p.is_leaf and p.requires_grad for p in net.parameters()], end=" ")
    out.pow(2).sum().backward()
    print(leaves(net), end=" ")
    net.zero_grad()
    net(x).sum().backward()
    print(leaves(net))


check("jvp", lambda f, x: jvp(f, (x,), (x,))[1])
check("jacfwd", lambda f, x: jacfwd(f)(x))
check("jacfwd twice", lambda f, x: jacfwd(jacfwd(f))(x))
check("three times", lambda f, x: jacfwd(jacfwd(jacfwd(f)))(x))
check("hessian", lambda f, x: hessian(f)(x))
check("jacfwd of grad", lambda f, x: jacfwd(grad(f))(x))
check("jacrev of jacfwd", lambda f, x: jacrev(jacfwd(f))(x))
check("mapped", lambda f, x: vmap(hessian(f))(torch.stack([x, x + 1])))
check("mapped inside", lambda f, x: jacfwd(lambda y: vmap(f)(torch.stack([y, y + 1])).prod())(x))
