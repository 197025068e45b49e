"""Operations of products, by module, and callbacks at the end of a backward pass."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.flop_counter import FlopCounterMode


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, stride=2)
        self.block = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))

    def forward(self, x):
        return self.block(self.conv(x).mean((2, 3)))


net = Net()
counter = FlopCounterMode(display=False)
with counter:
    net(torch.randn(2, 3, 9, 9)).sum().backward()
print(counter.get_total_flops())
for name, counts in counter.get_flop_counts().items():
    print(name, {str(op): n for op, n in counts.items()})
with counter:
    torch.bmm(torch.randn(2, 3, 4), torch.randn(2, 4, 5))
    torch.einsum("ij,jk->ik", torch.randn(2, 3), torch.randn(3, 4))
    torch.baddbmm(torch.randn(2, 3, 5), torch.randn(2, 3, 4), torch.randn(2, 4, 5))
    w = torch.randn(2, 3, 3, 3, requires_grad=True)
    F.conv_transpose2d(torch.randn(1, 2, 4, 4, requires_grad=True), w, stride=2).sum().backward()
    F.conv1d(torch.randn(1, 2, 6), torch.randn(4, 1, 3), groups=2)
print({str(op): n for op, n in counter.get_flop_counts()["Global"].items()})
with FlopCounterMode(display=False, custom_mapping={torch.ops.aten.add: lambda a, b, *args, out_shape=None, **kw: sum(out_shape)}) as own:
    torch.ones(2, 3) + torch.ones(3)
print(own.get_total_flops())

order = []
x = torch.ones(2, requires_grad=True)


def hook(grad):
    order.append(("hook", torch._C._current_graph_task_id() >= 0))
    torch.autograd.Variable._execution_engine.queue_callback(lambda: order.append("end"))
    return grad


y = x * 2
y.register_hook(hook)
y.sum().backward()
print(order, torch._C._current_graph_task_id())
print(torch.ops.aten.add.Tensor.overloadpacket is torch.ops.aten.add, torch.ops.aten.add.Tensor._overloadpacket)
