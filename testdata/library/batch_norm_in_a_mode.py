# Batch norm trains where a mode looks on: its running statistics change, but their versions do not.
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode


class Seen(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        names.append(str(func).removeprefix("aten.").removesuffix(".default"))
        return func(*args, **(kwargs or {}))


x = torch.arange(24.0).sin().reshape(3, 2, 4).requires_grad_()
w, b = torch.ones(2, requires_grad=True), torch.ones(2)
for f in (
    lambda m, v: torch.native_batch_norm(x, w, b, m, v, True, 0.1, 1e-5)[0],
    lambda m, v: F.batch_norm(x, m, v, w, b, True),
    lambda m, v: F.batch_norm(x, m, v, w, b, False),
    lambda m, v: F.instance_norm(x, m, v, w, b, True),
):
    names = []
    m, v = torch.zeros(2), torch.ones(2)
    plain = torch.autograd.grad(f(torch.zeros(2), torch.ones(2)).square().sum(), (x, w))
    with Seen():
        seen = torch.autograd.grad(f(m, v).square().sum(), (x, w))
    print([torch.allclose(p, s, atol=1e-5) for p, s in zip(plain, seen)], m, v, m._version, v._version, "empty.memory_format" in names)

image = torch.arange(32.0).sin().reshape(1, 2, 4, 4).double()
out, indices = F.max_pool2d(image, 2, return_indices=True)
g = torch.ones_like(out, requires_grad=True)
back = torch.ops.aten.max_pool2d_with_indices_backward(g, image, [2, 2], [2, 2], [0, 0], [1, 1], False, indices)
print(torch.autograd.grad((back * image).sum(), g)[0].equal(out))
for name, function in {
    "isfinite": lambda: torch.isfinite(image), "isreal": lambda: torch.isreal(image), "dropout": lambda: F.dropout(image), "alpha_dropout": lambda: F.alpha_dropout(image, training=True),
    "max_unpool3d": lambda: F.max_unpool3d(*F.max_pool3d(image.unsqueeze(0), (1, 2, 2), return_indices=True), (1, 2, 2)), "bilinear": lambda: F.bilinear(torch.ones(2, 3), torch.ones(2, 4), torch.ones(5, 3, 4)),
    "unsafe_split": lambda: image.unsafe_split(2, 3),
}.items():
    names = []
    with Seen():
        function()
    print(name, *names)
