# A module trained through a compiled loss; modes, parameters and buffers.
import torch
from torch import nn
from torch._dynamo.testing import CompileCounter

torch.manual_seed(0)
counter = CompileCounter()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(4, 8)
        self.out = nn.Linear(8, 1)
        self.register_buffer("calls", torch.zeros(()))
        self.gain = 1.0

    def forward(self, x):
        if self.training:
            self.calls += 1
        return self.out(torch.tanh(self.hidden(x))) * self.gain


net = Net()
compiled = torch.compile(net, backend=counter)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
x = torch.linspace(-1, 1, 32).reshape(8, 4)
y = x.sum(1, keepdim=True)
losses = []
for _ in range(20):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(compiled(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
print(f"{losses[0]:.4f} {losses[-1]:.4f}", counter.frame_count, net.calls.item())
compiled.eval()
print(torch.allclose(compiled(x), net(x)), counter.frame_count)
net.gain = 2.0
print(torch.allclose(compiled(x), net(x)), counter.frame_count)
print(sorted(compiled.state_dict()))
