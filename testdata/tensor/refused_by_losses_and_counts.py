"""What losses, histograms, distances, transposed convolutions and in-place operations refuse, and how gradients lie in memory."""
import torch
import torch.nn.functional as F

nan, inf = float("nan"), float("inf")


def told(f):
    try:
        r = f()
        print((r.dtype, tuple(r.shape), r.stride(), r.requires_grad) if isinstance(r, torch.Tensor) else r)
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, str(e).split("\n")[0])


print("--- padding of outputs")
for dtype in (torch.float32, torch.float64):
    x, w = torch.ones(1, 2, 3, 3, dtype=dtype), torch.ones(2, 2, 2, 2, dtype=dtype)
    for pad in ((1, 0), (0, 1), (2, 1)):
        for kw in (dict(stride=1), dict(stride=2), dict(stride=1, dilation=2), dict(stride=(1, 2))):
            told(lambda: F.conv_transpose2d(x, w, output_padding=pad, **kw))
told(lambda: F.conv_transpose1d(torch.ones(1, 2, 3), torch.ones(2, 2, 2), output_padding=1))
told(lambda: F.conv_transpose1d(torch.ones(2, 3), torch.ones(2, 2, 2), output_padding=2, stride=2))
told(lambda: F.conv_transpose3d(torch.ones(1, 2, 3, 3, 3), torch.ones(2, 2, 2, 2, 2), output_padding=(0, 1, 2), stride=2))

print("--- cross entropies")
u, outside = torch.tensor([.5, .25]), torch.tensor([1.5, .25])
targets = (u, outside, torch.tensor([nan, .25]), -u, outside.to(torch.complex64), torch.tensor([1, 0]), torch.tensor([0., 1]).double())
for x in (u, outside):
    for y in targets:
        told(lambda: round(F.binary_cross_entropy(x, y).item(), 4))
for y in (torch.tensor([1, 0]), torch.tensor([True, False]), torch.tensor([0., 1]).double()):
    told(lambda: F.binary_cross_entropy_with_logits(u, y))
    told(lambda: F.binary_cross_entropy_with_logits(u, y, pos_weight=u))
for loss in (F.huber_loss, F.smooth_l1_loss, F.mse_loss, F.l1_loss):
    told(lambda: loss(torch.ones(2, requires_grad=True).double(), torch.tensor([1, 2])).backward())

print("--- integers have no history")
g = torch.ones(2, requires_grad=True)


def put(at, value):
    x = torch.zeros(2, dtype=torch.int64)
    x[at] = value
    return x


told(lambda: torch.zeros(2, dtype=torch.int64).copy_(g))
told(lambda: put(0, g[0]))
told(lambda: put(slice(None), g))
told(lambda: torch.zeros(2, dtype=torch.bool).logical_and_(g))
told(lambda: g.nansum(dtype=torch.int64))
told(lambda: torch.bernoulli(g).sum().backward())

print("--- types and ranges")
told(lambda: torch.cdist(torch.ones(3, 4), torch.ones(2, 4).int()))
told(lambda: torch.cdist(torch.ones(3, 4).int(), torch.ones(2, 4)))
told(lambda: torch.histogram(torch.tensor([1., inf]), 3))
told(lambda: torch.histogram(torch.tensor([1., nan]), 3))
told(lambda: torch.sort(u, out=(torch.empty(2), torch.empty(2, dtype=torch.int16))))
told(lambda: torch.sort(u, out=(torch.empty(2).double(), torch.empty(2, dtype=torch.int64))))
told(lambda: torch.topk(u, 1, out=(torch.empty(1), torch.empty(1, dtype=torch.int16))))
told(lambda: torch.cummax(u, 0, out=(torch.empty(2), torch.empty(2, dtype=torch.int16))))

print("--- strides of norms and of gradients of convolutions")
orders = (lambda x: x, lambda x: x.transpose(2, 3), lambda x: x.permute(1, 0, 2, 3).contiguous().permute(1, 0, 2, 3),
          lambda x: x.to(memory_format=torch.channels_last), lambda x: x.permute(3, 2, 1, 0).contiguous().permute(3, 2, 1, 0))
for order in orders:
    x = order(torch.rand(2, 2, 4, 4))
    print(x.stride(), F.group_norm(x, 2).stride(), F.group_norm(x.clone().requires_grad_(), 2).stride())
    for x, w in ((x, torch.rand(3, 2, 2, 2)), (torch.rand(2, 2, 4, 4), order(torch.rand(3, 2, 2, 2)))):
        x, w = x.requires_grad_(), w.requires_grad_()
        y = F.conv2d(x, w)
        print(w.stride(), y.stride(), [g.stride() for g in torch.autograd.grad(y, [x, w], torch.ones_like(y))])
x, w = torch.ones(1, 2, 4, 4).to(memory_format=torch.channels_last).requires_grad_(), torch.ones(3, 2, 2, 2)
w[0, 0, 0, 0] = inf
y = F.conv2d(x, w)
print(torch.autograd.grad(y, x, torch.ones_like(y)))
print(F.conv_transpose2d(torch.ones(1, 3, 2, 2).to(memory_format=torch.channels_last), w))
