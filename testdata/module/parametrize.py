# torch.nn.utils.parametrize: tensors that are computed from others, how they are set, cached, stacked and removed.
import torch
from torch import nn
from torch.nn.utils import parametrize, skip_init


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)

    def right_inverse(self, A):
        return A.triu()


class Twice(nn.Module):
    def forward(self, X):
        return X * 2


class Product(nn.Module):
    def forward(self, a, b):
        return a @ b

    def right_inverse(self, X):
        return X, torch.eye(X.shape[1])


class First(nn.Module):
    def forward(self, X):
        return X[0]


class Wide(nn.Module):
    def forward(self, X):
        return X.double()


class Three(nn.Module):
    def forward(self, X):
        return 3


torch.manual_seed(0)
m = nn.Linear(3, 3)
print(parametrize.register_parametrization(m, "weight", Symmetric()) is m, m)
print(type(m), list(m.state_dict()), parametrize.is_parametrized(m), parametrize.is_parametrized(m, "weight"), parametrize.is_parametrized(m, "bias"))
print(torch.equal(m.weight, m.weight.T), m.parametrizations.weight.original, len(m.parametrizations.weight), isinstance(m, nn.Linear))
m.weight = torch.arange(9.0).view(3, 3)
print(m.weight, m.parametrizations.weight[0], parametrize.type_before_parametrizations(m))
with parametrize.cached():
    print(m.weight is m.weight)
print(m.weight is m.weight)
m(torch.ones(1, 3)).sum().backward()
print(m.parametrizations.weight.original.grad)
attempt(lambda: parametrize.register_parametrization(nn.Linear(2, 2), "foo", Twice()))
for bad in (First(), Wide(), Three()):
    attempt(lambda: parametrize.register_parametrization(nn.Linear(2, 2), "weight", bad))
m = parametrize.remove_parametrizations(m, "weight", leave_parametrized=False)
print(m, m.weight, list(m.state_dict()))

k = nn.Linear(2, 2)
parametrize.register_parametrization(k, "weight", Product())
print(list(k.state_dict()), k.parametrizations.weight.is_tensor, k.parametrizations.weight.ntensors)
attempt(lambda: parametrize.remove_parametrizations(k, "weight", leave_parametrized=False))
parametrize.remove_parametrizations(k, "weight")
print(list(k.state_dict()), type(k), parametrize.is_parametrized(k))
attempt(lambda: parametrize.remove_parametrizations(k, "weight"))

k = nn.Linear(2, 2)
for name in ("weight", "weight", "bias"):
    parametrize.register_parametrization(k, name, Twice())
attempt(lambda: setattr(k, "weight", torch.ones(2, 2)))
print(k, [n for n, _ in k.named_parameters()])
parametrize.remove_parametrizations(k, "weight")
print(k, type(k.weight), [n for n, _ in k.named_parameters()])
k = parametrize.register_parametrization(nn.BatchNorm1d(2), "running_mean", Twice())
print(list(k.state_dict()), [n for n, _ in k.named_buffers()])

m = skip_init(nn.Linear, 3, 2)
print(m, m.weight.shape, m.weight.requires_grad)
attempt(lambda: skip_init(torch.Tensor, 3))
