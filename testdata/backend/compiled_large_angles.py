"""Sines, cosines and tangents of angles far beyond a turn, compiled, in graphs that can be run again and that cannot, and scripted."""
import torch

angles = torch.tensor([1.0, -2e7, 3e9, 1e30, -float("inf"), 16777216.0, 0.0])


def each(x):
    return torch.sin(x) + 1, torch.cos(x) * 2, torch.tan(x) - 1, (x * 2).sin().sum()


compiled = torch.compile(each)
for x in (angles, angles.double() * 1e5, torch.tensor([3, 10**9, -(2**31) + 1]), angles[:3], angles.expand(5, 7).t()):
    print([torch.allclose(a, b, rtol=1e-5, atol=1e-5, equal_nan=True) for a, b in zip(compiled(x), each(x))])
    print(compiled(x)[0].flatten()[:4])


@torch.compile
def writes(x, y):
    y.add_(torch.cos(x))
    return torch.sin(x * 3)


y = torch.ones(7)
print(writes(angles, y), y)


@torch.compile
def draws(x):
    return torch.nn.functional.dropout(torch.sin(x), 0.0, True)


print(draws(angles))

w = angles[:4].clone().requires_grad_()
torch.compile(lambda w: (w.sin() * w.cos()).sum())(w).backward()
print(w.grad)
