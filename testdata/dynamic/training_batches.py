# A model trained on batches of differing length, compiled once or twice, the gradients exact.
import torch
from torch import nn
from torch._dynamo.testing import CompileCounter

torch.manual_seed(0)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(20, 8)
        self.mix = nn.Linear(16, 8)
        self.out = nn.Linear(8, 3)

    def forward(self, tokens, mask):
        h = self.embed(tokens)
        left = torch.cat([torch.zeros_like(h[:, :1]), h[:, :-1]], dim=1)
        h = torch.relu(self.mix(torch.cat([h, left], -1)))
        pooled = (h * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True).clamp(min=1)
        return self.out(pooled)


net = Tagger()
counter = CompileCounter()
compiled = torch.compile(net, backend=counter)
opt = torch.optim.Adam(net.parameters(), lr=0.05)
g = torch.Generator().manual_seed(1)
for step, (b, t) in enumerate([(4, 5), (4, 7), (6, 7), (3, 9), (8, 4), (5, 6)]):
    tokens = torch.randint(0, 20, (b, t), generator=g)
    mask = (torch.arange(t) < torch.randint(1, t + 1, (b, 1), generator=g)).float()
    target = tokens[:, 0] % 3
    opt.zero_grad()
    loss = nn.functional.cross_entropy(compiled(tokens, mask), target)
    loss.backward()
    grads = [p.grad.clone() for p in net.parameters()]
    net.zero_grad()
    nn.functional.cross_entropy(net(tokens, mask), target).backward()
    same = all(torch.allclose(a, p.grad, atol=1e-6) for a, p in zip(grads, net.parameters()))
    opt.step()
    print(step, f"{loss.item():.4f}", same, counter.frame_count)
