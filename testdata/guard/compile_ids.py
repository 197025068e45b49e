# Ids of compilations, contexts outside of them, and when a function has too many versions.
from torch._guards import CompileId, TraceId, CompileContext, TracingContext
a = CompileId(frame_id=1, frame_compile_id=2)
print(a, repr(a), CompileId.from_string("1/2") == a, CompileId.from_string("!0/1/2"), CompileId.from_string(None))
for t in ("a", "1", "!1", "!1/2", "1/2/3", "-"):
    try: print(t, CompileId.from_string(t))
    except Exception as e: print(t, type(e).__name__, e)
print(TraceId(a, 0), TraceId(a, 3))
try: CompileId(None, None, None)
except Exception as e: print(type(e).__name__, e)
try: CompileContext.get()
except Exception as e: print(type(e).__name__, e)
print(CompileContext.try_get(), CompileContext.current_compile_id(), CompileContext.current_trace_id(), TracingContext.try_get())
import torch
from torch._dynamo import cache_size
s = cache_size.CacheSizeRelevantForFrame(8, 9)
from torch._dynamo import config
with config.patch(recompile_limit=8):
    print(s.will_compilation_exceed_accumulated_limit(), s.will_compilation_exceed_specific_limit(9), s.will_compilation_exceed_specific_limit(10), s.will_compilation_exceed(8) if hasattr(s, "will_compilation_exceed") else 0)
print(cache_size.exceeds_recompile_limit(s, CompileId(frame_id=0, frame_compile_id=9)), cache_size.exceeds_recompile_limit(cache_size.CacheSizeRelevantForFrame(), a))
print(cache_size.is_recompilation(s), cache_size.is_recompilation(cache_size.CacheSizeRelevantForFrame(0, 0)), cache_size.is_recompilation(cache_size.CacheSizeRelevantForFrame(1, 0)),cache_size.is_recompilation(cache_size.CacheSizeRelevantForFrame(1, 1)))
