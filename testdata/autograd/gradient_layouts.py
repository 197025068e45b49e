# How gradients lie in memory: in the order of the gradient that comes in, of the input, or row after row
import torch
import torch.nn.functional as F


def turned(*sizes):
    return torch.rand(sizes[::-1]).permute(*range(len(sizes) - 1, -1, -1)).requires_grad_()


def strides(y, *inputs):
    return y.stride(), [g.stride() for g in torch.autograd.grad(y, inputs, torch.ones_like(y), retain_graph=True)]


for f in (F.hardswish, F.hardsigmoid, F.hardshrink, F.softshrink, F.logsigmoid, F.elu, F.gelu, torch.logit, torch.erfinv, torch.sinc, torch.tanh):
    x = turned(6, 5)
    print(f.__name__, *strides(f(x), x))
for f in (torch.fmax, torch.fmin, torch.maximum, torch.minimum):
    x, y = turned(5, 5), torch.rand(5, 5, requires_grad=True)
    print(f.__name__, *strides(f(x, y), x, y), *strides(f(y, x), x, y))
for name in ("nanmean", "nansum", "mean", "std", "var", "norm", "prod", "amax", "logsumexp"):
    x = turned(2, 3, 4)
    print(name, *strides(getattr(torch, name)(x, dim=0), x))
for name in ("nanmean", "norm", "prod", "max", "median", "std"):
    x = turned(2, 3, 4)
    print(name, *strides(getattr(torch, name)(x), x))
x = turned(2, 3, 4)
print("quantile", *strides(x.quantile(torch.tensor([0.1, 0.2]), 0, keepdim=True), x))
for f in (F.mse_loss, F.smooth_l1_loss, F.huber_loss, F.l1_loss):
    x = turned(4, 3)
    print(f.__name__, *strides(f(x, torch.rand(4, 3)), x))
x, b = torch.rand(3, 4, dtype=torch.double, requires_grad=True), torch.rand(4, 2, dtype=torch.double).t().contiguous().t().requires_grad_()
print("pinv", *strides(torch.linalg.pinv(x), x))
a = torch.rand(4, 3, dtype=torch.double, requires_grad=True)
print("lstsq", *strides(torch.linalg.lstsq(a, b).solution, a, b))
print("qr", *strides(torch.linalg.qr(a).Q, a))
print("solve", torch.linalg.solve(torch.eye(3).expand(2, 3, 3), torch.rand(3)).stride(), torch.linalg.solve(torch.eye(3), torch.rand(2, 3), left=False).stride())


# attention: [batch, position, head, element] where elements of a head lie side by side
def operands(layout):
    x = torch.rand(2, 4, 3, 8)
    if layout == "turned":
        x = torch.rand(8, 3, 4, 2).permute(3, 2, 1, 0)
    if layout == "heads":
        x = torch.rand(2, 3, 4, 8).transpose(1, 2)
    return x.requires_grad_()


for layouts in (("rows",) * 3, ("heads",) * 3, ("rows", "turned", "rows"), ("turned", "rows", "heads"), ("heads", "rows", "rows")):
    q, k, v = map(operands, layouts)
    print(*layouts, *strides(F.scaled_dot_product_attention(q, k, v), q, k, v))
