# Products of groups of matrices: which dimension the offsets cut, gradients, and what is refused.
import torch
from torch.nn.functional import grouped_mm

x = torch.arange(2 * 4 * 8.0).reshape(2, 4, 8) / 64
y = torch.arange(2 * 8 * 8.0).reshape(2, 8, 8) / 128
ends = torch.tensor([3, 8], dtype=torch.int32)
for dtype in (torch.float32, torch.bfloat16, torch.float16):
    for left, right, offs in ((x, y, None), (x.reshape(8, 8), y, ends), (x, y[0], ends), (x.reshape(8, 8), y[0], ends)):
        left, right = (t.to(dtype).clone().requires_grad_() for t in (left, right))
        out = grouped_mm(left, right, offs=offs)
        (out * out).sum().backward()
        print(out.dtype, tuple(out.shape), out.stride(), out.sum().item(), left.grad.sum().item(), right.grad.sum().item(), right.grad.stride())

b = torch.bfloat16
for call in (lambda: grouped_mm(x[0].to(b), y.to(b)), lambda: grouped_mm(x.to(b), y.to(b), offs=ends), lambda: grouped_mm(x.reshape(8, 8).to(b), y.to(b), offs=ends.long()),
             lambda: grouped_mm(x.to(b), y.to(b), out_dtype=torch.float32), lambda: grouped_mm(x.to(b), y.to(b), bias=x.to(b)), lambda: grouped_mm(x.to(b), y), lambda: grouped_mm(x.int(), y.int()),
             lambda: grouped_mm(x[0, 0].to(b), y.to(b)), lambda: grouped_mm(x.to(b), y[:, :4].to(b)), lambda: grouped_mm(x.to(b), y[:1].to(b)), lambda: grouped_mm(x[:, :, :7].contiguous().to(b), y[:, :7].to(b)),
             lambda: torch.zeros(3).index_reduce(0, torch.tensor([5]), torch.ones(1), "prod")):
    try:
        print(tuple(call().shape))
    except Exception as e:
        print(type(e).__name__, e)

rows, groups = torch.arange(128.0).reshape(8, 16), torch.ones(2, 16, 16)
whole = grouped_mm(rows, groups, offs=torch.tensor([4, 8], dtype=torch.int32))
print(torch.equal(whole, grouped_mm(rows, groups, offs=torch.tensor([4, 100], dtype=torch.int32))))  # beyond the last row
