# Objects keep their identity through a compiled call: aliases, returned arguments, cycles, closures.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


@torch.compile(backend=counter)
def fn(x, shared, nested):
    nested["a"] = shared
    nested["b"] = [shared, x]
    new = {"x": x}
    new["self"] = new
    shared.append(len(shared))
    count = 0

    def bump():
        nonlocal count
        count += 1
        return count

    bump()
    return x, shared, nested, new, bump, x * 2


x, shared, nested = torch.ones(2), [1], {}
rx, rs, rn, new, bump, y = fn(x, shared, nested)
print(rx is x, rs is shared, rn is nested, nested["a"] is shared, nested["b"][0] is shared, nested["b"][1] is x)
print(new["self"] is new, new["x"] is x, bump(), bump(), shared, y, counter.frame_count)
