# Group norms of empty batches: plain, exported, and as the operator.
import torch

x = torch.zeros(0, 2)


class Norm(torch.nn.Module):
    def forward(self, x):
        return torch.native_group_norm(x, None, None, 0, 2, 1, 1, 1e-5)[0]


print(torch.nn.GroupNorm(1, 2)(x).shape, torch.compile(torch.nn.GroupNorm(1, 2))(x).shape)
print(torch.export.export(Norm(), (x,)).module()(x).shape)
print([tuple(t.shape) for t in torch.ops.aten.native_group_norm(torch.ones(2, 4, 3), None, None, 2, 4, 3, 2, 1e-5)])
