# What a compiled function reads from around it: cells, globals, defaults, class attributes, modules.
import math
import types

import torch
import torch._dynamo
from torch._dynamo.testing import CompileCounter

counter = CompileCounter()
torch._dynamo.config.recompile_limit = 32
x = torch.ones(2)
TABLE = {"k": 2}
settings = types.SimpleNamespace(depth=1, names=("a",))


class Policy:
    gain = 2

    def apply(self, x):
        return x * self.gain


policy = Policy()


def helper(x):
    return x + 1


def fn(x, scale=1.0):
    for _ in range(settings.depth):
        x = helper(x)
    return policy.apply(x) * TABLE["k"] * scale + math.floor(limit) + len(settings.names)


limit = 2.5
compiled = torch.compile(fn, backend=counter, dynamic=False)


def call(label):
    print(f"{label:<22}", compiled(x).tolist(), counter.frame_count)


call("first")
TABLE["other"] = 1
call("unread key")
TABLE["k"] = 3
call("read key")
TABLE["k"] = 2
call("back again")
settings.unused = 5
call("unread attribute")
settings.depth = 2
call("loop count")
Policy.gain = 5
call("class attribute")
policy.gain = 7
call("instance attribute")
del policy.gain
call("deleted again")
limit = 3.5
call("global float")
fn.__defaults__ = (2.0,)
call("default")
helper = lambda x: x - 1
call("global function")
settings.names += ("b",)
call("tuple grew")


def make(k):
    def inner(x):
        return x * k
    def change(v):
        nonlocal k
        k = v
    return torch.compile(inner, backend=counter, dynamic=False), change


counter.clear()
inner, change = make(2)
print(inner(x).tolist(), counter.frame_count)
change(3)
print(inner(x).tolist(), counter.frame_count)
change(2)
print(inner(x).tolist(), counter.frame_count)
