# Settings that hold in regions of compiled code, as decorators of functions that are called in it, and graphs without operators where breaks are errors.
import torch
from torch._dynamo.testing import CompileCounter


@torch._dynamo.patch_dynamo_config(capture_scalar_outputs=True)
def scalar(x):
    return x.item() + 1


counter = CompileCounter()
print(torch.compile(lambda x: scalar(x) * 2, backend=counter, fullgraph=True)(torch.tensor(2.0)), counter.frame_count, counter.op_count)
try:
    torch._dynamo.patch_dynamo_config(nope=1)
except ValueError as e:
    print(e)


def broken(x):
    torch._dynamo.graph_break()
    return x + 1


def allowed(x):
    with torch._dynamo.error_on_graph_break(False):
        return broken(x)


for outer in (True, False):
    with torch._dynamo.error_on_graph_break(outer):
        for fn in (lambda x: allowed(x + 2) * 3, allowed):
            torch._dynamo.reset()
            counter = CompileCounter()
            print(torch.compile(fn, backend=counter)(torch.ones(2)), counter.frame_count, counter.op_count)
