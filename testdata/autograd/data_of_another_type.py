# Leaves that get data of another type or size after they were used: the gradients that follow are of the new kind, in full precision.
import torch
from torch import nn

torch.manual_seed(0)
x = torch.tensor([1 / 3, 1 / 7], dtype=torch.float64)

w = nn.Parameter(torch.tensor([1., 2.]))
w.abs().max()
w.data = w.data.double()
(w * x).sum().backward()
print("used before", w.grad.dtype, w.grad.tolist())

kept = nn.Parameter(torch.tensor([1., 2.]))
y = kept * 2
kept.data = kept.data.double()
(kept * x).sum().backward()
print("still recorded", kept.grad.dtype, kept.grad.tolist())
print("by name", torch.autograd.grad((kept * x).sum(), kept)[0].tolist())

layer = nn.Linear(2, 2)
layer(torch.ones(1, 2)).sum().backward()
layer.zero_grad()
layer.double()
(layer(x) ** 2).sum().backward()
print("module", [(p.grad.dtype, (p.grad - p.grad.float().double()).abs().max().item() > 0) for p in layer.parameters()])

p = nn.Parameter(torch.ones(2))
p.sum()
p.data = torch.ones(3)
(p * torch.arange(3.)).sum().backward()
print("size", p.grad)

p, seen = nn.Parameter(torch.ones(2)), []
p.sum()
handle = p.register_hook(lambda g: seen.append(g.dtype))
p.register_post_accumulate_grad_hook(lambda t: seen.append(tuple(t.grad.shape)))
p.data = torch.ones(3).double()
(p * torch.arange(3.)).sum().backward()
handle.remove()
(p * torch.arange(3.)).sum().backward()
print("hooks", p.grad, seen)

half = nn.Linear(2, 1, bias=False).half()
half.weight.data.fill_(1.)
out = half(torch.ones(1, 2).half())
half.float()
out.sum().backward()
print("recorded before", half.weight.grad)
half.weight.grad = None
half(torch.tensor([[1 / 3, 1 / 7]])).sum().backward()
print("recorded after", half.weight.grad)

net = nn.Linear(2, 1, bias=False)
compiled = torch.compile(net, backend="eager")
compiled(torch.ones(1, 2)).sum().backward()
net.zero_grad()
net.double()
compiled(x[None]).sum().backward()
print("compiled", net.weight.grad.tolist())

p = nn.Parameter(torch.ones(2))
sgd = torch.optim.SGD([p], lr=0.5, momentum=0.9)
p.sum()
p.data = p.data.double()
for _ in range(2):
    sgd.zero_grad()
    (p * x).sum().backward()
    sgd.step()
print("optimizer", p.tolist(), sgd.state[p]["momentum_buffer"].dtype)

z = nn.Parameter(torch.ones(2))
z.sum()
z.data = torch.tensor([1 + 2j, 3 - 1j])
(z * z.conj()).real.sum().backward()
print("complex", z.grad)
