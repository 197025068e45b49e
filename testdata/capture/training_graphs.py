# Both parts of training steps as scripts see them: which operators, what is saved, which sizes are told, and where calls come from.
import torch
import torch.nn.functional as F
from torch._dynamo.testing import AotEagerAndRecordGraphs, normalize_gm


def r(*sizes):
    return torch.randn(*sizes, requires_grad=True)


def show(name, f, *inputs, dynamic=False):
    torch._dynamo.reset()
    graphs = AotEagerAndRecordGraphs()
    out = torch.compile(f, backend=graphs, fullgraph=True, dynamic=dynamic)(*inputs)
    results = [o for o in torch.utils._pytree.tree_leaves(out) if isinstance(o, torch.Tensor) and o.requires_grad]
    if results:
        sum(o.float().sum() for o in results).backward()
    print("==", name)
    for gm in graphs.fw_graphs + graphs.bw_graphs:
        print(normalize_gm(gm.print_readable(print_output=False)))


def changes_an_argument(x, y):
    x.mul_(2)
    return x + y


def casts(x, w):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ w
    return y.float().sum()


def changes_views(x, y):
    x[0] = y
    x[:, 1].mul_(2)
    return x.sum()


show("changes an argument", changes_an_argument, torch.ones(3), r(3))
show("batch norm", lambda x, w, b, m, v: F.batch_norm(x, m, v, w, b, True), r(2, 3, 4), r(3), r(3), torch.zeros(3), torch.ones(3))
show("indices", lambda x, i: x[i] + x[0], r(3, 3), torch.tensor([0, 2]))
show("attention", lambda q, k, v: F.scaled_dot_product_attention(q, k, v), r(1, 2, 3, 4), r(1, 2, 3, 4), r(1, 2, 3, 4))
show("prod", lambda x: x.cumsum(0) * x.prod(), r(3))
show("norms", lambda x: x.norm() + torch.linalg.vector_norm(x), r(3))
show("logsigmoid", lambda x: F.glu(x) + F.logsigmoid(x[:, :2]), r(2, 4))
show("roll", lambda x: torch.roll(x, 1, 0).flip(0).repeat(2, 1), r(3, 2))
show("logits", lambda x, t: F.binary_cross_entropy_with_logits(x, t), r(3), torch.ones(3))
show("autocast", casts, r(3, 3), r(3, 3))
show("changes views", changes_views, torch.ones(2, 2), torch.ones(2))
show("constants", lambda x: (x + torch.tensor([1.0, 2.0]), torch.arange(2), torch.ones(2)), r(2))
show("largest", lambda x: torch.topk(x, 2)[0] + torch.sort(x)[0][:2], r(4))
show("sizes that are told", lambda x, w: F.linear(x, w).relu().sum(), r(5, 3), r(4, 3), dynamic=True)
