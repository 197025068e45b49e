# Float arguments: constants first, symbolic when they change.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


@torch.compile(backend=counter)
def floats(x, f):
    return x * f


x = torch.ones(2)
for f in (0.5, 1.5, 2.5, 0.0):
    print("float", f, floats(x, f).tolist(), counter.frame_count)
