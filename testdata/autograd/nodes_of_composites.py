# The nodes that composite operators leave, and what their results are: views or not, how they lie.
import torch
import torch.nn.functional as F
from torch.fx.experimental.proxy_tensor import make_fx


def chain(node, depth=0):
    if node is None:
        return "-"
    return node.name() + ("(" + ",".join(chain(n, depth + 1) for n, _ in node.next_functions) + ")" if depth < 2 else "")


torch.manual_seed(0)
x = torch.randn(3, 4, requires_grad=True)
c = torch.randn(2, 3, 4, requires_grad=True)
signal = torch.randn(16, requires_grad=True)
for result in (x.quantile(0.3), x.quantile(torch.tensor([0.2, 0.6]), 1), x.nanquantile(0.3, 0, True), x.quantile(0.5, 1, interpolation="nearest"), x.rot90(), x.rot90(3), x.rot90(0),
               x.t().rot90(0), torch.stft(signal, 4, return_complex=True, window=torch.ones(4)), torch.stft(signal[None], 4, 2, 3, return_complex=True, center=False),
               F.scaled_dot_product_attention(c, c, c), F.scaled_dot_product_attention(c[None], c[None], c[None]), F.one_hot(torch.tensor([0, 2])) * x[:2, :3],
               x / torch.tensor(3), x.nanmean(), x.gather(1, torch.zeros(3, 1, dtype=torch.long))):
    print(result.grad_fn.name(), len(result.grad_fn.next_functions), result._is_view(), tuple(result.shape), result.stride())
for mode in ("linear", "lower", "higher", "nearest", "midpoint"):
    print(mode, torch.quantile(x, torch.tensor([0.1, 0.77]), 0, interpolation=mode).tolist(), torch.nanquantile(x, 0.35, 1, True, interpolation=mode).flatten().tolist())
print(torch.rand(100001, generator=torch.Generator().manual_seed(1)).quantile(0.333).item())
x.quantile(torch.tensor([0.3, 0.9]), 1).sum().backward()
print(x.grad)
print(make_fx(lambda v: torch.stft(v, 4, return_complex=True, center=False))(signal.detach()).code)
print(make_fx(lambda v: v.clone().transpose_(0, 1))(x.detach()).code, torch.ops.aten.transpose_.overloads())

# A layer of an LSTM is one node where its numbers are of single precision.
for options in ({}, {"num_layers": 2}, {"bidirectional": True}, {"batch_first": True}, {"bias": False}, {"proj_size": 1}):
    net, steps = torch.nn.LSTM(4, 2, **options), torch.rand(5, 3, 4)
    out, (h, cell) = net(steps)
    print(options, out.grad_fn.name(), h.grad_fn.name(), out._is_view(), out.stride(), net.double()(steps.double())[0].grad_fn.name())
with torch.backends.mkldnn.flags(enabled=False):
    print(torch.nn.LSTM(4, 2)(steps)[0].grad_fn.name())
torch.manual_seed(0)
net = torch.nn.LSTM(4, 2)
out, (h, cell) = net(steps.fill_(0.5))
(out.sum() + cell.sum()).backward()
print(len(out.grad_fn.next_functions), [round(p.grad.sum().item(), 3) for p in net.parameters()])
