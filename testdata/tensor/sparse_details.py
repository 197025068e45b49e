"""Products, norms and quotients of sparse tensors that are refused or rounded, and sizes that modules refuse."""

import torch
import torch.nn.functional as F
from torch import nn


def attempt(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


s = torch.sparse_coo_tensor([[0, 1, 1], [2, 0, 2]], [3.0, 4.0, 5.0], (2, 3))
attempt(lambda: s @ torch.ones(4))
attempt(s.mv, torch.ones(2, 2))
attempt(s.norm, 2, 0)
attempt(s.norm, 2, (0, 1))
attempt(s.norm, 2, keepdim=True)
attempt(lambda: s // 2)
attempt(s.floor_divide_, 3)
attempt(s.floor_divide, torch.ones(2, 3))
attempt(torch.eye(4).to_sparse_bsc, 2)
attempt(torch.zeros_like, torch.eye(2).to_sparse_csr())
attempt(torch.sparse.to_sparse_semi_structured, torch.ones(32, 32))
attempt(F.group_norm, torch.ones(1, 3, 1), 3)
attempt(F.fold, torch.ones(2), (4, 4), (2, 2))
attempt(nn.Unflatten, 1, 3)
