# Guards that run code of scripts (__getattr__ and __getattribute__ of an object): nothing that they run is compiled.
import torch
from torch._dynamo.testing import CompileCounter


class Base:
    def __init__(self):
        self.z = 1

    def __getattr__(self, name):
        if name.startswith("dyn_"):
            return len(name)
        raise AttributeError(name)


class Child(Base):
    def __getattribute__(self, name):
        if name == "magic":
            return 10
        return super().__getattribute__(name)


def fn(x, b):
    return x + b.dyn_abc + b.magic + b.z + getattr(b, "none", 3), hasattr(b, "nope"), hasattr(b, "dyn_")


for dynamic in None, True:
    counter = CompileCounter()
    compiled = torch.compile(fn, backend=counter, fullgraph=True, dynamic=dynamic)
    print(compiled(torch.ones(2), Child()), compiled(torch.ones(2), Child()), counter.frame_count)


class Dict(dict):
    def __getitem__(self, key):
        return super().__getitem__(key) * 2


for dynamic in None, True:
    compiled = torch.compile(lambda x, d: (x + d["a"], d), backend="eager", fullgraph=True, dynamic=dynamic)
    print(compiled(torch.ones(2), Dict(a=3)), compiled(torch.ones(2), Dict(a=4)))
