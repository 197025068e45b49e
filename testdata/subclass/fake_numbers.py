"""Fake tensors of one integer stand for it where a number is wanted."""
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

mode = FakeTensorMode()
with mode:
    x, n, pair = torch.randn(5, 5), mode.from_tensor(torch.tensor(2)), mode.from_tensor(torch.tensor([1, 2]))
    for text in ("x.narrow(0, n, 2)", "x.narrow(0, n, n)", "x.select(0, n)", "x.tensor_split(n)", "x.tensor_split(pair)", "x.repeat(n, 1)", "torch.arange(n)", "x.expand(n, 5, 5)",
                 "torch.zeros(n)", "torch.full((n,), 1)", "x.split(n)", "x.chunk(n)", "x.topk(n)", "x.fill_(n)", "torch.full((2,), n)", "torch.tensor(n)", "torch.tensor([n, n])",
                 "x[n:]", "x.unsqueeze(n)", "range(n)", "pair.tolist()", "x[x > 0]", "torch.bincount(pair)"):
        try:
            out = eval(text)
            print(text, [tuple(t.shape) for t in out] if isinstance(out, (tuple, list)) else tuple(out.shape) if isinstance(out, torch.Tensor) else out)
        except Exception as e:
            print(text, type(e).__name__, e)
