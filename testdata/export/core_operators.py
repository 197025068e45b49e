# Programs of dropouts, norms, pools, losses and shapes as they are exported, and taken apart to the core operators.
import torch
import torch.nn.functional as F
from torch import nn

X = torch.arange(-72.0, 72.0).reshape(2, 4, 3, 6) / 10
labels = torch.tensor([1, 3])


class Calls(nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f
        self.v = nn.Parameter(torch.arange(4.0))
        self.register_buffer("m", torch.zeros(4))
        self.register_buffer("s", torch.ones(4))

    def forward(self, x):
        return self.f(self, x)


def both(s, x):
    y = x + 1
    with torch.no_grad():
        z = y.sin()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return (z + y) @ x.mT


def random(f):
    return lambda s, x: f(x)


programs = {
    "dropout": random(lambda x: F.dropout(x, 0.5)), "no dropout": lambda s, x: F.dropout(x, 0.5, False), "channels": random(lambda x: F.dropout2d(x, 0.5)),
    "batch": lambda s, x: F.batch_norm(x, s.m, s.s, s.v, s.v, True), "instance": lambda s, x: F.instance_norm(x), "group": lambda s, x: F.group_norm(x, 2),
    "layer": lambda s, x: F.layer_norm(x, (6,)), "max": lambda s, x: F.max_pool2d(x, 2), "mse": lambda s, x: F.mse_loss(x, x * 2), "l1": lambda s, x: F.l1_loss(x, x * 2),
    "huber": lambda s, x: F.huber_loss(x, x * 3, delta=0.3), "nll": lambda s, x: F.nll_loss(x[:, :, 0, 0], labels), "bce": lambda s, x: F.binary_cross_entropy_with_logits(x, x.sigmoid()),
    "logsigmoid": lambda s, x: F.logsigmoid(x), "glu": lambda s, x: F.glu(x, 1), "prelu": lambda s, x: F.prelu(x, s.v), "tril": lambda s, x: torch.tril(x, 1),
    "roll": lambda s, x: x.roll((1, -2), (0, 2)), "where": lambda s, x: torch.where(x > 0, x, 0), "floor": lambda s, x: x // 2, "fill": lambda s, x: x.masked_fill(x > 0, 7),
    "logsumexp": lambda s, x: x.logsumexp((0, 1), True), "normalize": lambda s, x: F.normalize(x), "norm": lambda s, x: torch.linalg.vector_norm(x, 3.5, 1), "arange": lambda s, x: torch.arange(2, 7),
}
for name, f in programs.items():
    module = Calls(f)
    ep = torch.export.export(module, (X,))
    print(name, ep.graph_module.code.partition(":\n")[2].rstrip())
    core = ep.run_decompositions()
    print(core.graph_module.code.partition(":\n")[2].rstrip())
    if name not in ("dropout", "channels"):
        torch.testing.assert_close(core.module()(X), Calls(f)(X))
ep = torch.export.export(Calls(lambda s, x: x.nonzero() + 1), (X,))
print(ep.graph_module.code)
ep = torch.export.export(Calls(both), (X,))
print([n.name for n in ep.graph.nodes if n.op == "get_attr"])
print(ep.graph_module.submod_1.code, ep.graph_module.submod_2.code)
torch.testing.assert_close(ep.module()(X), Calls(both)(X))
