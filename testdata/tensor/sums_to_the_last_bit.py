"""Sums and means of moderate size have the bits of PyTorch's: its order of adding depends on sizes, strides and the dimensions that are reduced."""
import hashlib
import random
import torch
import torch.nn.functional as F


def bits(t):
    return hashlib.md5(t.detach().contiguous().numpy().tobytes()).hexdigest()[:8]


torch.manual_seed(0)
random.seed(0)
for k in range(60):
    sizes = [random.choice([1, 2, 3, 5, 7, 8, 9, 16, 17, 31, 33, 64, 65, 100, 130]) for _ in range(random.choice([1, 2, 2, 3, 4]))]
    while torch.Size(sizes).numel() > 32768:
        sizes[random.randrange(len(sizes))] = random.choice([1, 2, 3, 5])
    if k % 7 == 0:
        sizes = [random.randrange(1, 32000)]
    x = torch.rand(sizes, dtype=torch.double) if k % 5 == 0 else torch.randn(sizes)
    if k % 3 == 0:
        x = x.transpose(random.randrange(x.dim()), random.randrange(x.dim()))
    if k % 11 == 0:
        x = x[..., ::2]
    if k % 13 == 0:
        x = x.expand(2, *x.shape)
    dims = sorted(random.sample(range(x.dim()), random.randint(1, x.dim())))
    print(tuple(x.shape), x.stride(), dims, bits(x.sum(dims)), bits(x.mean(dims, keepdim=True)), bits(x.sum()))
# e to the power, also in what is made of it: whole vectors of 32 elements
x = torch.randn(4096) * 8
print(bits(x.exp()), bits(torch.sigmoid(x)), bits(F.silu(x)), bits((x * 12).exp()), bits(x[:17].exp()))
# losses of small models whose products are summed one way only
x, y = torch.randn(32, 10), torch.rand(32, 10)
for loss in (F.mse_loss, F.l1_loss, F.smooth_l1_loss, F.huber_loss):
    print(loss.__name__, bits(loss(x, y)), loss(x, y, reduction="sum").item())
b = torch.zeros(10, requires_grad=True)
((x + b) ** 2).mean().backward()
print(bits(b.grad))
