# Modules and functions exported ahead of time: one flat graph with its signature, of forward or of forward and backward.
import torch
from torch import nn
from torch._functorch.aot_autograd import aot_export_joint_simple, aot_export_module


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 3, 1)
        self.bn = nn.BatchNorm2d(3)

    def forward(self, x):
        y = self.bn(self.conv(x)).sin()
        return y.sum(), x * 2


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(4))
        self.register_buffer("b", torch.ones(4))

    def forward(self, d, k):
        self.b.add_(k)
        d["x"].mul_(2)
        with torch.no_grad():
            self.p.add_(1)
        return d["x"] + self.b.sum(), self.p


def show(made):
    graph, signature = made
    print(graph.code.strip())
    for name, value in sorted(vars(signature).items()):
        print(name, value)


show(aot_export_module(Net(), [torch.randn(1, 1, 3, 3)], trace_joint=True, output_loss_index=0))
show(aot_export_module(Net(), [torch.randn(1, 1, 3, 3, requires_grad=False)], trace_joint=False))
show(aot_export_module(Counter(), [{"x": torch.randn(4)}, 3], trace_joint=False))
print(aot_export_joint_simple(lambda x, y: (x * y.sum(), y + 1), [torch.randn(2, requires_grad=True), torch.randn(2, requires_grad=True)], trace_joint=True).code)
print(aot_export_joint_simple(lambda x, y: (x * y.sum(), y + 1), [torch.randn(2), torch.randn(2)], trace_joint=False).code)


class Transposes(nn.Module):
    def forward(self, x):
        x.transpose_(0, 1)
        return (x + 1,)


for attempt in (
    lambda: aot_export_module(Net(), [torch.randn(1, 1, 3, 3)], trace_joint=True),
    lambda: aot_export_module(Net(), [torch.randn(1, 1, 3, 3, requires_grad=True)], trace_joint=True, output_loss_index=0),
    lambda: aot_export_module(nn.Linear(2, 2), [torch.randn(1, 2)], trace_joint=False),
    lambda: aot_export_module(Transposes(), [torch.randn(3, 4)], trace_joint=False),
    lambda: aot_export_joint_simple(lambda x: x.sin(), [torch.randn(2)], trace_joint=True),
    lambda: aot_export_joint_simple(lambda x: (x.view(-1),), [torch.randn(2)], trace_joint=False),
    lambda: aot_export_joint_simple(lambda x: (x.add_(1),), [torch.randn(2)], trace_joint=False),
):
    try:
        attempt()
    except RuntimeError as e:
        print(str(e).split(" ViewAndMutationMeta")[0].split("\n\nfw_metadata")[0].split(" ['")[0])
