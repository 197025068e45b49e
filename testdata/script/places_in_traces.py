import os
import torch


class Layers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = torch.nn.Parameter(torch.ones(2))

    def forward(self, x):
        y = x * self.gain
        return torch.relu(y) * 2


def widened(x):
    return x + 1 if x.size(0) > 1 else x


here = os.path.dirname(__file__) + os.sep
for traced in (torch.jit.trace(Layers(), torch.rand(2, 2)), torch.jit.trace(widened, torch.rand(3), check_trace=False)):
    print(str(traced.inlined_graph).replace(here, ""))
