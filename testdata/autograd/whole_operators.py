"""Operators that are one node of the history, whatever they are made of; their gradients, twice; what modes see of a backward pass."""
import torch
import torch.nn.functional as F
from torch.autograd import gradcheck, gradgradcheck
from torch.utils._python_dispatch import TorchDispatchMode

x = torch.arange(1.0, 21.0, dtype=torch.float64).reshape(4, 5).sin().requires_grad_()
calls = [
    lambda x: x.roll(1), lambda x: x.trace(), lambda x: torch.take(x, torch.tensor([1, 1])), lambda x: F.glu(x[:, :4]), lambda x: F.celu(x),
    lambda x: torch.linalg.cross(x[:, :3], x[:, :3] * 2), lambda x: torch.vdot(x[0], x[0]), lambda x: torch.std_mean(x)[0], lambda x: torch.var_mean(x, 1)[1],
    lambda x: F.group_norm(x[None], 2, torch.ones(4, dtype=x.dtype)), lambda x: torch.dist(x, x * 2), lambda x: torch.addmv(x[0, :4], x, x[0]),
    lambda x: torch.cdist(x, x[:2] + 1), lambda x: F.pdist(x), lambda x: F.unfold(x[None, None], 2), lambda x: F.pixel_shuffle(x[None, :, :4, None], 2),
    lambda x: torch.clamp_min(x, torch.full((4, 5), 0.1, dtype=x.dtype)), lambda x: torch.expand_copy(x, (2, 4, 5)),
    lambda x: torch.diag(x, 1), lambda x: torch.logaddexp(x, x * 2), lambda x: torch.renorm(x, 2, 0, 1.0), lambda x: torch.addr(x, x[:, 0], x[0]),
    lambda x: torch.aminmax(x)[0], lambda x: x.rot90(), lambda x: torch.linalg.lu_solve(*torch.linalg.lu_factor(x[:, :4] + 4 * torch.eye(4)), x),
]
for f in calls:
    print(f(x).grad_fn.name(), len(f(x).grad_fn.next_functions), gradcheck(f, x), gradgradcheck(f, x))


class Names(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(" ", func)
        return func(*args, **(kwargs or {}))


for f in (lambda a, b: a + b, lambda a, b: a * b, lambda a, b: (a.t() @ b).t()):
    a, b = torch.ones(2, 2, requires_grad=True), torch.ones(2, 2, requires_grad=True)
    y = f(a, b)
    print("backward")
    with Names():
        y.backward(torch.ones(2, 2))
y = torch.take(x, torch.tensor([0]))
y.sum().backward()
try:
    y.sum().backward()
except RuntimeError as e:
    print(str(e)[:60])
