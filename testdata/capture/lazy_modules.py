# Lazy modules inside of compiled code get their parameters while it is traced, and are ordinary modules from then on.
import torch
from torch import nn
from torch._dynamo.testing import CompileCounter

x = torch.rand(2, 3, 5, 4)


def mlp():
    return nn.Sequential(nn.LazyConv2d(4, 2), nn.LazyBatchNorm2d(), nn.Flatten(), nn.LazyLinear(2))


for dynamic in None, True:
    for make in (lambda: nn.LazyLinear(3)), mlp:
        for style in "module", "global", "argument":
            torch._dynamo.reset()
            m, counter = make(), CompileCounter()
            if style == "module":
                run = torch.compile(m, backend=counter, dynamic=dynamic)
            elif style == "global":
                run = torch.compile(lambda x: m(x), backend=counter, dynamic=dynamic)
            else:
                compiled = torch.compile(lambda m, x: m(x), backend=counter, dynamic=dynamic, fullgraph=True)
                run = lambda x: compiled(m, x)
            result = run(x), run(x)
            print(dynamic, style, result[0].shape, counter.frame_count, counter.op_count, type(m[-1] if isinstance(m, nn.Sequential) else m).__name__)
