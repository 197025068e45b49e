# Errors of operators on tensors without data: parameters, arguments that do not bind, functions without an implementation, words of their own.
import re

import torch
import torch.nn.functional as F
from torch import nn

w = nn.Parameter(torch.ones(4, 3))
x = torch.ones(2, 3)
long = torch.ones(2, 3, dtype=torch.long)
mask = x > 0


def show(name, f):
    torch._dynamo.reset()
    try:
        print(name, torch.compile(f, backend="eager", fullgraph=True)())
    except Exception as e:
        lines = [line for line in str(e).split("\n")[:12] if "Hint: Your code" not in line and line.strip()]
        print("==", name, type(e).__name__)
        for line in lines:
            if "from user code" in line:
                break
            print("  |", re.sub("0x[0-9a-f]+", "...", line))


show("parameter", lambda: w @ x)
show("buffer", lambda: x.copy_(w))
show("list of parameters", lambda: torch.cat([w, x.t()]))
show("joined dims", lambda: torch.cat([x, x[None]]))
show("unbound", lambda: torch.add(x))
show("unbound overloads", lambda: x.eq("a"))
show("not implemented", lambda: mask - mask)
show("interpolate", lambda: F.interpolate(x, 2))
show("only kernels know", lambda: torch.bitwise_and(x, x))
show("split", lambda: x.split([1, 5]))
show("mT", lambda: x[0].mT)
show("imag", lambda: x.imag)
show("new tensor", lambda: x.new_tensor("a"))
show("duplicates", lambda: x.sum((0, 0)))
show("mean", lambda: long.mean())
show("clamp", lambda: x.clamp())
show("complex", lambda: torch.complex(x, long))
show("embedding", lambda: F.embedding(long, x[0]))
show("modulo", lambda: x % "a")
show("weights", lambda: F.cross_entropy(x, long[:, 0], weight=x[0, :2]))
for index in ((None, 5), (slice(None), 5), (Ellipsis, 5), (True, 5)):
    try:
        x[index]
    except IndexError as e:
        print(index, e)
