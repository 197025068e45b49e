# Containers that contain themselves as arguments of functions of tensors: errors, and no end of the process.
import torch


def itself(kind):
    if kind == "list":
        a = [1]
        a.append(a)
    elif kind == "dict":
        a = {"a": 1}
        a["b"] = a
    elif kind == "tuple":
        b = [1]
        a = (b,)
        b.append(a)
    else:
        b = {}
        a = [b]
        b["x"] = a
    return a


uses = [
    lambda x, a: x[a], lambda x, a: torch.full(a, 1), lambda x, a: x + a, lambda x, a: x.sum(a), lambda x, a: torch.stack(a), lambda x, a: torch.tensor(a), lambda x, a: a * x,
    lambda x, a: x.reshape(a), lambda x, a: torch.cat([x, a]), lambda x, a: torch.sum(x, dim=a), lambda x, a: torch.where(x > 0, a, x), lambda x, a: x.to(a), lambda x, a: (x, a)[0] + 1,
    lambda x, a: x + len(repr(a)), lambda x, a: x + len(a),
]


def outcome(f, a):
    try:
        return "worked" if isinstance(f(torch.ones(2), a), torch.Tensor) else "other"
    except Exception:
        return "refused"


for i, f in enumerate(uses):
    for kind in ("list", "dict", "tuple", "both"):
        torch._dynamo.reset()
        plain, compiled = outcome(f, itself(kind)), outcome(torch.compile(f, backend="eager"), itself(kind))
        print(i, kind, plain, compiled)
