"""The functions by which modes see operators, called and traced; whether functions are seen at all."""
import torch
from torch.overrides import TorchFunctionMode
log = []
class L(TorchFunctionMode):
    def __torch_function__(self, f, t, a=(), k=None): log.append((f.__name__, f is torch.Tensor.eq, f is torch.Tensor.__eq__, len(a))); return f(*a, **(k or {}))
for s in ("x == y", "x != y", "x < y", "x <= 1", "1 > x", "x + y", "1 - x", "x // 2", "x % 2", "-x", "~x.bool()", "2 ** x", "x @ y", "x.eq(y)", "torch.eq(x, y)", "1 + x", "2 * x", "x[0]", "3 // x", "3 % x", "x.dtype", "x.shape", "+x", "x.int() & 1", "x.int() << 1", "1 << x.int()", "round(x)", "x == 1", "1 == x", "x.data", "x.grad", "x.requires_grad", "x.size()", "x.size(0)", "float(x[0])", "x.item() if x.numel() == 1 else 1", "x.is_leaf", "x.ndim", "x.device", "x > 0 if False else x >= y", "x in [y] if False else 1", "x.view(-1)", "x.mT if x.dim() > 1 else x", "torch.add(x, y, alpha=2)", "torch.nn.functional.relu(x)", "torch.zeros(2)", "x / y", "x.add(1)", "x.__add__(1)", "x.__radd__(1)", "x - 1", "x * 2", "max(x, y) if False else 1", "x.long()", "x.detach()", "x.clone()", "x is y"):
    r = []
    for c in (lambda f: f, lambda f: torch.compile(f, backend="eager", fullgraph=True)):
        torch._dynamo.reset(); log.clear()
        f = eval("lambda x, y: " + s)
        def g(x, y):
            with L(): f(x, y); return x + 0
        try: c(g)(torch.ones(2), torch.ones(2)); r.append(list(log))
        except Exception as e: r.append(type(e).__name__)
    print(s, r[0] if r[0] == r[1] else r)
def fn(x): return torch._C._is_torch_function_all_disabled(), torch._C._is_torch_function_enabled(), x + 1
e = torch.compile(fn, backend="eager", fullgraph=True); print(e(torch.ones(1)))
with torch._C.DisableTorchFunction(): print(e(torch.ones(1)))
with torch._C.DisableTorchFunctionSubclass(): print(e(torch.ones(1)))
def fn2(x): return torch._C._is_torch_function_all_disabled(), torch._C._is_torch_function_enabled(), x + 1
with torch._C.DisableTorchFunctionSubclass(): print(fn2(torch.ones(1))); print(torch.compile(fn2, backend="eager", fullgraph=True)(torch.ones(1)))
