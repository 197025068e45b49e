# Numbers to the left of tensors in recordings: symbolic ones of data, and operands of operators on bits.
import torch
from torch.fx.experimental.proxy_tensor import make_fx


def show(f, *args, **kwargs):
    try:
        print(make_fx(f, **kwargs)(*args).code.strip().replace("\n", ";"))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0][:100])


for mode in ("real", "fake", "symbolic"):
    for f in (lambda x: x.sum().item() * x, lambda x: x.sum().item() + x, lambda x: 2 - x.sum().item() * x, lambda x: x.sum().item() - x,
              lambda x: x.sum().item() / x, lambda x: x.sum().item() ** x, lambda x: x[0].item() * x[1].item() * x):
        show(f, torch.ones(2), tracing_mode=mode)
for f in (lambda x: 5 & x, lambda x: 5 | x, lambda x: 5 ^ x, lambda x: 5 << x, lambda x: 5 >> x, lambda x: True & x):
    show(f, torch.ones(2, dtype=torch.long))
for dtype in (torch.int8, torch.int32, torch.int64, torch.bool, torch.uint8, torch.float32):
    y = torch.tensor([1, 0, 3]).to(dtype)
    for f in (lambda x: 5 & x, lambda x: 5 | x, lambda x: 5 ^ x, lambda x: 5 << x, lambda x: 5 >> x, lambda x: True & x, lambda x: True | x):
        try:
            print(f(y), f(y).dtype)
        except Exception as e:
            print(type(e).__name__, str(e)[:60])
