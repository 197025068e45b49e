# torch.set_num_threads: what it takes, and that results do not depend on it.
import torch
import torch.nn.functional as F

for n in (0, -1, 1.5, "two", True, None):
    try:
        torch.set_num_threads(n)
    except RuntimeError as e:
        print(n, e)
for n in (0, 2.5):
    try:
        torch.set_num_interop_threads(n)
    except RuntimeError as e:
        print(n, e)

torch.manual_seed(0)
a, x, image, weight = torch.randn(300, 300), torch.randn(200000), torch.randn(2, 8, 32, 32), torch.randn(16, 8, 3, 3)


@torch.compile
def fused(x):
    return (torch.tanh(x) * torch.sigmoid(x) + x).sum()


results = []
for n in (1, 2, 5):
    torch.set_num_threads(n)
    print(torch.get_num_threads())
    results.append([torch.tanh(x), torch.softmax(a, -1), F.conv2d(image, weight), torch.exp(x) + x])
for other in results[1:]:
    print([torch.equal(p, q) for p, q in zip(results[0], other)])
sums = []
for n in (1, 2, 5):
    torch.set_num_threads(n)
    sums.append(fused(x))
print([torch.allclose(s, sums[0]) for s in sums])
