"""Rprop of complex and double parameters, hooks of steps, states of schedules, gradcheck of batched tangents, and what backward refuses."""

import torch
from torch import nn, optim
from torch.autograd import gradcheck


def attempt(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


for start in (torch.tensor([1 + 2j, 3 - 1j]), torch.tensor([1.0, 2.0], dtype=torch.double)):
    p = nn.Parameter(start)
    rprop = optim.Rprop([p], lr=0.1)
    for _ in range(3):
        rprop.zero_grad()
        (p * p.conj()).real.sum().backward()
        rprop.step()
    print([round(x, 6) for x in torch.view_as_real(p).flatten().tolist()] if p.is_complex() else p.tolist())

p = nn.Parameter(torch.zeros(2, 2))
sgd = optim.SGD([p], lr=0.1)
sgd.register_step_pre_hook(lambda o, args, kwargs: print(args[0] is o, len(args), kwargs))
sgd.step()
p.grad = torch.eye(2).to_sparse()
attempt(optim.Rprop([p]).step)
schedule = optim.lr_scheduler.CosineAnnealingWarmRestarts(sgd, 2)
print(list(schedule.state_dict())[:4])

x = torch.randn(3, dtype=torch.double, requires_grad=True)
print(gradcheck(torch.sin, (x,), check_forward_ad=True, check_backward_ad=False, check_batched_forward_grad=True))
y = x * 2
attempt(torch.autograd.grad, y, x, torch.ones(3, dtype=torch.cdouble))
attempt(y.backward, torch.ones(3, dtype=torch.double), inputs=[])
attempt(y.grad_fn, "x")
attempt(x.set_)
t = torch.zeros(2)
torch._C._autograd._unsafe_set_version_counter((t,), (3,))
print(t._version)
s = torch.tensor(1.0)
print(s.movedim(-1, 0), s.movedim((-1,), (0,)))
attempt(s.take_along_dim, torch.tensor(0), 0)
attempt(s.unflatten, -1, (1, 1))
attempt(s.size, -1)
attempt(s.unbind, -1)
