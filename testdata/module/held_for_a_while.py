"""Modules that hold other parameters for a while, and containers of parameters given what they do not take."""
import torch, warnings, torch.nn as nn
from torch.nn.utils import stateless
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always"); stateless.functional_call(nn.Linear(2,2), {}, (torch.ones(1,2),)); stateless._functional_call(nn.Linear(2,2), {}, (torch.ones(1,2),))
    print([(x.category.__name__, str(x.message)) for x in w])

m=nn.Sequential(nn.Linear(2,2),nn.BatchNorm1d(2))
with stateless._reparametrize_module(m, {"0.bias": torch.full((2,),7.)}): print(m[0].bias)
print(m[0].bias.shape, isinstance(m[0].bias, nn.Parameter))
for kw in (dict(strict=True),dict(tie_weights=True),dict(stack_weights=True)):
    try:
        with stateless._reparametrize_module(m, {"0.bias": torch.full((2,),7.),"0.q":torch.ones(1)},**kw): print(m[0].bias)
    except Exception as e: print(type(e).__name__,e)
for f in (lambda: nn.ParameterList(3), lambda: nn.ParameterDict({1:3}), lambda: nn.ParameterDict({"a":1})("x"), lambda: nn.ParameterList([torch.ones(1)])(3), lambda: nn.ParameterList().extend(3), lambda: nn.ParameterDict().__setitem__(2,3), lambda: nn.ParameterList()+3):
    try: print(f())
    except Exception as e: print(type(e).__name__,e)
