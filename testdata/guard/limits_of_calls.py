# recompile_limit of torch.compile, and errors on recompilations in front of any limit.
import logging

import torch
import torch._dynamo
from torch._dynamo.testing import CompileCounter

logging.getLogger("torch._dynamo").setLevel(logging.ERROR)


def f(x, n):
    return x + n


for limit in (1, 3, 5, 20):
    torch._dynamo.reset()
    counter = CompileCounter()
    compiled = torch.compile(f, backend=counter, dynamic=False, recompile_limit=limit)
    for i in range(10):
        compiled(torch.ones(2), i)
    print(limit, counter.frame_count)
torch._dynamo.reset()


@torch.compile(backend="eager", recompile_limit=2, fullgraph=True, dynamic=False)
def whole(x, n):
    return x + n


try:
    for i in range(5):
        whole(torch.ones(2), i)
except Exception as e:
    print(i, type(e).__name__, e)
for limit in (1, 8):
    torch._dynamo.reset()
    with torch._dynamo.config.patch(error_on_recompile=True, recompile_limit=limit):
        compiled = torch.compile(f, backend="eager")
        compiled(torch.ones(2), 1)
        try:
            compiled(torch.ones(2), 2.5)
        except torch._dynamo.exc.RecompileError as e:
            print(type(e).__name__)
