# Functions of torch.nn.functional are traced by themselves: those that PyTorch writes in Python are one call, the others have no code.
import inspect

import torch
import torch.nn.functional as F
from torch.fx import symbolic_trace
from torch.fx.operator_schemas import get_signature_for_torch_op
from torch.jit._builtins import _find_builtin

for f in (F.dropout, F.max_unpool2d, F.threshold, F.upsample_nearest):
    print(f.__name__, inspect.signature(f).parameters["input"])
    print(symbolic_trace(f).graph)
for f in (F.conv1d, F.gelu, F.relu_, F.max_pool1d):
    try:
        symbolic_trace(f)
    except Exception as e:
        print(type(e).__name__, str(e)[:70])

for f in (torch.linalg.det, torch.special.i1, torch.fft.rfft, torch.sparse.mm, torch.cdist, torch.norm, torch.add):
    print(_find_builtin(f))
for signature in get_signature_for_torch_op(torch.kthvalue):
    print(signature)

for f in (lambda x: "abc", lambda x: ("abc", x), lambda x: f"{x} b'"):
    traced = symbolic_trace(f)
    print(traced.code, traced.graph)
for f in (3, torch.nn.Linear, torch.nn.Linear(1, 1).forward, None):
    try:
        symbolic_trace(f)
    except AssertionError as e:
        print(e)
