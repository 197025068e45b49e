# What the cache of a fake mode would find, results of out= and of arrays under the mode, and calls that need data where a function is captured.
import numpy as np
import torch
from functorch.compile import aot_function, nop
from torch._subclasses.fake_tensor import FakeTensorMode, _CacheKeyState

aten = torch.ops.aten


def show(name, *calls):
    FakeTensorMode.cache_clear()
    for f in calls:
        f()
    i = FakeTensorMode.cache_info()
    print(name, i.hits, i.misses, dict(i.bypasses))


with FakeTensorMode() as mode:
    x, y = torch.randn(4, 3), torch.randn(4, 3)
    show("add", lambda: x + y, lambda: x + y)
    show("numbers", lambda: x + 1, lambda: x + 1, lambda: x + 1.0, lambda: x + True)
    show("in place", lambda: x.add_(1), lambda: x.add_(1))
    show("inplace view", lambda: x.unsqueeze_(0), lambda: x.squeeze_(0))
    show("tuple", lambda: x.max(0), lambda: x.max(0))
    show("cat", lambda: torch.cat([x, y]), lambda: torch.cat([y, x]))
    show("full", lambda: torch.full((2,), 1.0), lambda: torch.full((2,), 2.0))
    show("out", lambda: torch.sin(x, out=y))
    out = torch.empty(0)
    print(torch.nanmean(x, out=out) is out, out.shape, torch.add(x, x, out=torch.empty(0)).shape, type(torch.from_numpy(np.ones(3))).__name__)
    key = lambda *t: mode._cache_key(_CacheKeyState(), aten.add.Tensor, list(t), {})
    print(key(x) == key(y), key(x) == key(x.double()), key(x, 1) == key(x, 1.0), key(x, 1) == key(x, True), key(x[1:]) == key(x[:-1]), hash(key(x)) == hash(key(y)))
for f in (lambda x: x.sum().item(), lambda x: x.int().sum().item(), lambda x: x.nonzero(), lambda x: x.data_ptr(), lambda x: x.numpy()):
    try:
        aot_function(f, nop)(torch.ones(2))
    except Exception as e:
        print(type(e).__name__, str(e)[:90])
