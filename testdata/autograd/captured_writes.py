"""Derivative transforms refuse to write to tensors from outside of the function; what the function makes itself it may change."""
import torch
from torch.func import grad, jvp, vjp

x = torch.ones(3, 3)
outer = torch.zeros(3, 3)
writes = dict(add_=lambda x: outer.add_(1), copy_=lambda x: outer.copy_(x), view=lambda x: outer[0].zero_(), item=lambda x: outer.__setitem__(0, x[0]), t_=lambda x: outer.t_())
for name, write in writes.items():
    def f(x):
        write(x)
        return x.sum()

    for call in (lambda: grad(f)(x), lambda: vjp(f, x), lambda: jvp(f, (x,), (x,)), lambda: grad(lambda x: grad(f)(x).sum())(x)):
        try:
            call()
            print(name, "no error")
        except RuntimeError as e:
            print(name, e)


def own(x):
    y = torch.zeros(3, 3)
    y.add_(x)
    y[0].mul_(2)
    z = x.clone()
    z.view(-1)[3:].zero_()
    return (y * z).sum()


print(grad(own)(x))
print(jvp(own, (x,), (x,)))
