"""Views of tensors with the sign turned, in all kinds of numbers, and their copies."""
import torch
for d in (torch.float32, torch.bfloat16, torch.half, torch.float64, torch.cfloat, torch.int32):
    x = torch.tensor([[1, -2, 3, 4, 5]], dtype=d)
    v = torch._neg_view(x); print(d, v, v.is_neg(), v.clone(), v.clone().is_neg(), v.clone(memory_format=torch.contiguous_format), v + 1)
    c = torch.ops.aten._neg_view_copy(x); print(c, c.is_neg())
x = torch.tensor([1+2j]); c = torch.ops.aten._conj_copy(x); print(c, c.is_conj()); print(torch.conj(x).clone(), torch.conj(x).clone().is_conj())
