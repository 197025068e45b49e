# Classes of tensors that tracing makes instances of: as_subclass, calls of the class, members that they override.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs

class Plain(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))

class Own(torch.Tensor):
    def sigmoid(self):
        return None

    @property
    def ndim(self):
        return 99

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return super().__torch_function__(func, types, args, kwargs or {})

def called(x): return Plain(torch.add(x, 1.0)) * 2
def cast(x): return x.as_subclass(Plain) * 2
def twice(x): return Plain(x).sum() + Plain(x).shape[0]
def members(x): return x.sigmoid(), x.ndim, x + 1

for f, x in ((called, torch.ones(2)), (cast, torch.ones(2)), (twice, torch.ones(2)), (members, torch.ones(2).as_subclass(Own))):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    result = torch.compile(f, backend=backend, fullgraph=True)(x)
    print(f.__name__, type(result).__name__, result, len(backend.graphs[0].graph.nodes))
print(type(torch.compile(lambda x: Plain(x), backend="eager")(torch.ones(2))).__name__)
