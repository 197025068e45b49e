"""What map and scan refuse, without compilation and inside of it, where the checks are traced; and calls of functions that the frame has made itself."""
import torch
from torch._higher_order_ops.map import map as map_rows
from torch._higher_order_ops.scan import scan

x = torch.arange(6.0).reshape(2, 3)
zeros = torch.zeros(3)


def both(c, r):
    return c + r, c * 1


cases = {
    "no rows": lambda: map_rows(lambda r: r + 1, x[:0]),
    "rows that differ": lambda: map_rows(lambda r: r[0] + r[1].sum(), [x, x[0]]),
    "an int among them": lambda: map_rows(lambda r, n: r + n, x, 3),
    "steps": lambda: scan(both, zeros, x),
    "no steps": lambda: scan(both, zeros, x[:0]),
    "dimension": lambda: scan(both, torch.zeros(2), x, dim=5),
    "reverse": lambda: scan(both, zeros, x, reverse=1),
    "no init": lambda: scan(both, [], x),
    "number as init": lambda: scan(both, 3, x),
    "no function": lambda: scan(3, zeros, x),
    "steps that differ": lambda: scan(lambda c, r: (c + r[0], c * 1), zeros, (x, x[:1])),
    "too few": lambda: (lambda a: a)(),
    "too many": lambda: (lambda a: a)(1, 2),
    "keyword": lambda: (lambda a, *, k: a)(1),
    "twice": lambda: (lambda a: a)(1, a=2),
    "unknown": lambda: (lambda a: a)(1, z=2),
}
for name, case in cases.items():
    for run in (case, torch.compile(case, backend="eager", fullgraph=True)):
        torch._dynamo.reset()
        try:
            print(name, run())
        except Exception as e:
            text = str(e)
            at = text.find("raised exception")
            print(name, type(e).__name__, (text if at < 0 else text[at:]).split("\n")[0])
