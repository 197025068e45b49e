# What a backend of the program saw of symbolic sizes changes nothing behind it; batch dimensions that are symbolic are fixed; modes see sizes that are read for the graph, uncompiled.
import torch
from torch._dynamo.testing import CompileCounter, EagerAndRecordGraphs
from torch.overrides import TorchFunctionMode

backend = EagerAndRecordGraphs()
torch.compile(lambda x: (x * 2).sum(), backend=backend, dynamic=True)(torch.ones(2))
x = torch.tensor([1.0, 2.0], requires_grad=True)
print(x.is_leaf, x.grad_fn)
x.sum().backward()
print(x.grad)
y = torch.tensor([1.0, 2.0], requires_grad=True) * 1
y[0] = 5
print(y.grad_fn.name(), y[torch.tensor([True, False])].grad_fn.name())
torch.fx.experimental.symbolic_shapes.ShapeEnv()
print(torch.tensor(1.0, requires_grad=True).is_leaf)


class Scale(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.seen = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen.append(func.__name__)
        result = func(*args, **(kwargs or {}))
        return torch.mul(result, 3) if func is torch.add else result


with torch._dynamo.config.patch(assume_static_by_default=False):
    torch._dynamo.reset()
    counter = CompileCounter()
    over = torch.vmap(torch.sin)
    print(torch.compile(over, backend=counter, fullgraph=True)(torch.zeros(2, 2)), counter.frame_count)
    print(torch.compile(lambda x: torch.vmap(torch.sin, in_dims=1, out_dims=1)(x), backend=counter, fullgraph=True)(torch.zeros(2, 3)).shape, counter.frame_count)
    counter = CompileCounter()
    compiled = torch.compile(lambda x: torch.add(x, 1) - 1, backend=counter, fullgraph=True)
    with Scale():
        print(compiled(torch.ones(2)), compiled(torch.ones(3)), counter.frame_count, counter.op_count)
