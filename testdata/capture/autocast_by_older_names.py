# autocast of torch.cuda.amp and torch.cpu.amp is that of torch.amp in graphs, also behind breaks.
import warnings

import torch
from torch._dynamo.testing import EagerAndRecordGraphs

warnings.simplefilter("ignore")


def cuda(x):
    with torch.cuda.amp.autocast(enabled=False):
        y = x @ x
    return y + 1


def cpu(x):
    with torch.cpu.amp.autocast():
        y = x @ x
    return y + 1


def half(x):
    with torch.cpu.amp.autocast(True, torch.float16, cache_enabled=False):
        y = x @ x
    return y + 1


def broken(x):
    with torch.cpu.amp.autocast():
        y = x @ x
        torch._dynamo.graph_break()
        y = y @ x
    return y + 1


for fn in (cuda, cpu, half, broken):
    torch._dynamo.reset()
    recorded = EagerAndRecordGraphs()
    print(torch.compile(fn, backend=recorded)(torch.ones(2, 2)))
    for graph in recorded.graphs:
        print(graph.code)
