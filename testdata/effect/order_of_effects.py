# Everything a function does to the world around it, seen afterwards, as without compilation.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()
EVENTS = []


class Box:
    total = 0

    def __init__(self, v):
        self.v = v

    def __setattr__(self, name, value):
        EVENTS.append(name)
        object.__setattr__(self, name, value)


class Meter:
    def __init__(self):
        self._n = 0

    @property
    def n(self):
        return self._n

    @n.setter
    def n(self, v):
        self._n = v * 10


def fn(x, box, meter, table, rows):
    meter.n = meter.n + 1
    Meter.last = "class attribute"
    rows[0], rows[-1] = rows[-1], rows[0]
    rows[1:3] = [x * 2]
    rows.insert(0, "head")
    del rows[2]
    rows.sort(key=str)
    table.setdefault("new", []).append(len(rows))
    table |= {"merged": True}
    first = next(iter(table))
    table[first] += 1
    del table["drop"]
    x.add_(1)
    local = [x, x]
    local[0] = 5
    box.v = local
    return x.sum(), rows, table


def run(f):
    EVENTS.clear()
    box, meter = Box(1), Meter()
    x, rows, table = torch.zeros(2), ["c", "b", "a", "d"], {"count": 0, "drop": 1}
    out, r, t = f(x, box, meter, table, rows)
    return out.item(), x.tolist(), r is rows, t is table, rows, table, meter.n, Meter.last, box.v[0], box.v[1] is x, list(EVENTS)


want = run(fn)
print(want)
got = run(torch.compile(fn, backend=counter))
print(str(got) == str(want), counter.frame_count)
