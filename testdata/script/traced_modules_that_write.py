# Traced submodules that write to what they are given, or give it as it came: what is read behind them is what they give.
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(n, n, 3, padding=1, bias=False), nn.BatchNorm2d(n)
        self.relu = nn.ReLU(inplace=True)
        self.drop = nn.Dropout(0.5)

    def forward(self, x):
        y = self.relu(self.bn1(self.conv1(x)))
        return self.relu(self.drop(y) + x)


class Shift(nn.Module):
    def forward(self, x):
        x.add_(1)


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift = Shift()

    def forward(self, x):
        self.shift(x)
        return None


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.block, self.outer, self.same = Block(2), Outer(), nn.Identity()

    def forward(self, x):
        y = self.block(x)
        z = y * 2
        self.outer(z)
        w = z * 3
        self.outer(z)
        return self.same(z) + w


torch.manual_seed(0)
net = Net().eval()
x = torch.randn(1, 2, 4, 4)
traced = torch.jit.trace(net, x)
print(traced.code, traced.block.code, traced.outer.code)
print(torch.equal(traced(x), net(x)), torch.equal(traced(x + 1), net(x + 1)))
