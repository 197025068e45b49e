# Modules that share a parameter share it when they come back from an archive.
import torch, io, warnings
from torch import nn
warnings.filterwarnings("ignore")
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.Linear(2, 2)
        self.b.weight = self.a.weight
        self.r = nn.Buffer(torch.ones(2))
        self.s = nn.Buffer(self.r)

    def forward(self, x): return self.b(self.a(x)) + self.r + self.s
for m in (torch.jit.script(M()), torch.jit.trace(M(), torch.ones(1, 2))):
    b = io.BytesIO()
    torch.jit.save(m, b)
    b.seek(0)
    l = torch.jit.load(b)
    print(len(list(m.parameters())), len(list(l.parameters())), len(list(l.buffers())), l.a.weight is l.b.weight, len(l.state_dict()), [n for n, _ in l.named_parameters()])
    with torch.no_grad(): l.a.weight.fill_(1.)
    print(l.b.weight.sum().item())
    l(torch.ones(1, 2)).sum().backward()
    print(l.a.weight.grad is not None, torch.equal(l.a.weight.grad, l.b.weight.grad))
    l2 = torch.jit.freeze(m.eval())
    print(l2(torch.ones(1, 2)).shape)
