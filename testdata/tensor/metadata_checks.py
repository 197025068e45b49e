"""What is asserted of the metadata of tensors, rows that a mask keeps, and results with names, which are no named tuples."""
import torch


def attempt(f):
    try:
        print(f())
    except (RuntimeError, TypeError) as e:
        print(type(e).__name__, e)


for dtype in (torch.float32, torch.float64, torch.int64, torch.int8, torch.bool, torch.float16, torch.complex64, torch.uint16):
    attempt(lambda: torch._assert_tensor_metadata(torch.ones(1).to(dtype), dtype=torch.uint8))
attempt(lambda: torch._assert_tensor_metadata(torch.ones(1), size=[1, 1]))
attempt(lambda: torch._assert_tensor_metadata(torch.ones(1), stride=[2]))
attempt(lambda: torch._assert_tensor_metadata(torch.ones(1), device="meta"))
attempt(lambda: torch._assert_tensor_metadata(torch.ones(2, 3).to_sparse(), layout=torch.strided))
attempt(lambda: torch.ops.aten._assert_tensor_metadata(torch.ones(2, 3), [2, 3], [3, 1], torch.float32, device="cpu", layout=torch.strided))

keep = torch.tensor([True, False, True])
attempt(lambda: torch._rowwise_prune(torch.arange(6.0).view(3, 2), keep, torch.int32))
attempt(lambda: torch._rowwise_prune(torch.ones(3, 2), keep[1:], torch.int64))
attempt(lambda: torch._rowwise_prune(torch.ones(3, 2), keep, torch.float32))
attempt(lambda: torch._rowwise_prune(torch.ones(3), keep, torch.int64))

largest = torch.max(torch.arange(4.0).view(2, 2), 0)
print(hasattr(largest, "_fields"), type(largest).n_fields, type(largest)([x + 1 for x in largest]))
attempt(lambda: type(largest)(*largest))
