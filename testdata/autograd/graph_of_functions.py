# The graph behind a result: functions, their inputs, hooks, accumulated and higher gradients.
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
w = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
y = (x * w).sigmoid()
z = y.sum() + x.prod()
print(z.grad_fn.name(), [f.name() for f, _ in z.grad_fn.next_functions])
seen = []
y.register_hook(lambda g: seen.append(g.tolist()))
x.register_hook(lambda g: g * 2)
z.backward(retain_graph=True)
print(x.grad, w.grad, seen)
z.backward()
print(x.grad, len(seen))
try:
    z.backward()
except RuntimeError as e:
    print(str(e)[:60])

t = torch.tensor(2.0, requires_grad=True)
g1, = torch.autograd.grad(t**4 + torch.exp(t), t, create_graph=True)
g2, = torch.autograd.grad(g1, t, create_graph=True)
g3, = torch.autograd.grad(g2, t)
print(g1, g2, g3)
a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
print(torch.autograd.grad((a * 3).sum(), [a, b], allow_unused=True))
with torch.no_grad():
    c = a * 2
print(c.requires_grad, a.detach().requires_grad, (a.detach() * b).requires_grad, a.is_leaf, (a * 1).is_leaf)
v = torch.arange(4.0, requires_grad=True)
p = v.clone()
p[1] = v[0] * 10
p[2:] *= 3
p.sum().backward()
print(v.grad)
