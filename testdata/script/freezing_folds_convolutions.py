# Freezing folds batch norm and arithmetic with constants into the convolutions before them, and changes no more than rounding.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, conv, norm, behind):
        super().__init__()
        self.conv, self.norm, self.behind = conv, norm, behind
        if norm is not None:
            norm.running_mean.uniform_(-1, 1)
            norm.running_var.uniform_(0.5, 2)
            nn.init.uniform_(norm.weight)
            nn.init.uniform_(norm.bias)
        self.k = 3.0
        self.register_buffer("c", torch.tensor([1.0, 2.0]).view(2, 1, 1))

    def forward(self, x):
        y = self.conv(x)
        if self.norm is not None:
            y = self.norm(y)
        if self.behind == "add":
            y = y + self.k
        elif self.behind == "mul":
            y = y * self.c
        elif self.behind == "div":
            y = y / 2
        elif self.behind == "sub":
            y = y - self.c
        elif self.behind == "twice":
            y = y + y
        return y


torch.manual_seed(0)
for bias in (True, False):
    for norm in (True, False):
        for behind in ("", "add", "mul", "div", "sub", "twice"):
            net = Net(nn.Conv2d(3, 2, 3, bias=bias), nn.BatchNorm2d(2) if norm else None, behind).eval()
            frozen = torch.jit.freeze(torch.jit.script(net))
            x = torch.randn(2, 3, 5, 5)
            kinds = [n.kind() for n in frozen.graph.nodes() if n.kind() != "prim::Constant"]
            print(bias, norm, behind, kinds, torch.allclose(frozen(x), net(x), atol=1e-5))
net = nn.Sequential(nn.Conv1d(2, 2, 1), nn.BatchNorm1d(2), nn.ReLU()).eval()
frozen = torch.jit.freeze(torch.jit.script(net), optimize_numerics=False)
print([n.kind() for n in frozen.graph.nodes() if n.kind() != "prim::Constant"])
