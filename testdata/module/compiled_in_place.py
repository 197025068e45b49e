# nn.Module.compile, compiled submodules, hooks, and changes between calls.
import torch
from torch import nn
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([1.0, -1.0]))
        self.flip = False

    def forward(self, x):
        y = x * self.w
        return -y if self.flip else torch.relu(y)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.gates = nn.ModuleList(Gate() for _ in range(3))
        self.drop = nn.Dropout(0.5)

    def forward(self, x):
        for g in self.gates:
            x = x + g(x)
        return self.drop(x)


net = Net().eval()
x = torch.tensor([1.0, 2.0])
want = net(x)
net.compile(backend=counter)
print(torch.equal(net(x), want), counter.frame_count, counter.op_count)
net(x)
net.gates[1].flip = True
print(net(x), counter.frame_count)
net.gates[1].flip = False
print(net(x), counter.frame_count)
with torch.no_grad():
    net.gates[0].w.add_(1)
print(net(x), counter.frame_count)
net.gates[0].w = nn.Parameter(torch.tensor([3.0, 3.0]))
print(net(x), counter.frame_count)
net.gates.append(Gate())
print(net(x), counter.frame_count)
net.gates[0].register_forward_hook(lambda m, args, out: out * 100)
print(net(x), counter.frame_count)
loss = net(x).sum()
loss.backward()
print([p.grad.tolist() for p in net.parameters()])
net.train()
torch.manual_seed(0)
net(x)
print(counter.frame_count)
