# A frozen trace keeps nothing of the shapes that the trace met.
import re

import torch
from torch import nn
class M(nn.Module):
    def __init__(s): super().__init__(); s.l = nn.Linear(3, 3)
    def forward(s, x):
        b = x.shape[0]
        return s.l(x) + torch.zeros(b, 1) + torch.arange(b)[:, None] + x.view(b, -1) * b
torch.manual_seed(0)
m = M().eval()
t = torch.jit.trace(m, torch.ones(2, 3))
print("=== a"); print(re.sub(r" # \S+", "", str(t.graph)))
print("=== f"); print(re.sub(r" # \S+|value=[-0-9. *]+\[", "", str(torch.jit.freeze(t).graph)))
print(torch.jit.freeze(t)(torch.ones(4, 3)).shape)
