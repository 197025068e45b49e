"""Helpers of the profiler, of bundled inputs, locks and references."""

import torch
from torch.utils.throughput_benchmark import format_time
for k in (dict(time_us=5.), dict(time_us=1500.), dict(time_ms=2.), dict(time_s=3.), dict(time_us=2e6)): print(format_time(**k))
for k in ({}, dict(time_us=1, time_ms=2)):
    try: print(format_time(**k))
    except Exception as e: print(type(e).__name__, e)
from torch.autograd.profiler import EnforceUnique
e = EnforceUnique(); e.see(1, 2)
try: e.see(1, 2)
except Exception as x: print(type(x).__name__, x)
from torch.autograd.profiler_util import StringTable, MemRecordsAcc, MEMORY_EVENT_NAME, OUT_OF_MEMORY_EVENT_NAME
s = StringTable(); print(s["_ZN3foo3barE"], s["x"], s[""], s["plain"], len(s), MEMORY_EVENT_NAME, OUT_OF_MEMORY_EVENT_NAME, type(s).__mro__[1].__name__)
class R:
    def __init__(self, t): self.t = t
    def start_ns(self): return self.t*1000
m = MemRecordsAcc([(R(5), 0), (R(1), 1), (R(3), 2)]); print([r[1] for r in m.in_interval(2, 5)], [r[1] for r in m.in_interval(0, 9)], list(MemRecordsAcc([]).in_interval(0, 1)))
from torch.utils.bundled_inputs import InflatableArg, bundle_randn, bundle_large_tensor
print(InflatableArg(1), InflatableArg._fields, bundle_randn(2, dtype=torch.half), bundle_large_tensor(torch.ones(2, 2)))
from torch.utils.data.graph import DataPipe; print(DataPipe)
from torch.autograd import kineto_available; print(kineto_available())
import tempfile, os
from torch.utils._filelock import FileLock
with tempfile.TemporaryDirectory() as t:
    l = FileLock(os.path.join(t, "l")); print(l.is_locked, os.path.basename(l.lock_file))
    with l as k: print(k is l, l.is_locked, os.path.exists(os.path.join(t, "l")))
    print(l.is_locked); l.acquire(); print(l.is_locked); l.release(); print(l.is_locked)
from torch.utils.weak import TensorWeakRef
try: TensorWeakRef(1)
except Exception as e: print(type(e).__name__, e)
