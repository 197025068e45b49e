# Modules called with other parameters and buffers: missing, unknown and tied names, errors, and what is left behind.
import torch
import torch.nn as nn
from torch.func import functional_call
def t(n, f):
    try: print(n, "=>", f())
    except Exception as e: print(n, "=>", type(e).__name__, repr(str(e)))
class M(nn.Module):
    def __init__(s):
        super().__init__(); s.l1 = nn.Linear(1,1); s.register_buffer("buf", torch.ones(1)); s.foo = 0.0
    def forward(s, x): return s.l1(x) + s.buf
class T(nn.Module):
    def __init__(s):
        super().__init__(); s.l1 = nn.Linear(1,1); s.tied_bias = s.l1.bias; s.register_buffer("buf", torch.ones(1)); s.register_buffer("tied_buf", s.buf)
    def forward(s, x): return s.l1(x) + s.tied_bias + s.buf + s.tied_buf
m, tt = M(), T(); x = torch.ones(1,1)
for p in (m, tt):
    with torch.no_grad(): p.l1.weight.fill_(1.); p.l1.bias.fill_(0.)
W, B, U = torch.tensor([[2.]]), torch.tensor([3.]), torch.tensor([5.])
t("ok", lambda: functional_call(m, {"l1.weight": W, "l1.bias": B, "buf": U}, x))
t("partial", lambda: functional_call(m, {"l1.weight": W}, x))
t("strict missing", lambda: functional_call(m, {"l1.weight": W}, x, strict=True))
t("strict extra", lambda: functional_call(m, {"l1.weight": W, "l1.bias": B, "buf": U, "extra": W}, x, strict=True))
t("strict both", lambda: functional_call(m, {"l1.weight": W, "extra": W}, x, strict=True))
t("extra", lambda: functional_call(m, {"extra": W}, x)); t("extra2", lambda: functional_call(m, {"l1.nope": W}, x)); t("extra3", lambda: functional_call(m, {"nope.w": W}, x)); t("foo", lambda: functional_call(m, {"foo": W}, x)); t("nontensor", lambda: functional_call(m, {"l1.weight": 3}, x)); t("none", lambda: functional_call(m, {"l1.bias": None}, x))
t("tied", lambda: functional_call(tt, {"l1.bias": B}, x)); t("tied2", lambda: functional_call(tt, {"tied_bias": B}, x)); t("tied3", lambda: functional_call(tt, {"buf": U}, x)); t("untied", lambda: functional_call(tt, {"l1.bias": B}, x, tie_weights=False)); t("tied both same", lambda: functional_call(tt, {"l1.bias": B, "tied_bias": B}, x)); t("tied both diff", lambda: functional_call(tt, {"l1.bias": B, "tied_bias": U}, x)); t("tied strict", lambda: functional_call(tt, {"l1.weight": W, "l1.bias": B, "buf": U}, x, strict=True))
t("tuple", lambda: functional_call(m, ({"l1.weight": W}, {"buf": U}), x)); t("dup", lambda: functional_call(m, ({"l1.weight": W}, {"l1.weight": W}), x)); t("badseq", lambda: functional_call(m, ({"l1.weight": W}, 3), x)); t("badtype", lambda: functional_call(m, 3, x)); t("kwargs", lambda: functional_call(m, {}, (), {"x": x})); t("args list", lambda: functional_call(m, {}, [x]))
t("after", lambda: (m.l1.weight, m.buf)); t("err", lambda: functional_call(m, {"l1.weight": W}, (x, x))); t("after2", lambda: m.l1.weight)
from torch.nn.utils import stateless
t("st", lambda: stateless.functional_call(m, {"l1.weight": W}, x)); 
class S(nn.Module):
    def __init__(s): super().__init__(); s.w = nn.Parameter(torch.ones(1))
    def forward(s, x): s.w = nn.Parameter(torch.zeros(1)); return x
sm = S(); t("set", lambda: functional_call(sm, {"w": U}, x)); t("set after", lambda: sm.w)
class A(nn.Module):
    def __init__(s): super().__init__(); s.register_buffer("n", torch.zeros(1))
    def forward(s, x): s.n = s.n + 1; return x
a = A(); d = {"n": torch.zeros(1)}; t("mut", lambda: functional_call(a, d, x)); t("mut after", lambda: (a.n, d))
