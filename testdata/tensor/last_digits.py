"""Results of common operations have PyTorch's last digits: each line has a number made of all bits of results and gradients."""
import torch
import torch.nn.functional as F


def bits(*tensors):
    total = 0
    for t in tensors:
        words = t.detach().contiguous().view(torch.int32).flatten().long()
        total += int((words * (torch.arange(len(words)) % 1009 + 1)).sum())
    return total % 1000003


def derived(f, *inputs):
    inputs = [x.clone().requires_grad_() for x in inputs]
    out = f(*inputs)
    out.backward(torch.linspace(-1, 1, out.numel()).reshape(out.shape))
    return bits(out, *[x.grad for x in inputs])


def row(name, numbers):
    print(f"{name:24}", *numbers)


torch.manual_seed(0)
for n in (7, 40, 1000):
    x, y = torch.randn(n), torch.rand(n) * 4 + 0.01
    row(f"functions of {n}", [bits(f(x)) for f in (torch.exp, torch.expm1, torch.sin, torch.cos, torch.tanh, torch.sigmoid, torch.erf, torch.sinh, torch.cosh, torch.exp2)])
    row("", [bits(f(y)) for f in (torch.log, torch.log2, torch.log10, torch.log1p, torch.sqrt, torch.rsqrt)] + [bits(y**2.5, y**x, y**-0.5)])
    row("activations", [derived(f, x) for f in (F.gelu, F.silu, F.elu, F.selu, F.mish, F.softplus, F.logsigmoid, F.hardswish, F.leaky_relu, lambda t: F.gelu(t, approximate="tanh"))])
    target = torch.rand(n)
    losses = F.mse_loss, F.l1_loss, F.smooth_l1_loss, F.huber_loss, F.binary_cross_entropy_with_logits
    row("losses", [derived(lambda t: f(t, target, reduction=how), x) for f in losses for how in ("mean", "none")])

for n, c in ((4, 5), (16, 10), (8, 33), (3, 300)):
    x, labels, weight, bias = torch.randn(n, c), torch.randint(0, c, (n,)), torch.randn(c), torch.randn(c)
    row(f"rows of {c}", [derived(lambda t: f(t, d), x) for f in (torch.softmax, torch.log_softmax) for d in (1,)])
    row("cross entropy", [derived(lambda t: F.cross_entropy(t, labels, label_smoothing=s), x) for s in (0.0, 0.1)] + [derived(lambda t: F.cross_entropy(t, labels, weight=weight.abs()), x)])
    row("norms", [bits(x.norm(), x.norm(dim=1), x.norm(dim=0)), bits(x.norm(1)), bits(F.normalize(x)), bits(torch.logsumexp(x, 1)), bits(x.var(0), x.std(1))])
    row("layer norm", [derived(lambda t, w, b: F.layer_norm(t, (c,), w, b), x, weight, bias), derived(lambda t: F.layer_norm(t, (c,)), x)])
    running = torch.zeros(c), torch.ones(c)
    row("batch norm", [derived(lambda t, w, b: F.batch_norm(t, *running, w, b, training=True), x, weight, bias), bits(*running), bits(F.batch_norm(x, *running, weight, bias))])

images, running = torch.randn(4, 3, 6, 6), (torch.zeros(3), torch.ones(3))
row("batch norm of images", [derived(lambda t: F.batch_norm(t, *running, torch.ones(3), training=True), images), bits(F.batch_norm(images, *running))])

for m, k, n in ((1, 3, 1), (3, 20, 5), (8, 64, 40), (1, 100, 10), (20, 400, 100), (33, 784, 17)):
    x, w, b = torch.randn(m, k), torch.randn(n, k), torch.randn(n)
    row(f"products {m}, {k}, {n}", [derived(F.linear, x, w, b), bits(x @ w.t()), bits(x @ w.t().contiguous()), bits(x.t().contiguous().t() @ w.t()), bits(torch.addmm(b, x, w.t(), alpha=0.5, beta=2))])
    row("", [bits(torch.dot(x[0], w[0])), derived(torch.bmm, torch.randn(3, m, k), torch.randn(3, k, n))])

for length, width in ((5, 8), (16, 16), (40, 32)):
    q, k, v = (torch.randn(2, 2, length, width) for _ in range(3))
    attend = F.scaled_dot_product_attention
    row(f"attention {length}, {width}", [bits(attend(q, k, v)), bits(attend(q, k, v, is_causal=True)), bits(attend(q, k, v, attn_mask=torch.randn(length, length)))])

for images, given, made, kernel, size, stride in ((2, 1, 3, 3, 8, 1), (4, 3, 8, 5, 12, 2), (2, 16, 16, 3, 8, 1), (2, 20, 24, 3, 8, 1), (16, 32, 32, 1, 6, 1)):
    x, w, b = torch.randn(images, given, size, size), torch.randn(made, given, kernel, kernel), torch.randn(made)
    with_bias = [bits(F.conv2d(x, w, b, stride=stride, padding=kernel // 2))] if kernel > 1 else []
    row(f"convolution {given}, {made}", [bits(F.conv2d(x, w, stride=stride, padding=kernel // 2))] + with_bias)
