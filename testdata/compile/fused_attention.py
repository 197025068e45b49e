import math

import torch
from torch._dynamo.utils import counters
from torch._inductor.utils import fresh_cache, run_and_get_code

torch.manual_seed(0)
q, k, v = (torch.randn(2, 4, 8, 16) for _ in range(3))


def scaled(q, k, v):
    return torch.matmul(q, k.transpose(-2, -1)).div(math.sqrt(k.shape[-1])).softmax(dim=-1).matmul(v)


def permuted(q, k, v):
    q, k, v = (x.permute(0, 2, 1, 3) for x in (q, k, v))
    return torch.matmul(torch.softmax(torch.matmul(q, k.transpose(-2, -1)) / 4.0, -1), v)


def read_twice(q, k, v):
    weights = torch.matmul(q, k.transpose(-2, -1)).softmax(dim=-1)
    return weights.matmul(v) + weights.sum()


def changed_between(q, k, v):
    q = q + 0
    weights = torch.matmul(q, k.transpose(-2, -1)).softmax(dim=-1)
    q.add_(1)
    return weights.matmul(v) + q


for f in (scaled, permuted, read_twice, changed_between):
    for grad in (False, True) if f in (scaled, permuted) else (False,):
        counters.clear()
        torch._dynamo.reset()
        given = [x.clone().requires_grad_(grad) for x in (q, k, v)]
        same = [x.clone().requires_grad_(grad) for x in (q, k, v)]
        with fresh_cache():
            r, code = run_and_get_code(torch.compile(f, fullgraph=True), *given)
        right = f(*same)
        print(f.__name__, grad, counters["inductor"]["fuse_attention"] > 0, "aten._scaled_dot_product" in code[0], torch.allclose(r, right, atol=1e-5))
        if grad:
            r.sum().backward()
            right.sum().backward()
            print([torch.allclose(a.grad, b.grad, atol=1e-4) for a, b in zip(given, same)])
