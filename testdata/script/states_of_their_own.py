# Modules with __getstate__ and __setstate__ of their own, saved and loaded.
import torch, io
from typing import Dict
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.ones(3); self.training = True; self.k = 5
    @torch.jit.export
    def __getstate__(self) -> Dict[str, torch.Tensor]:
        return {"a": self.w * 2}
    @torch.jit.export
    def __setstate__(self, s: Dict[str, torch.Tensor]):
        self.w = s["a"]; self.training = False; self.k = 7
    def forward(self, x):
        return x + self.w * self.k
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.m = M(); self.l = torch.nn.Linear(3,3)
    def forward(self, x):
        return self.m(x)
for c in (M, N):
    s = torch.jit.script(c())
    b = io.BytesIO(); torch.jit.save(s, b); b.seek(0)
    l = torch.jit.load(b)
    print(l(torch.zeros(3)), s(torch.zeros(3)), list(dict(l.named_parameters())))
    b = io.BytesIO(); torch.jit.save(l, b); b.seek(0)
    print(torch.jit.load(b)(torch.zeros(3)))
from typing import Optional
class M(torch.nn.Module):
    t: Optional[torch.Tensor]
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(3)); self.register_buffer("b", torch.arange(3.)); self.t=None; self.k = 5
    @torch.jit.export
    def __getstate__(self):
        return (self.w, self.b, self.k, self.training)
    @torch.jit.export
    def __setstate__(self, s):
        self.w = s[0]; self.b = s[1] * 3; self.k = s[2] + 1; self.training = s[3]
        self.t = torch.ones(1)
    def forward(self, x):
        t = self.t
        if t is not None: x = x + t
        return x + self.w * self.k + self.b
class N(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.m = M(); self.l = torch.nn.Linear(3,3)
    def forward(self, x):
        return self.m(x)
for c in (M, N):
    s = torch.jit.script(c())
    b = io.BytesIO(); torch.jit.save(s, b); b.seek(0)
    l = torch.jit.load(b)
    print(l(torch.zeros(3)), s(torch.zeros(3)), list(dict(l.named_parameters())), list(dict(l.named_buffers())))
    b = io.BytesIO(); torch.jit.save(l, b); b.seek(0)
    print(torch.jit.load(b)(torch.zeros(3)))
