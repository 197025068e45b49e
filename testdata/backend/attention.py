"""Attention compiled: outputs and gradients are those of plain runs, for causal, boolean and added masks."""
import torch
import torch.nn.functional as F


def attend(q, k, v, mask, causal):
    x = F.scaled_dot_product_attention(q * 1.5, k, v, attn_mask=mask, is_causal=causal)
    return x.transpose(1, 2).contiguous().view(x.shape[0], x.shape[2], -1)


def close(a, b):
    return torch.allclose(a, b, rtol=1e-4, atol=1e-5)


def inputs(rows, columns, grad):
    torch.manual_seed(rows)
    shapes = [(2, 3, rows, 16), (2, 3, columns, 16), (2, 3, columns, 16)]
    return [torch.randn(s).requires_grad_(grad) for s in shapes]


added = torch.linspace(-2, 2, 90 * 70).reshape(90, 70)
hidden = torch.ones(90, 70, dtype=torch.bool).tril(-3)
hidden[:4, 0] = True
for rows, columns, mask, causal in ((90, 90, None, True), (130, 20, None, False), (90, 70, hidden, False), (90, 70, added, False)):
    torch._dynamo.reset()
    compiled = torch.compile(attend)
    with torch.no_grad():
        q, k, v = inputs(rows, columns, False)
        print(close(attend(q, k, v, mask, causal), compiled(q, k, v, mask, causal)), end=" ")
    results = []
    for f in (attend, compiled):
        operands = inputs(rows, columns, True)
        learned = mask.clone().requires_grad_() if mask is added else mask
        out = f(*operands, learned, causal)
        (out * out).sum().backward()
        results.append([out] + [x.grad for x in operands] + ([learned.grad] if mask is added else []))
    print([close(a, b) for a, b in zip(*results)])
