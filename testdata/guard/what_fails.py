# The guard that fails is the reason that the recompile reports; error_on_recompile raises it.
import re

import torch
import torch._dynamo
from torch._dynamo.testing import CompileCounter


class Options:
    def __init__(self, **kw):
        self.__dict__.update(kw)


SCALE = 2.0
NAMES = ["a", "b"]


def fn(x, opts, mode="sum", extra=None):
    y = x * SCALE
    if opts.bias:
        y = y + len(NAMES)
    if extra is not None:
        y = y - extra["k"]
    return getattr(y, mode)()


def reason(call):
    try:
        call()
        return "fits"
    except torch._dynamo.exc.RecompileError as e:
        lines = [l.strip("- ") for l in str(e).splitlines() if re.match(r"\s*- \d+/\d+", l)]
        return re.sub(r"\s*#.*", "", re.sub(r"\d{6,}", "ID", lines[0]))


counter = CompileCounter()
compiled = torch.compile(fn, backend=counter, dynamic=False)
x, opts = torch.ones(3), Options(bias=True)
compiled(x, opts)
with torch._dynamo.config.patch(error_on_recompile=True):
    print("same", reason(lambda: compiled(x, opts)))
    print("other values", reason(lambda: compiled(x + 1, Options(bias=True))))
    print("size", reason(lambda: compiled(torch.ones(4), opts)))
    print("dtype", reason(lambda: compiled(x.double(), opts)))
    print("grad", reason(lambda: compiled(x.clone().requires_grad_(), opts)))
    print("flag", reason(lambda: compiled(x, Options(bias=False))))
    print("mode", reason(lambda: compiled(x, opts, "mean")))
    print("extra", reason(lambda: compiled(x, opts, extra={"k": 1})))
    SCALE = 3.0
    print("global", reason(lambda: compiled(x, opts)))
    SCALE = 2.0
    NAMES.append("c")
    print("list", reason(lambda: compiled(x, opts)))
    NAMES.pop()
    with torch.no_grad():
        print("no_grad", reason(lambda: compiled(x, opts)))
    print("same", reason(lambda: compiled(x, opts)))
print(counter.frame_count)
