# Traced calls of modules with keywords, None and containers: methods take what they read, in the order in which they read it.
import re

import torch
from torch import nn
class E(nn.Module):
    def forward(s, x, m=None, l=None, d=None, n=2, *, f=False): 
        y = x * n
        if l is not None: y = y + l[0] + l[1][0]
        if d is not None: y = y - d["a"]
        return (y, x) if f else y
class A(nn.Module):
    def __init__(s): super().__init__(); s.e = E()
class B(A):
    def forward(s, x): return s.e(x, x.sum())
class C(A):
    def forward(s, x): a = x.sin(); b = x.cos(); return s.e(x, l=[b, (a,)])
class D(A):
    def forward(s, x): a = x.sin(); return s.e(x, a, d={"a": a}, n=3)
class F(A):
    def forward(s, x): a, b = s.e(x, f=True); return a + b
class G(A):
    def forward(s, x): return s.e(x, n=x.shape[0])
class H(A):
    def forward(s, x): return s.e(s.e(x, n=x.shape[0] * 2), x, l=[x, [x]])
class I(A):
    def forward(s, x): return s.e(m=x.sum(), x=x)
for k in (B, C, D, G, H, I):
    print("===", k.__name__)
    t = torch.jit.trace(k(), torch.ones(2, 3)); print(re.sub(r" # \S+|, scope: \S+", "", str(t.graph))); print(re.sub(r" # \S+|, scope: \S+", "", str(t.e.graph))); print(t(torch.ones(4, 3)).sum(), k()(torch.ones(4, 3)).sum())
    print(t.code)
