"""What nested tensors of layout torch.jagged, and masked tensors, have no operator for: an error that names the operator."""
import warnings

import torch
from torch.masked import masked_tensor

warnings.simplefilter("ignore")


def show(name, f):
    try:
        made = f()
        print(name, made.values() if made.is_nested else made)
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0][:120])


nested = torch.nested.nested_tensor([torch.arange(6.0).reshape(2, 3), torch.arange(9.0).reshape(3, 3)], layout=torch.jagged)
calls = {"cumsum": (-1,), "cumprod": (-1,), "flip": ((-1,),), "topk": (1,), "logsumexp": (-1,), "roll": (1,), "isin": (torch.tensor([0.0, 1.0]),), "cross": (nested,), "scatter": (1, nested.long(), 1.0)}
for name in "std var nansum nanmean count_nonzero logsumexp cumsum cumprod flip norm median sort argsort topk roll unique nonzero argwhere std_mean var_mean cross fliplr isin squeeze t where scatter".split():
    show(name, lambda: getattr(torch, name)(nested, *calls.get(name, ())))
show("std of rows", lambda: nested.std(-1))
show("median of rows", lambda: torch.median(nested, -1))
for dim in (0, 1, -1):
    show(f"cat {dim}", lambda: torch.cat([nested, nested], dim))
show("sum", lambda: nested.sum(1))
masked = masked_tensor(torch.arange(6.0).reshape(2, 3), torch.tensor([[True, False, True], [True, True, False]]))
show("softmax", lambda: masked.softmax(-1))
show("log_softmax", lambda: masked.log_softmax(-1))
