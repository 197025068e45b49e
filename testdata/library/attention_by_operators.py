# What attention is on the CPU, as a mode sees it: one operator, where the operands allow.
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode


class Seen(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        names.append(str(func).removeprefix("aten.").removesuffix(".default"))
        return func(*args, **(kwargs or {}))


torch.manual_seed(0)
q, k, v = torch.randn(2, 4, 3, 8), torch.randn(2, 4, 5, 8), torch.randn(2, 4, 5, 8)
for name, args, kwargs in (
    ("plain", (q, k, v), {}), ("scale", (q, k, v), {"scale": 0.3}), ("causal", (q, k, v), {"is_causal": True}), ("mask", (q, k, v), {"attn_mask": torch.rand(3, 5) > 0.3}),
    ("added", (q, k, v), {"attn_mask": torch.randn(2, 1, 3, 5)}), ("three dimensions of a mask", (q, k, v), {"attn_mask": torch.randn(4, 3, 5)}),
    ("flat", (q[0], k[0], v[0]), {"attn_mask": torch.randn(3, 5)}), ("other values", (q, k, torch.randn(2, 4, 5, 6)), {}), ("double", (q.double(), k.double(), v.double()), {}),
    ("groups", (q, k[:, :2], v[:, :2]), {"enable_gqa": True}), ("broadcast", (q[:1], k, v), {}), ("matrices", (q[0, 0], k[0, 0], v[0, 0]), {}),
    ("transposed", (torch.randn(2, 3, 4, 8).transpose(1, 2), k, v), {}), ("strided", (torch.randn(2, 4, 8, 3).mT, k, v), {}),
):
    names = []
    with Seen():
        y = F.scaled_dot_product_attention(*args, **kwargs)
    print(name, tuple(y.shape), y.stride(), round(y.float().sum().item(), 3), *names)

for heads in (4, 2):
    x = [t.clone().requires_grad_() for t in (q, k[:, :heads], v[:, :heads])]
    y = F.scaled_dot_product_attention(*x, enable_gqa=True)
    expected = torch.autograd.grad(y.square().sum(), x)
    names = []
    with Seen():
        seen = F.scaled_dot_product_attention(*x, enable_gqa=True)
        print(seen.grad_fn.name())
        got = torch.autograd.grad(seen.square().sum(), x)
    print(torch.allclose(y, seen, atol=1e-6), [torch.allclose(a, b, atol=1e-5) for a, b in zip(expected, got)], [g.shape for g in got])
    print(*[n for n in names if "attention" in n])
out, sums = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(q, k, v, scale=0.5)
print(out.shape, sums.shape, torch.allclose(sums, (q @ k.mT * 0.5).logsumexp(-1), atol=1e-5))
