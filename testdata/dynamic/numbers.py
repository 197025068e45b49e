# Int and float arguments: constants first, symbolic when they change.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


@torch.compile(backend=counter)
def ints(x, n):
    if n > 5:
        return x * n
    return x - n // 2


@torch.compile(backend=counter)
def floats(x, f):
    return x * f


x = torch.ones(2)
for n in (2, 3, 4, 7, 9, 6):
    print("int", n, ints(x, n).tolist(), counter.frame_count)
counter.clear()
for f in (0.5, 1.5, 2.5, 0.0):
    print("float", f, floats(x, f).tolist(), counter.frame_count)
counter.clear()
marked = torch.ones(4, 3)
torch._dynamo.mark_dynamic(marked, 0)
rows = torch.compile(lambda t: t.sum(0) * t.shape[0], backend=counter)
for t in (marked, torch.ones(6, 3), torch.ones(9, 3)):
    print("marked", rows(t).tolist(), counter.frame_count)
