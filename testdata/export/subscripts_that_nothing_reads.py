# Under Dynamo subscripts that nothing reads are no nodes of the program, other dead calls are.
import torch
from torch import nn
from torch.export import export


class Dead(nn.Module):
    def forward(self, x):
        a = torch.arange(3)
        b = a + 0
        c = b[None]
        d = c[:, None]  # noqa: F841
        e = x[0]  # noqa: F841
        f = x.view(-1)
        g = x.sin()  # noqa: F841
        h = f[0]  # noqa: F841
        i = x.unsqueeze(0)  # noqa: F841
        j = x[a]  # noqa: F841
        k = x[..., 0].new_ones(2, dtype=torch.bool)
        return x + 1, k


for strict in (False, True):
    ep = export(Dead(), (torch.ones(3, 2),), strict=strict)
    print(ep.graph_module.code.strip())
    print(ep.run_decompositions().graph_module.code.strip())
