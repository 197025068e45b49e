# Slices whose bounds depend on data have lengths of their own in programs.
import torch


class UpTo(torch.nn.Module):
    def forward(self, x, n):
        return x[:n.item()]


class Promised(torch.nn.Module):
    def forward(self, x, n):
        k = n.item()
        torch._check(k >= 0)
        torch._check(k <= 5)
        return x[:k] + 1


class Written(torch.nn.Module):
    def forward(self, x, n):
        k = n.item()
        y = x.clone()
        y[:k] = 0
        return y, x[k:].sum(), x[:, k:k + 2]


for m in (UpTo(), Promised(), Written()):
    ep = torch.export.export(m, (torch.randn(5, 4), torch.tensor(3)))
    if not isinstance(m, Written):
        print(ep.graph_module.code, ep.range_constraints)
    for k in (0, 2, 4):
        x = torch.arange(20.0).view(5, 4)
        try:
            print(ep.module()(x, torch.tensor(k)), m(x, torch.tensor(k)))
        except RuntimeError as e:
            print(e)
