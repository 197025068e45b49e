# Statistics of batches and weighted bags in bfloat16: which of PyTorch's steps round, and which do not.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
for shape in [(3, 2, 3, 4), (8, 4), (4, 3, 17)]:
    n = shape[1]
    x = (torch.randn(shape) * 3 + 1).bfloat16().requires_grad_()
    mean, var = torch.randn(n).bfloat16(), torch.rand(n).bfloat16()
    y, m, r = torch.native_batch_norm(x, torch.randn(n).bfloat16(), torch.randn(n).bfloat16(), mean, var, True, 0.1, 1e-5)
    y.sum().backward()
    print(m.tolist(), r.tolist(), mean.tolist(), var.tolist(), y.flatten()[:4].tolist())
print(F.instance_norm((torch.randn(2, 3, 7) * 5).bfloat16(), torch.zeros(3).bfloat16(), torch.ones(3).bfloat16()).flatten()[:8].tolist())
table, ix = torch.randn(6, 3).bfloat16(), torch.tensor([[1, 2, 3, 4], [5, 0, 1, 1]])
w = torch.randn(2, 4).bfloat16().requires_grad_()
bags = F.embedding_bag(ix, table, mode="sum", per_sample_weights=w)
bags.float().sum().backward()
print(bags.dtype, bags.tolist(), w.grad.dtype)
print(torch.arange(3.0, requires_grad=True).sort(stable=True)[0].grad_fn.name())
