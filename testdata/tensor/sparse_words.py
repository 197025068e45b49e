"""What sparse tensors say of their memory, of dense ones among them, and of forms that do not fit."""
import torch

s = torch.sparse_coo_tensor([[0, 1], [2, 0]], [1.0, 2.0], (2, 3))
calls = [
    lambda: s.is_contiguous(), lambda: torch.cat([s, torch.ones(2, 3)]), lambda: torch.eye(4).to_sparse(3), lambda: torch.eye(4).to_sparse(0),
    lambda: torch.ones(4, 4).to_sparse_bsr((3, 2)), lambda: torch.ones(4, 4).to_sparse_bsc((3, 2)),
]
for call in calls:
    try:
        print(call())
    except RuntimeError as e:
        print(e)
