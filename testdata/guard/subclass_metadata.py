# What a class of tensors made of others tells beside them is guarded: another value is another graph.
import torch
from torch._dynamo.testing import CompileCounterWithBackend
class S(torch.Tensor):
    @staticmethod
    def __new__(cls, data, k):
        return torch.Tensor._make_wrapper_subclass(cls, data.size(), dtype=data.dtype, device=data.device)
    def __init__(self, data, k): self._data = data; self.k = k
    def __tensor_flatten__(self): return ["_data"], {"k": self.k}
    @staticmethod
    def __tensor_unflatten__(inner, ctx, s, st): return S(inner["_data"], ctx["k"])
    @classmethod
    def __torch_dispatch__(cls, func, types, args, kwargs=None):
        k = next(a.k for a in args if isinstance(a, S))
        out = func(*[a._data if isinstance(a, S) else a for a in args], **(kwargs or {}))
        return S(out + k, k)
    def __repr__(self): return f"S({self._data}, {self.k})"
def f(x): return x * 2
for be in ("eager", "aot_eager", "inductor"):
    torch._dynamo.reset()
    c = CompileCounterWithBackend(be)
    o = torch.compile(f, backend=c)
    print(be, [o(S(torch.ones(2), k))._data.tolist() for k in (1, 1, 5)], c.frame_count)
