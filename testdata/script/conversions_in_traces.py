# Conversions and tuples in traces.
import re

import torch
from torch import nn
class E(nn.Module):
    def forward(s, x): return x.sin()
class M(nn.Module):
    def __init__(s): super().__init__(); s.e = E()
    def forward(s, x): y = s.e(x); return y, y + 1, [y, x]
class T(nn.Module):
    def forward(s, x):
        return x.to("cpu"), x.to(torch.device("cpu")), x.to(torch.float64), x.to("cpu", torch.int32), x.to(x), x.to(device="cpu"), x.to(dtype=torch.half), x.cpu(), x.double(), x.type(torch.int64), x.to("cpu", non_blocking=True), x.to(torch.float32, copy=True), x.type_as(x.double()), x.to(x.double(), copy=True), x.to("cpu", memory_format=torch.contiguous_format)
for k in (M, T):
    print("===", k.__name__)
    t = torch.jit.trace(k(), torch.ones(3)); print(re.sub(r" # \S+", "", str(t.graph))); print(t.code)
