"""Batch norm of no elements: the operator refuses to train on it, the function and instance norm give it back, tensors without data have their sizes."""
import torch

x, o = torch.randn(4, 2, 0, 2), torch.ones(2)
for name, f in (
    ("operator", lambda: torch.native_batch_norm(x, o, o, o, o, True, 0.1, 0.001)),
    ("operator, bfloat16", lambda: torch.native_batch_norm(x.bfloat16(), None, None, o.bfloat16(), o.bfloat16(), True, 0.1, 0.001)),
    ("of no rows", lambda: torch.native_batch_norm(torch.ones(0, 2), o, o, o, o, True, 0.1, 0.001)),
    ("without training", lambda: torch.native_batch_norm(x, o, o, o, o, False, 0.1, 0.001)),
    ("without data", lambda: torch.native_batch_norm(x.to("meta"), o.to("meta"), o.to("meta"), None, None, True, 0.1, 0.001)),
    ("legit", lambda: torch._native_batch_norm_legit(x, o, o, True, 0.1, 0.001)),
    ("batch_norm", lambda: torch.batch_norm(x, o, o, o, o, True, 0.1, 0.001, False)),
    ("instance_norm", lambda: torch.instance_norm(x, None, None, None, None, True, 0.1, 1e-5, False)),
):
    try:
        made = f()
        print(name, [tuple(t.shape) for t in (made if isinstance(made, tuple) else (made,))])
    except RuntimeError as e:
        print(name, "refused:", e)
