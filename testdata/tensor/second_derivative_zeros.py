# Derivatives that pick a branch by the input have it in their history: a second derivative by it is zeros and no error.
import torch
import torch.nn.functional as F

x = torch.tensor([[[0.3, -1.2, 0.9, 2.0]]], requires_grad=True)
functions = {
    "softshrink": F.softshrink, "hardshrink": F.hardshrink, "hardtanh": F.hardtanh, "prelu": lambda x: F.prelu(x, torch.tensor([0.2])),
    "max_pool1d": lambda x: F.max_pool1d(x, 2), "avg_pool1d": lambda x: F.avg_pool1d(x, 2), "adaptive_avg_pool1d": lambda x: F.adaptive_avg_pool1d(x, 3),
    "adaptive_max_pool1d": lambda x: F.adaptive_max_pool1d(x, 3), "reflect": lambda x: F.pad(x, (1, 1), "reflect"), "replicate": lambda x: F.pad(x, (1, 1), "replicate"),
    "nll": lambda x: F.nll_loss(x[0], torch.tensor([2])),
}
for name, f in functions.items():
    y = f(x)
    g, = torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)
    print(name, g.tolist(), g.requires_grad, torch.autograd.grad(g.sum(), x)[0].tolist())

w = torch.tensor([0.25], requires_grad=True)
g, h = torch.autograd.grad(F.prelu(x, w).pow(2).sum(), (x, w), create_graph=True)
print([[round(v, 4) for v in t.flatten().tolist()] for t in torch.autograd.grad(g.sum() + h.sum(), (x, w))])

a = torch.tensor([[2.0, 0.5], [0.7, 1.0]], requires_grad=True)
values, vectors = torch.linalg.eigh(a)
g, = torch.autograd.grad((values * torch.tensor([1.0, 2.0])).sum() + (vectors ** 2 * torch.tensor([[1.0, 2.0], [3.0, 5.0]])).sum(), a)
print([round(v, 4) for v in g.flatten().tolist()])

i = torch.tensor([[0, -1], [1, 2]])
t = torch.arange(6.0).reshape(2, 3)
f = lambda t, i: torch.take_along_dim(t, i, 1)
print(f(t, i).tolist(), torch.compile(f, backend="aot_eager")(t, i).tolist(), torch.func.vmap(f, in_dims=(None, 0))(t, torch.stack([i, i + 3])).tolist())
print(torch.func.vmap(lambda t, s: torch.select_scatter(t, s, 0, 1), in_dims=(None, 0))(t, torch.ones(2, 3)).tolist())
print(torch.func.vmap(lambda t, s: torch.diagonal_scatter(t, s), in_dims=(None, 1))(t, torch.ones(2, 2)).tolist())
print([tuple(getattr(torch.linalg, n)(torch.eye(3, device="meta")).shape) for n in ("inv", "cholesky")], torch.linalg.solve(torch.eye(2, device="meta"), torch.ones(2, device="meta")).shape)
