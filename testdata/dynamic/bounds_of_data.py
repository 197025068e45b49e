# Bounds of numbers that depend on data read as the program compares them, those at zero and below too.
import torch
import torch._dynamo
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._higher_order_ops.while_loop import while_loop

torch._dynamo.config.capture_scalar_outputs = True


def bounds(x):
    i = x.sum().item()
    return i < 0, i <= -2, i >= -3, i < -4, i > -5, i <= 0, i > 0, i < 5, i >= 7, i <= 3, i > -1, i >= 0


def loop(x):
    return while_loop(lambda i, x: i < 0, lambda i, x: (i + 1, x + 1), (-2, x))


for f in (bounds, loop):
    recorded = EagerAndRecordGraphs()
    print(torch.compile(f, backend=recorded, fullgraph=True)(torch.tensor([-8, 2])))
    print(normalize_gm(recorded.graphs[0].print_readable(False)))
