# Sums of sizes: sum() of a list or tuple is one node, numbers that are known already are taken from where they are.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs


def show(fn, *args):
    backend = EagerAndRecordGraphs()
    result = torch.compile(fn, backend=backend, fullgraph=True, dynamic=True)(*args)
    print(all(torch.equal(a, b) if isinstance(a, torch.Tensor) else a == b for a, b in zip(result, fn(*args))), backend.graphs[0].code.strip())


x = torch.ones(2, 3, 4)
show(lambda x: (x + sum(x.shape), sum(x.size()[1:]), sum([])), x)
show(lambda x: (x + sum([x.shape[0]]), sum(s for s in x.shape), sum((x.shape[0], 2, 3))), x)
show(lambda x: (x + sum(x.shape, 3), sum([x.shape[0] * 2, x.shape[1] + 1]), sum({"a": x.shape[0]}.values())), x)
show(lambda x, i: (x + torch.sym_sum([x.shape[0], 2]), torch.sym_sum((x.shape[0], i)), sum([i, i])), x, 5)
show(lambda x: (x + x.nelement() + x.numel(), x.t().dim_order()), torch.ones(2, 3))
show(lambda x, y: (torch.einsum(x, [0, 1], y, [1, 2], [0, 2]), torch.einsum("ij,jk", [x, y])), torch.ones(2, 3), torch.ones(3, 4))
