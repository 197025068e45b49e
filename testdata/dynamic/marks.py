# Marks and the dynamic argument decide which sizes are symbolic, from the first call on or never.
import torch
import torch._dynamo
from torch._dynamo.testing import CompileCounter


def fn(x, y):
    return torch.cat([x, y]).sum() * x.shape[0]


def sizes(counter, compiled, *pairs, mark=None):
    row = []
    for a, b in pairs:
        x, y = torch.ones(a, 3), torch.ones(b, 3)
        if mark:
            mark(x)
            mark(y)
        try:
            compiled(x, y)
            row.append(counter.frame_count)
        except Exception as e:
            row.append(type(e).__name__)
    return row


GROW = [(2, 2), (3, 3), (4, 5), (6, 7), (1, 2), (8, 8)]
for label, dynamic, mark in (
    ("default", None, None),
    ("never", False, None),
    ("always", True, None),
    ("mark", None, lambda t: torch._dynamo.mark_dynamic(t, 0)),
    ("maybe", None, lambda t: torch._dynamo.maybe_mark_dynamic(t, 0)),
    ("static", None, lambda t: torch._dynamo.mark_static(t, 0)),
    ("range", None, lambda t: torch._dynamo.mark_dynamic(t, 0, min=2, max=16)),
):
    torch._dynamo.reset()
    counter = CompileCounter()
    print(f"{label:<8}", sizes(counter, torch.compile(fn, backend=counter, dynamic=dynamic), *GROW, mark=mark))


def specialises(x):
    return x * 2 if x.shape[0] == 4 else x


torch._dynamo.reset()
x = torch.ones(4)
torch._dynamo.mark_dynamic(x, 0)
try:
    torch.compile(specialises, backend="eager")(x)
except Exception as e:
    print(type(e).__name__, str(e).splitlines()[0][:60])
