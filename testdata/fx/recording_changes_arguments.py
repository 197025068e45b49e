import torch
from torch.fx.experimental.proxy_tensor import make_fx

x = torch.ones(2)
make_fx(lambda x: x.add_(1))(x)
print(x)
make_fx(lambda x: x.add_(1) * 2, tracing_mode="fake")(x)
print(x)
m = torch.nn.BatchNorm1d(2)
make_fx(lambda x: m(x))(torch.ones(3, 2))
print(m.num_batches_tracked, m.running_mean)
torch.manual_seed(0)
first = torch.rand(1)
torch.manual_seed(0)
make_fx(lambda x: torch.rand(1) + x)(x)
print(torch.rand(1) == first)
