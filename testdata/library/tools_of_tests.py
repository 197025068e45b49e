"""Tools that tests and libraries take from PyTorch: tracebacks of compiled text, captured stacks, deprecated names, modules of devices, calls as text."""
import traceback
import types
import warnings

import torch
from torch._utils import render_call, try_import
from torch._utils_internal import deprecated
from torch.utils._device import set_device
from torch.utils._traceback import CapturedTraceback, format_traceback_short, report_compile_source_on_error

source = "def f(x):\n    def g(x):\n        raise RuntimeError('no')  # HERE\n    x = x * 3\n    return g(x) + 1\n"
scope, out = {"__compile_source__": source}, {}
exec(source, scope, out)
try:
    with report_compile_source_on_error():
        out["f"](1)
except RuntimeError as e:
    print([(frame.name, frame.lineno, frame.line) for frame in traceback.extract_tb(e.__traceback__)][1:])
    print(format_traceback_short(e.__traceback__).endswith(":3 in g"))

captured = CapturedTraceback.extract()
print(captured.format()[0].splitlines()[0].endswith("in <module>"), len(CapturedTraceback.format_all([captured, CapturedTraceback.extract()])))
captured.cleanup()
print(captured.summary(), CapturedTraceback(None).format())


@deprecated()
def _old(x, y=1):
    return x + y


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(old(1), old(1, y=5), _old(2), [str(w.message) for w in seen])  # noqa: F821
try:
    deprecated()(len)
except ValueError as e:
    print(e)

print(try_import("torch") is torch, try_import("no_such_module"))
print(render_call(torch.sum, [torch.ones(100, 2)], {"dim": 0}), render_call(torch.add, [torch.ones(3), 2], {"alpha": 1.5}))


@set_device("meta")
def pieces():
    yield torch.empty(2).device
    yield torch.empty(2).device


print(list(pieces()), torch.empty(1).device)
for name in ("xxx", "cpu"):
    try:
        torch._register_device_module(name, types.ModuleType(name))
    except RuntimeError as e:
        print(str(e).split("'<")[0][:70])
with torch._tensor_str.printoptions(threshold=0, edgeitems=0):
    print(torch.ones(3), torch.ones(2, 3, dtype=torch.float64), torch.ones(()), torch.ones(0))
    print(torch.quantize_per_tensor(torch.ones(3), 1.0, 0, torch.qint8), torch.ones(2, requires_grad=True))
