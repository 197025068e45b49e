# Masks are operands of index and index_put_ in traces, as PyTorch has them.
import torch
import warnings
warnings.simplefilter("ignore")
m = torch.tensor([[True, False], [False, True]])
def k(x, m): return x[m], x[m, 0], x[0, m[0]], x[m[:, 0]], x[m[:, 0], :, None], x[[0, 1]], x[torch.tensor([0]), m[0, :1]]
def k1(x, m): return x[m]
def k2(x, m): return x[m[:, 0], 0]
def k3(x, m): return x[0, m[0]]
def k4(x, m):
    x = x.clone(); x[m] = 0; x[m[0]] = 1
    return x
def k5(x, m): return x[m] * 2, m.nonzero(), torch.where(m), x[m].sum()
for f in (k1, k2, k3, k4, k5): print(torch.jit.trace(f, (torch.ones(2, 2), m), check_trace=False).code)
class M(torch.nn.Module):
    def forward(self, x, m): return x[m], x[0, m[0]]
print(torch.export.export(M(), (torch.ones(2, 2), m)).graph_module.code)
def g(x, m):
    y = x.clone()
    y[m] = x[m] * 2
    y[m[0], 1] = torch.tensor([3.])
    y[0, m[0]] = x.new_zeros(1, 1)
    return y
t = torch.jit.trace(g, (torch.ones(2, 2), m)); print(t.code)
print(t(torch.arange(4.).view(2, 2), torch.tensor([[True, True], [False, True]])))
x = torch.ones(2, 2, requires_grad=True)
t = torch.jit.trace(k1, (x, m)); t(x, torch.tensor([[True, True], [False, False]])).sum().backward(); print(x.grad)
