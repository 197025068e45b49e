"""Derivatives of convolutions, attention and pools have PyTorch's last digits: each line has numbers made of all bits of results and gradients."""
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
    return [bits(t) for t in (out, *[x.grad for x in inputs])]


def row(name, numbers):
    print(f"{name:44}", *numbers)


torch.manual_seed(0)
shapes = [  # images, channels given and made, kernel, size, stride, padding, dilation, groups
    (2, 1, 3, 3, 8, 1, 0, 1, 1), (4, 3, 8, 5, 12, 2, 2, 1, 1), (2, 16, 16, 3, 8, 1, 1, 1, 1), (2, 20, 24, 3, 9, 2, 1, 1, 1), (2, 20, 40, 4, 10, 2, 1, 1, 1), (2, 8, 6, 5, 11, 3, 1, 1, 1),
    (16, 32, 32, 1, 6, 1, 0, 1, 1), (16, 8, 3, 1, 6, 1, 0, 1, 1), (2, 64, 16, 1, 7, 1, 0, 1, 1), (2, 16, 20, 1, 8, 2, 0, 1, 1), (2, 3, 8, 3, 9, 1, 2, 2, 1),
    (1, 3, 8, 3, 10, 1, 1, 1, 1), (1, 16, 16, 3, 12, 1, 0, 1, 1), (1, 40, 33, 3, 7, 2, 1, 1, 1), (1, 2, 3, 5, 9, 1, 2, 1, 1),
    (2, 16, 16, 3, 8, 1, 1, 1, 16), (3, 6, 6, 3, 9, 2, 1, 1, 6), (2, 32, 32, 3, 8, 1, 1, 1, 4), (2, 16, 32, 3, 8, 1, 1, 1, 2),
]
for images, given, made, kernel, size, stride, padding, dilation, groups in shapes:
    x, w, b = torch.randn(images, given, size, size), torch.randn(made, given // groups, kernel, kernel), torch.randn(made)
    row(f"convolution {images, given, made, kernel, size, stride, groups}", derived(lambda x, w, b: F.conv2d(x, w, b, stride, padding, dilation, groups), x, w, b))
for images, given, made, kernel, length in ((1, 16, 8, 3, 40), (2, 3, 5, 5, 20), (1, 20, 8, 5, 11)):
    row(f"convolution of lines {images, given, made, kernel}", derived(F.conv1d, torch.randn(images, given, length), torch.randn(made, given, kernel), torch.randn(made)))
for images, given, made, kernel, size, stride in ((2, 16, 20, 3, 5, 2), (2, 20, 16, 4, 5, 2), (2, 20, 8, 3, 6, 1), (1, 16, 8, 4, 5, 2)):
    row(f"transposed {images, given, made, kernel, stride}", derived(lambda x, w, b: F.conv_transpose2d(x, w, b, stride), torch.randn(images, given, size, size), torch.randn(given, made, kernel, kernel), torch.randn(made)))
for queries, keys, width in ((5, 7, 8), (16, 16, 16), (33, 40, 20), (40, 40, 32), (100, 100, 64)):
    inputs, masks = [torch.randn(2, 2, n, width) for n in (queries, keys, keys)], [None, torch.randn(queries, keys)]
    for mask in masks:
        row(f"attention {queries, keys, width, mask is not None}", derived(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, attn_mask=mask), *inputs))
    if queries == keys:
        row("causal", derived(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), *inputs))
for n, c in ((3, 5), (40, 21), (100, 33)):
    x = torch.randn(2, n, c)
    row(f"softmax along rows of {c}", derived(lambda t: torch.softmax(t, 1), x) + derived(lambda t: torch.log_softmax(t, 1), x))
for m, k, n in ((4, 3, 5), (16, 24, 16), (18, 40, 19), (3, 100, 3), (40, 64, 33)):
    c, a, b = torch.randn(m, n), torch.randn(m, k), torch.randn(k, n)
    layouts = (a, a.t().contiguous().t()), (b, b.t().contiguous().t())
    row(f"products {m, k, n} that are added to", [bits(torch.addmm(c, x, y, alpha=0.3, beta=beta)) for beta in (1, 0.7) for x in layouts[0] for y in layouts[1]])
for size, made in ((9, 4), (10, 3), (8, 4)):
    row(f"averages {size} to {made}", derived(lambda t: F.adaptive_avg_pool2d(t, made), torch.randn(2, 3, size, size)))
for sizes, groups in (((3, 16, 3, 3), 4), ((2, 12, 5, 5), 3), ((2, 6, 7), 2), ((4, 40, 2, 2), 2), ((2, 30, 3), 2)):
    x, w, b = torch.randn(sizes), torch.randn(sizes[1]), torch.randn(sizes[1])
    row(f"group norm {sizes, groups}", derived(lambda x, w, b: F.group_norm(x, groups, w, b), x, w, b) + derived(lambda x: F.group_norm(x, groups), x))
for m, k in ((5, 9), (7, 20), (64, 33), (3, 129), (2, 14), (40, 300)):
    row(f"matrix {m, k} with a vector", derived(torch.mv, torch.randn(m, k), torch.randn(k)))
for m, k in ((5, 7), (4, 4), (3, 4), (20, 48), (31, 100), (1, 13), (5, 49), (20, 51), (3, 70)):
    row(f"matrix {m, k} by columns with a vector", derived(torch.mv, torch.randn(k, m).t(), torch.randn(k))[:2])
for k in range(1, 9):
    row(f"matrices of {k} columns with a vector", [n for m in (1, 2, 5, 12, 31) for n in derived(torch.mv, torch.randn(m, k), torch.randn(k))])
