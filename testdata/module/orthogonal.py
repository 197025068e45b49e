# torch.nn.utils.parametrizations.orthogonal: its three maps, for square, tall and wide weights, with and without a base.
import torch
from torch import nn
from torch.nn.utils.parametrizations import orthogonal


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


torch.manual_seed(0)
m = orthogonal(nn.Linear(3, 3))
print(m, m.weight.detach(), list(m.state_dict()))
for how in ("matrix_exp", "cayley", "householder"):
    for shape in ((3, 3), (4, 2), (2, 4)):
        for base in (True, False):
            m = orthogonal(nn.Linear(*shape), orthogonal_map=how, use_trivialization=base)
            w = m.weight
            product = w @ w.T if shape[0] >= shape[1] else w.T @ w
            print(how, shape, base, torch.allclose(product, torch.eye(min(shape)), atol=1e-5), w.detach(), list(m.state_dict()))
            w.sum().backward()
            print(m.parametrizations.weight.original.grad)
m = orthogonal(nn.Linear(2, 2))
m.weight = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
print(m.weight.detach())
m = orthogonal(nn.Linear(2, 2), orthogonal_map="cayley", use_trivialization=False)
attempt(lambda: setattr(m, "weight", torch.eye(2)))
attempt(lambda: orthogonal(nn.Linear(2, 2), orthogonal_map="no"))
attempt(lambda: orthogonal(nn.Linear(2, 2), name="bias"))
