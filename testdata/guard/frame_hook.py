# The hook on frames: a callback sees each frame of Python code that starts, and may give other code with a guard.
import torch
from torch._C._dynamo.eval_frame import set_eval_frame
import torch._dynamo.eval_frame
from torch._dynamo.types import ConvertFrameReturn, wrap_guarded_code, GuardedCode
from torch._guards import CompileId
from torch._dynamo.guards import GuardManagerWrapper, RootGuardManager


def target(a, b=2, *args, k=3, **kw):
    return a, b, args, k, kw


def other(a, b=2, *args, k=3, **kw):
    return "other", a, b, args, k, kw


def plain(x):
    return second(x, k=9)


def second(a, b=2, *args, k=3, **kw):
    return a, b, args, k, kw


seen = []


def watch(frame, cache_entry, frame_state):
    seen.append((frame.f_code.co_name, dict(frame.f_locals)))
    return ConvertFrameReturn()


def replace(frame, cache_entry, frame_state):
    seen.append(frame.f_code.co_name)
    if frame.f_code is target.__code__:
        return wrap_guarded_code(GuardedCode(other.__code__, GuardManagerWrapper(), CompileId(frame_id=0, frame_compile_id=0)))
    return ConvertFrameReturn()


prior = set_eval_frame(watch)
plain(5)
set_eval_frame(prior)
print(prior, seen)
seen.clear()
torch._dynamo.reset()
prior = set_eval_frame(replace)
a = target(1)
b = target(1, 2, 3, z=4)
c = target(7)
set_eval_frame(prior)
print(a, b, c, seen)
print(target(1))
from torch._dynamo.eval_frame import _debug_get_cache_entry_list, reset_code
print(len(_debug_get_cache_entry_list(target.__code__)))
reset_code(target.__code__)
print(len(_debug_get_cache_entry_list(target.__code__)))
