# Numbers beside tensors of half precision: rounded to it by most operators, in single precision as the second operand of products and quotients; integer quotients
# whose steps are rounded; what normalizations give for their means where parameters have single precision.
import torch


def total(t):
    return round(t.double().nan_to_num(0, 0, 0).sum().item(), 3)


for dtype in (torch.bfloat16, torch.float16, torch.float32):
    torch.manual_seed(0)
    a, b = (torch.randn(512) * 10).to(dtype), torch.randn(512).to(dtype)
    few, wide = torch.tensor(0.3), torch.tensor(0.3, dtype=torch.double)
    for name in ("mul", "div", "add", "sub", "remainder", "fmod", "floor_divide", "eq", "lt", "atan2", "hypot"):
        f = getattr(torch, name)
        print(name, [total(f(x, y)) for x, y in ((a, few), (few, a), (a, wide), (a, few.to(dtype)), (a, b), (a[:1], b), (a, b[:1]))])
    print([total(x) for x in (0.3 - a, 0.3 / a, 0.3 % a, 0.3 // a, 2.3**b, b.abs() ** 0.3, torch.add(a, b, alpha=0.3), torch.sub(a, b, alpha=0.3), torch.rsub(a, 0.7))])
    for mode in ("trunc", "floor"):
        print(mode, [total(torch.div(x, y, rounding_mode=mode)) for x, y in ((a, 0.3), (a, few), (few, a), (a, b), (a, b[:1]))])
    small = torch.tensor([0.1, 0.3, 1e-3]).to(dtype)
    print((small == 0.3).tolist(), (small <= 0.1).tolist(), (small == torch.tensor(0.1)).tolist(), torch.isin(small, 0.1).tolist(), (small + torch.tensor(257)).tolist())
    c = a.clone()
    c += 0.3
    c *= 0.3
    c %= 0.3
    print(total(c), total(torch.nn.functional.softshrink(a, 0.7)), total(torch.nn.functional.hardshrink(a, 0.3)))
    x = a.clone().requires_grad_()
    ((x + 0.3) * 0.7 / 0.9 - (x % 0.3) + 0.3 / (x.abs() + 1)).sum().backward()
    print(total(x.grad), torch.ldexp(a, torch.tensor(2)).dtype)
    for w in (None, torch.float32, dtype):
        made = lambda n: None if w is None else torch.ones(n, dtype=w)
        x = torch.ones(2, 6, 3, dtype=dtype)
        print([[r.dtype for r in f] for f in (torch.native_group_norm(x, made(6), made(6), 2, 6, 3, 2, 0.5), torch.native_layer_norm(x, (3,), made(3), made(3), 0.5),
                                              torch.native_batch_norm(x, made(6), made(6), None, None, True, 0.1, 0.5))])
print(torch.div(torch.tensor([3.0, 0.9, 2.1, -2.1]), 0.3, rounding_mode="trunc"), torch.tensor([3.0, 0.9]) // 0.3)
