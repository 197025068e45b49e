"""torch._functorch.aot_function on tensors that hold others: the graphs are of what these hold."""
import torch
from functorch.compile import aot_function, nop
from torch.testing._internal.two_tensor import TwoTensor
def show(n, f, *a):
    seen = []
    def c(gm, ex): seen.append(gm.code.strip()); return gm
    try:
        r = aot_function(f, c, c)(*a); e = f(*a)
        for x, y in zip(r if isinstance(r, (tuple, list)) else [r], e if isinstance(e, (tuple, list)) else [e]): print(n, type(x).__name__, type(y).__name__, torch.equal(x.a, y.a) and torch.equal(x.b, y.b) if isinstance(y, TwoTensor) else torch.equal(x, y), x.requires_grad)
        if any(t.requires_grad for t in a):
            s = (r[0] if isinstance(r, (tuple, list)) else r).sum()
            s.backward(); print(n, [type(t.grad).__name__ for t in a])
        print("\n".join(seen))
    except Exception as ex: print(n, type(ex).__name__, str(ex)[:200])
T = lambda rg=False: TwoTensor(torch.ones(2), torch.ones(2) * 2).requires_grad_(rg)
show("plain", lambda a, b: a.mul(2).sin() + b, T(), T())
show("mixed", lambda a, b: (a * b, b + 1), T(), torch.ones(2))
show("grad", lambda a, b: a * b, T(True), torch.ones(2, requires_grad=True))
show("grad2", lambda a: a.sin().cos(), T(True))
show("mut", lambda a: a.mul_(2) + 1, T())
