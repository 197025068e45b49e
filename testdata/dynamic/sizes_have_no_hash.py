"""Symbolic sizes cannot be looked up in dicts, sets and caches by code that the tracer does not trace."""
import torch, functools
import torch._dynamo
@functools.lru_cache
def cached(n): return n
@torch._dynamo.allow_in_graph
def f(x):
    for name, q in {"hash": lambda: hash(x.shape[0]), "set": lambda: {x.shape[0]}, "dict": lambda: {x.shape[0]: 1}, "cache": lambda: cached(x.shape[0]), "tuple": lambda: hash((x.shape[0], 1)), "size": lambda: hash(x.shape), "in": lambda: x.shape[0] in {1, 2}, "expr": lambda: hash(x.shape[0] * 2), "bool": lambda: hash(x.shape[0] > 2), "float": lambda: hash(x.shape[0] / 2)}.items():
        try: q(); print(name, "ok")
        except Exception as e: print(name, type(e).__name__, e)
    return x + 1
def g(x): return f(x)
c = torch.compile(g, fullgraph=True, backend="eager", dynamic=True)
c(torch.ones(5, 3))
def h(x):
    try: return x + hash(x.shape[0])
    except TypeError as e: return x
try: print(torch.compile(h, fullgraph=True, backend="eager", dynamic=True)(torch.ones(5))[0])
except Exception as e: print(type(e).__name__, str(e).split("\n")[0])
from torch.fx.experimental.proxy_tensor import make_fx
def k(x):
    try: hash(x.shape[0]); print("ok")
    except Exception as e: print(type(e).__name__, e)
    return x + 1
make_fx(k, tracing_mode="symbolic")(torch.ones(5, 3))
