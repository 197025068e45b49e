# A size that changes becomes symbolic; the guards say what the code relied on.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs

backend = EagerAndRecordGraphs()


@torch.compile(backend=backend)
def fn(x, y):
    z = torch.cat([x, y * 2])
    if z.shape[0] > 6:
        z = z[: x.shape[0]]
    return z.sum() + z.shape[0], z.reshape(-1, 1).shape


for n, m in ((2, 3), (3, 3), (4, 5), (5, 5), (2, 2), (1, 3)):
    out, shape = fn(torch.ones(n), torch.ones(m))
    print(n, m, out.item(), shape, len(backend.graphs))
for gm in backend.graphs:
    print([n.name for n in gm.graph.nodes])
