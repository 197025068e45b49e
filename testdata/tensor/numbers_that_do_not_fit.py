"""Numbers that an element type cannot hold: where kernels convert them they are refused, where they become tensors they wrap."""
import torch

F = torch.nn.functional
index = torch.tensor([0])


def put(key):
    def run(t, s):
        t = t.clone()
        t[key(t)] = s
        return t
    return run


CONVERTED = {
    "fill_": lambda t, s: t.clone().fill_(s),
    "full_like": torch.full_like,
    "new_full": lambda t, s: t.new_full((1,), s),
    "masked_fill": lambda t, s: t.masked_fill(t > 1, s),
    "masked_fill of a tensor": lambda t, s: t.masked_fill(t > 1, torch.tensor(s)),
    "index_fill": lambda t, s: t.index_fill(0, index, s),
    "scatter": lambda t, s: t.scatter(0, index, s),
    "pad": lambda t, s: F.pad(t, (1, 0), value=s),
    "clamp min": lambda t, s: t.clamp(min=s),
    "clamp max": lambda t, s: t.clamp(max=s),
    "pow": lambda t, s: t ** s,
    "add alpha": lambda t, s: torch.add(t, t, alpha=s),
    "index_add alpha": lambda t, s: t.index_add(0, index, t[:1], alpha=s),
    "linspace": lambda t, s: torch.linspace(0, s, 3, dtype=t.dtype),
    "threshold": lambda t, s: F.threshold(t, s, s),
    "addcmul": lambda t, s: torch.addcmul(t, t, t, value=s),
    "where": lambda t, s: torch.where(t > 1, t, s),
    "t[0]": put(lambda t: 0),
    "t[:]": put(lambda t: slice(None)),
    "t[mask]": put(lambda t: t > 1),
    "t[index]": put(lambda t: index),
    "tensor": lambda t, s: torch.tensor(s, dtype=t.dtype),
}
WRAPPED = {
    "add": lambda t, s: t + s,
    "sub": lambda t, s: s - t,
    "mul": lambda t, s: t * s,
    "floor_divide": lambda t, s: t // s,
    "remainder": lambda t, s: t % s,
    "fmod": torch.fmod,
    "lt": lambda t, s: t < s,
    "ge": lambda t, s: t >= s,
    "eq": lambda t, s: t == s,
    "and": lambda t, s: t & s,
    "maximum": lambda t, s: torch.maximum(t, torch.tensor(s)),
}


def show(name, call, t, s):
    try:
        result = call(t, s)
        print(f"{name} {s}: {result.dtype} {result.tolist()}")
    except (RuntimeError, ZeroDivisionError) as e:
        print(f"{name} {s}: {e}")


for dtype, numbers in ((torch.uint8, (-1, -256, 300, 1e10)), (torch.int8, (128, -129)), (torch.int32, (2 ** 31, -(2 ** 40)))):
    t = torch.tensor([0, 5, 100]).to(dtype)
    print("==", dtype)
    for group in (CONVERTED, WRAPPED):
        for name, call in group.items():
            for s in numbers:
                if not (isinstance(s, float) and group is WRAPPED):
                    show(name, call, t, s)
for dtype, numbers in ((torch.float16, (70000, -1e9, float("inf"))), (torch.bfloat16, (1e39,)), (torch.float32, (1e39,)), (torch.bool, (5, 1e30))):
    t = torch.tensor([0, 1, 2]).to(dtype)
    print("==", dtype)
    for name in ("fill_", "full_like", "new_full", "masked_fill", "t[0]", "t[mask]", "where", "tensor"):
        for s in numbers:
            show(name, CONVERTED[name], t, s)
