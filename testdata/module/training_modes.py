# Dropout, batch norm and their buffers under compile: train and eval, frozen parts, accumulated gradients.
import torch
from torch import nn
from torch._dynamo.testing import CompileCounter

torch.manual_seed(0)
counter = CompileCounter()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU())
        self.drop = nn.Dropout(0.25)
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        return self.head(self.drop(self.features(x)))


net = Net()
compiled = torch.compile(net, backend=counter)
x = torch.arange(12.0).reshape(4, 3) / 10
bn = net.features[1]
print(compiled(x).shape, bn.num_batches_tracked.item(), counter.frame_count)
print(bn.running_mean.shape, bool((bn.running_mean != 0).all()), counter.frame_count)
net.eval()
a, b = compiled(x), net(x)
print(torch.equal(a, b), bn.num_batches_tracked.item(), counter.frame_count)
net.train()
compiled(x)
print(bn.num_batches_tracked.item(), counter.frame_count)
for p in net.features.parameters():
    p.requires_grad_(False)
net.eval()
for _ in range(2):
    compiled(x).sum().backward()
print([n for n, p in net.named_parameters() if p.grad is not None], net.head.bias.grad, counter.frame_count)
net.zero_grad()
print(net.head.bias.grad, sum(p.requires_grad for p in net.parameters()))
opt = torch.optim.AdamW([{"params": net.head.parameters(), "lr": 0.1}, {"params": net.features.parameters()}], lr=0.01)
before = net.head.weight.detach().clone()
compiled(x).pow(2).mean().backward()
print(round(nn.utils.clip_grad_norm_(net.parameters(), 0.1).item(), 4) > 0)
opt.step()
print(bool((net.head.weight != before).any()), [g["lr"] for g in opt.param_groups], counter.frame_count)
sched = torch.optim.lr_scheduler.StepLR(opt, 1, gamma=0.5)
sched.step()
print(sched.get_last_lr(), len(opt.state_dict()["state"]))
