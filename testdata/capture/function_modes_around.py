# TorchFunctionModes around a compiled call are traced into the graph and guarded; the graph of a backend that captures ahead of time runs without them.
import torch
from torch._dynamo.testing import CompileCounter, EagerAndRecordGraphs
from torch.overrides import BaseTorchFunctionMode, TorchFunctionMode


class Scale(TorchFunctionMode):
    def __init__(self, by=3):
        super().__init__()
        self.by = by

    def __torch_function__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        return torch.mul(result, self.by) if func is torch.add else result


def f(x):
    return torch.add(x, 1) - 1


x = torch.ones(2)
counter = CompileCounter()
g = torch.compile(f, backend=counter, fullgraph=True)
for modes in ([Scale()], [], [Scale(5)], [BaseTorchFunctionMode()], [Scale(), Scale(7)], [Scale()]):
    for m in modes:
        m.__enter__()
    try:
        print(g(x).tolist(), counter.frame_count, counter.op_count)
    finally:
        for m in reversed(modes):
            m.__exit__(None, None, None)

backend = EagerAndRecordGraphs()
with Scale():
    torch.compile(f, backend=backend, fullgraph=True)(x)
print(backend.graphs[0].code.strip())
for name in ("aot_eager", "inductor"):
    torch._dynamo.reset()
    with Scale():
        print(name, torch.compile(f, backend=name, fullgraph=True)(x).tolist())


class Passing(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        with torch._C.DisableTorchFunctionSubclass():
            return func(*args, **(kwargs or {}))


def h(x):
    with torch._C.DisableTorchFunctionSubclass():
        y = x + 1
    return y, torch._C._is_torch_function_enabled()


p = x.as_subclass(Passing)
print(torch.compile(lambda x: x.sin() + 1, backend="eager", fullgraph=True)(p).tolist())
y, enabled = torch.compile(h, backend="eager", fullgraph=True)(p)
print(y.tolist(), enabled)
