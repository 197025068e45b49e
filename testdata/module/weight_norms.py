# weight_norm and spectral_norm, as hooks and as parametrizations.
import torch
from torch import nn
from torch.nn.utils import parametrizations, remove_spectral_norm, remove_weight_norm, spectral_norm, weight_norm


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


torch.manual_seed(0)
m = weight_norm(nn.Linear(3, 2))
print(m, list(m.state_dict()), [n for n, _ in m.named_parameters()], type(m.weight), m.weight_g.shape)
y = m(torch.ones(1, 3))
y.sum().backward()
print(y, m.weight_g.grad, m.weight_v.grad, [type(h).__name__ for h in m._forward_pre_hooks.values()])
attempt(lambda: weight_norm(m))
remove_weight_norm(m)
print(list(m.state_dict()), type(m.weight))
attempt(lambda: remove_weight_norm(m))
print(weight_norm(nn.Linear(3, 2), dim=None).weight_g, weight_norm(nn.Conv1d(3, 2, 2), name="weight", dim=1).weight_g.shape)

m = spectral_norm(nn.Linear(3, 2))
print(m, m.state_dict(), m.weight)
print(m(torch.ones(1, 3)), m.weight_u, m.weight_v, m.weight, type(m.weight))
m.eval()
print(m(torch.ones(1, 3)))
attempt(lambda: spectral_norm(m))
remove_spectral_norm(m)
print(list(m.state_dict()))
attempt(lambda: remove_spectral_norm(m))
m = spectral_norm(nn.ConvTranspose2d(3, 2, 2), n_power_iterations=2)
print(m.weight_u.shape, m.weight_v.shape, m(torch.ones(1, 3, 2, 2)).sum())
attempt(lambda: spectral_norm(nn.Linear(2, 2), n_power_iterations=0))

m = parametrizations.weight_norm(nn.Linear(3, 2))
y = m(torch.ones(1, 3))
y.sum().backward()
print(m, list(m.state_dict()), m.parametrizations.weight.original0.shape, y, m.parametrizations.weight.original1.grad)
m = parametrizations.spectral_norm(nn.Linear(3, 2))
y = m(torch.ones(1, 3))
y.sum().backward()
print(m, m.state_dict(), m.weight, y, m.parametrizations.weight.original.grad)
m.eval()
print(m.weight, parametrizations.spectral_norm(nn.Linear(3, 2), name="bias").bias)
attempt(lambda: parametrizations.spectral_norm(nn.Linear(2, 2), n_power_iterations=0))
attempt(lambda: parametrizations.spectral_norm(nn.Linear(2, 2), name="foo"))
