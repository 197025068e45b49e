# Lists, dicts, sets and tuples of tensors and numbers are worked on while tracing; only tensor operations are recorded.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs

backend = EagerAndRecordGraphs()


@torch.compile(backend=backend, fullgraph=True)
def fn(x, names, table):
    rows = [x * i for i in range(1, 4)]
    rows.insert(0, x - 1)
    last = rows.pop()
    rows.reverse()
    by_name = dict(zip(names, rows))
    by_name["last"] = last
    picked = [by_name[n] for n in sorted(by_name) if n != "b"]
    sizes = {len(n) for n in names} | {table.get("missing", 7)}
    first, *rest = picked
    total = first
    for r in rest:
        total = total + r
    return total, sorted(sizes), len(by_name), "a" in by_name, [*names, "end"], tuple(table.items())


out = fn(torch.arange(3.0), ["a", "b", "cc"], {"k": 1, "z": "text"})
print(out)
print([n.name for n in backend.graphs[0].graph.nodes])
print(fn(torch.arange(3.0), ["a", "b", "cc"], {"k": 1, "z": "text"})[1:], len(backend.graphs))
print(fn(torch.arange(3.0), ["a", "b", "c"], {"k": 1, "z": "text"})[1:], len(backend.graphs))
