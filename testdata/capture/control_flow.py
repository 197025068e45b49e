# Branches on Python values, loops, match, try and comprehensions leave no trace in the graph.
import torch
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()


def describe(value):
    match value:
        case {"kind": "scale", "by": k}:
            return k
        case [a, b]:
            return a + b
        case str() as s if len(s) > 3:
            return len(s)
        case None:
            return 0
        case _:
            return -1


@torch.compile(backend=counter, fullgraph=True)
def fn(x, specs):
    for spec in specs:
        try:
            x = x * describe(spec)
            if spec == [2, 3]:
                raise KeyError("stop")
        except KeyError as e:
            x = x + len(e.args[0])
        finally:
            x = x + 0.5
    else:
        x = x - 1
    n = 0
    while n < 3:
        n += 1
        if n == 2:
            continue
        x = x + n
    return x if x.shape[0] > 1 else -x


x = torch.tensor([1.0, 2.0])
for specs in ([{"kind": "scale", "by": 2}, [2, 3]], ["text", "no"], [None], [(4, 5)]):
    print(fn(x, specs), counter.frame_count, counter.op_count)
