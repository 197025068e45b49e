# What backends of scripts see of symbolic sizes: numbers with hints, an environment, and what they decide becomes a guard.
import torch
import torch._dynamo
from torch._dynamo.testing import CompileCounter


def backend(gm, example_inputs):
    print([type(e).__name__ for e in example_inputs], [str(e) for e in example_inputs if isinstance(e, torch.SymInt)])
    size = next(e for e in example_inputs if isinstance(e, torch.SymInt))
    env = size.node.shape_env
    print(size.node.expr, size.node.hint, size.node.has_hint(), env.size_hint(size.node.expr), sorted(str(r) for r in env.var_to_range.values()))
    print([str(g.expr) for g in env.guards], size * 2, size == 5, list(range(size)), max(size, 3))
    for node in gm.graph.find_nodes(op="placeholder"):
        value = node.meta["example_value"]
        print(node.name, type(value).__name__, getattr(value, "shape", value))
    return gm


@torch.compile(backend=backend, dynamic=True)
def doubled(x):
    return x * 2 if x.shape[0] > 3 else x


doubled(torch.ones(5, 4))

frames = 0


def wide(gm, example_inputs):
    global frames
    frames += 1
    if any(isinstance(e, torch.SymInt) and e > 6 for e in example_inputs):
        print("wide")
    return gm


@torch.compile(backend=wide, dynamic=True)
def tripled(x):
    return x * 3


for n in (4, 5, 8, 9, 6):
    tripled(torch.ones(n))
print(frames)


def counted(gm, example_inputs):
    print([type(e).__name__ for e in example_inputs])
    return torch._dynamo.lookup_backend("aot_eager")(gm, example_inputs)


@torch.compile(backend=counted, dynamic=True)
def added(x, n):
    return (x + n).reshape(x.shape[0], -1)


print(added(torch.ones(2, 3), 4), added(torch.ones(5, 6), 7).shape)
