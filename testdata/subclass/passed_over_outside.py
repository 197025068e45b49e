"""Compiled code knows whether functions of torch pass over the classes of tensors where it is called."""
import torch
from torch._dynamo.testing import CompileCounter


class Turned(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func is torch.Tensor.mul:
            func = torch.Tensor.add
        return super().__torch_function__(func, types, args, kwargs or {})


counter = CompileCounter()
f = torch.compile(lambda x: (x.mul(3), torch._C._is_torch_function_enabled()), backend=counter)
x = torch.ones(2).as_subclass(Turned)
print(f(x))
with torch._C.DisableTorchFunctionSubclass():
    print(f(x), f(x))
with torch._C.DisableTorchFunction():
    print(f(x))
print(f(x), counter.frame_count)
