# Int arguments: constants first, symbolic when they change.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


@torch.compile(backend=counter)
def ints(x, n):
    if n > 5:
        return x * n
    return x - n // 2


x = torch.ones(2)
for n in (2, 3, 4, 7, 9, 6):
    print("int", n, ints(x, n).tolist(), counter.frame_count)
