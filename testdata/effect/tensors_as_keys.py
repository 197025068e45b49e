# Tensors as keys of dicts: found by identity, in the dicts of callers and in those made inside.
import torch
from torch._dynamo.testing import CompileCounter
x, y, z = torch.ones(1), torch.ones(2), torch.zeros(2)
def run(name, f, *calls):
    torch._dynamo.reset(); c = CompileCounter(); g = torch.compile(f, backend=c, fullgraph=True)
    for a in calls:
        try: print(name, g(*a), c.frame_count)
        except Exception as e: print(name, type(e).__name__, str(e).splitlines()[0])
run("get", lambda d, x: d[x] + 3, ({x: y, 3: 4}, x), ({x: z, 3: 4}, x), ({x: z, 3: 4}, y))
run("items", lambda d: sum(k.sum() * v for k, v in d.items()), ({x: 2, y: 3},), ({y: 3, x: 2},), ({x: 2},))
run("in", lambda d, t: (len(d), t in d, z in d), ({x: 2, y: 3}, y), ({x: 2, y: 3}, z))
def setter(d, t):
    d[t] = t + 1
    d[z] = 5
    return t * 2
d = {x: 1}
run("set", setter, (d, y))
print(len(d), d[z], d[y], d[x])
run("keys", lambda d: [k + 1 for k in d], ({x: 1, y: 2},))
run("ret", lambda d, t: (d, t + 1), ({x: 1, y: 2}, x))
run("new", lambda t: {t: t + 1}, (x,))
run("new2", lambda t: {t: t + 1}[t], (x,))
run("inner", lambda t: {t + 1: 3}, (x,))
run("pop", lambda d, t: (d.pop(t) + t, len(d)), ({x: 1, y: 2}, x))
