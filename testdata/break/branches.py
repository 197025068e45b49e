# Conditions on tensors: both ways, nested, with values of many kinds alive.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


@torch.compile(backend=counter)
def fn(x, scale, names):
    y = x * scale
    if y.sum() > 10:
        names = names + ["big"]
        if y.max() > 20:
            return y / 2, names, "huge"
        y = y - 1
    elif y.sum() < 0:
        y = -y
    else:
        names = ["small"]
    return y, names, None


for v in (1.0, 6.0, 30.0, -3.0):
    print(fn(torch.tensor([v, v]), 2, ["n"]), counter.frame_count)
print(counter.op_count)
