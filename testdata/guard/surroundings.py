# Transforms and dual levels around compiled functions.
import torch
from torch._dynamo.testing import CompileCounter
import torch.autograd.forward_ad as fwAD

x = torch.arange(6.0).reshape(2, 3)


def compiled(fn):
    torch._dynamo.reset()
    counter = CompileCounter()
    return torch.compile(fn, backend=counter), counter


f, c = compiled(lambda v: v.sin() + 1)
f(x)
print("plain", c.frame_count)
print(torch.vmap(f)(x).shape, c.frame_count)
print(torch.func.grad(lambda v: f(v).sum())(x).shape, c.frame_count)
f(x)
print("again", c.frame_count)

f, c = compiled(lambda v: torch.vmap(torch.sin)(v))
f(x)
print("mapped", c.frame_count)
print(torch.vmap(f)(x.reshape(2, 3, 1)).shape, c.frame_count)
print(torch.func.jvp(f, (x,), (x,))[1].shape, c.frame_count)
f(x)
print("again", c.frame_count)

def dual(v):
    with fwAD.dual_level():
        d = fwAD.make_dual(v, v)
        return fwAD.unpack_dual(d * 2).tangent
f, c = compiled(dual)
print(f(x).sum().item(), c.frame_count)
f(x)
print(c.frame_count)
f, c = compiled(lambda v: v * 2)
f(x)
with fwAD.dual_level():
    f(x)
    print("inside", c.frame_count)
    d = f(fwAD.make_dual(x, x + 1))
    print(fwAD.unpack_dual(d).tangent, c.frame_count)
with torch.inference_mode():
    f(x)
    print("inference", c.frame_count)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    f(x)
    print("hooks", c.frame_count)
with torch.device("meta"):
    f(x)
    print("device", c.frame_count)
torch.use_deterministic_algorithms(True)
f(x)
print("deterministic", c.frame_count)
torch.use_deterministic_algorithms(False)
torch.set_default_dtype(torch.float64)
f(x)
print("dtype", c.frame_count)
torch.set_default_dtype(torch.float32)
with torch.autocast("cpu", dtype=torch.bfloat16):
    f(x)
    print("autocast", c.frame_count)
n = torch.get_num_threads()
torch.set_num_threads(n + 1)
f(x)
print("threads", c.frame_count)
torch.set_num_threads(n)
from torch.overrides import TorchFunctionMode
class Mode(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))
with Mode():
    f(x)
    print("mode", c.frame_count)
with torch._C.DisableTorchFunctionSubclass():
    f(x)
    print("disabled", c.frame_count)
f(x)
print("end", c.frame_count)
