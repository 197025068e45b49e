"""What unsigned integers of two bytes and more are promoted to, and what computes with them."""
import torch

TYPES = [torch.uint8, torch.uint16, torch.uint32, torch.uint64, torch.int64, torch.bool, torch.float16, torch.float32, torch.float64, torch.complex64]


def told(f):
    try:
        r = f()
        return f"{r.dtype} {r.tolist()}" if isinstance(r, torch.Tensor) else str(r)
    except RuntimeError as e:
        return "refused" if "not implemented" in str(e) else str(e)


for a in TYPES[1:4]:
    for b in TYPES:
        x, y = torch.tensor([1, 2], dtype=a), torch.tensor([1, 3], dtype=b)
        print(a, b, told(lambda: torch.promote_types(a, b)), torch.can_cast(a, b))
        for name in "add mul div floor_divide remainder eq lt pow logical_and atan2 copysign".split():
            print("  ", name, told(lambda: getattr(torch, name)(x, y)))
        print("   in place", told(lambda: y.clone().add_(x)), told(lambda: torch.cat([x, y])))
    x = torch.tensor([1, 2, 250], dtype=a)
    for name in "any all isfinite floor ceil trunc round sqrt abs bitwise_not sum prod neg".split():
        print("  ", name, told(lambda: getattr(x, name)()))
    print("  ", told(lambda: x + 1.5), told(lambda: x / 2), told(lambda: x * 2), told(lambda: x.any(0)), told(lambda: x.view(1, 3).all(1, keepdim=True)))
