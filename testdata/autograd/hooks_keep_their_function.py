# A hook that was registered runs, whatever was called after its registration.
import torch


def hook(name):
    return lambda *args: print(name)


a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
handles = [
    a.register_post_accumulate_grad_hook(hook("a accumulated")),
    b.register_post_accumulate_grad_hook(hook("b accumulated")),
    a.register_hook(hook("gradient of a")),
]
for name in ("other", "functions", "are", "called"):
    max(name, "x", key=hook("key of " + name) and len)
product = a * b
product.grad_fn.register_hook(hook("product"))
product.grad_fn.register_prehook(hook("before product"))
min(3, 4, 5)
product.sum().backward()

handles[0].remove()
handles[2].remove()
(a + b).sum().backward()
print(a.grad, b.grad)
