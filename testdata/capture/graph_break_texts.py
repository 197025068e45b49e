# What errors say of graph breaks: each case with static and with dynamic shapes.
import collections, contextlib, copy, dataclasses, enum, functools, itertools, math, operator, random, sys, types, typing, unittest, weakref, inspect, warnings, logging, abc, re, io, os, json, time, gc
from collections import namedtuple, OrderedDict, defaultdict, deque, Counter
from dataclasses import dataclass, field
from functools import partial
import numpy as np
import torch
import torch._dynamo
import torch._dynamo.config
import torch._dynamo.testing
import torch.nn.functional as F
from torch import nn
from torch._dynamo.testing import CompileCounter, CompileCounterWithBackend, EagerAndRecordGraphs, normalize_gm, same
from torch._dynamo.utils import counters
from unittest import mock
CASES = []
def case(f):
    CASES.append(f)
    return f
def show(v, depth=0):
    if isinstance(v, torch.Tensor):
        try:
            t = v.detach()
            return f"T{tuple(t.shape)}{str(t.dtype)[6:]}{'g' if v.requires_grad else ''}:{t.double().sum().item():.4g}"
        except Exception as e:
            return "T?" + type(e).__name__
    if isinstance(v, float): return f"{v:.5g}"
    if isinstance(v, (list, tuple)) and type(v) in (list, tuple):
        return type(v).__name__[0] + "[" + ", ".join(show(x) for x in v) + "]"
    if isinstance(v, dict):
        return type(v).__name__ + "{" + ", ".join(f"{show(k)}: {show(x)}" for k, x in v.items()) + "}"
    if isinstance(v, (set, frozenset)): return type(v).__name__ + str(sorted(map(show, v)))
    r = repr(v)
    return re.sub(r"0x[0-9a-f]+", "0x", r)
def run_one(f, dyn):
    torch._dynamo.reset()
    counters.clear()
    torch.manual_seed(0); random.seed(0); np.random.seed(0)
    cnt = CompileCounter()
    with torch._dynamo.config.patch(assume_static_by_default=not dyn, specialize_int=not dyn):
        try:
            out = show(f(cnt))
        except BaseException as e:
            out = "!! " + type(e).__name__ + ": " + (str(e).strip().splitlines() or [""])[0][:200]
    print(f"{f.__name__} {'dyn' if dyn else 'st '} fc={cnt.frame_count} op={cnt.op_count} {out}", flush=True)
def main():
    pick = sys.argv[1:]
    for f in CASES:
        if pick and f.__name__ not in pick: continue
        for dyn in (False, True):
            run_one(f, dyn)
def both(fn, cnt, *args, calls=1, **kw):
    """eager and compiled; same?"""
    a2 = copy.deepcopy(args) if not any(isinstance(a, torch.Tensor) and not a.is_leaf for a in args) else args
    want = fn(*args)
    opt = torch.compile(fn, backend=cnt, **kw)
    got = opt(*a2)
    for _ in range(calls - 1):
        got = opt(*a2)
    ok = same(want, got) if calls == 1 else 'n/a'
    return (ok, got)

from torch._dynamo.exc import Unsupported
def msg(f):
    def run(cnt):
        try: r = torch.compile(f, backend=cnt, fullgraph=True)(torch.ones(3)); return "ok", r
        except Exception as e: return type(e).__name__ + "|" + str(e).split("from user code")[0].replace("\n", "~")
    run.__name__ = f.__name__
    CASES.append(run); return f
@msg
def e_data_dep_op2(x): return x.equal(x)
@msg
def e_super_outside(x):
    class A: pass
    return super(A, A()).foo
@msg
def e_super_attr(x):
    class Foo:
        def __init__(self): self.a = 3
    class Bar(Foo):
        def __init__(self): super().__init__()
        def m(self): return super().a
    return Bar().m()
@msg
def e_unsupported_ctx(x):
    class C:
        def __enter__(self): return self
    with C(): return x
@msg
def e_sorted_keyerr(x): return sorted([1, "a"])
@msg
def e_disabled(x):
    @torch.compiler.disable
    def g(): return 1
    return g()
gg = torch.compiler.disable(lambda x: x, reason="test message")
@msg
def e_builtin(x): return print(x)
@msg
def e_import(x): import nosuchmod; return x
@msg
def e_reconstruct(x):
    torch._dynamo.graph_break()
    return x
@msg
def e_raise(x): raise ValueError("test")
@msg
def e_iter_int(x):
    for i in 3: pass
@msg
def e_call_none(x): return None(x)
@msg
def e_getattr_missing(x): return x.foobar
@msg
def e_undefined(x): return undefined_name
@msg
def e_dict_key(x): return {}["a"]
@msg
def e_list_idx(x): return [][1]
@msg
def e_zerodiv(x): return 1 / 0
@msg
def e_type_err(x): return 1 + "a"
@msg
def e_tensor_bool(x):
    if x.any(): return x
@msg
def e_warnings(x): warnings.warn("x"); return x
@msg
def e_open(x): open("/tmp/nofile"); return x
@msg
def e_time(x): return x + time.time()
@msg
def e_eval(x): return eval("1")
@msg
def e_exec(x): exec("a=1"); return x
@msg
def e_yield(x):
    def g():
        yield 1
        torch._dynamo.graph_break()
    return list(g())
@msg
def e_async(x):
    return x
@msg
def e_step(x): torch._dynamo.step_unsupported(); return x
@msg
def e_backward(x): x.sum().backward(); return x
@msg
def e_tolist(x): return x.tolist()
@msg
def e_module_ctor(x): return nn.Linear(3, 3)(x)
@msg
def e_rnn(x): return nn.LSTM(3, 3)(x[None])
lstm = nn.LSTM(3, 3)
@msg
def e_rnn2(x): return lstm(x[None])[0]
@msg
def e_deepcopy_obj(x):
    class C: pass
    return copy.deepcopy(C())
@msg
def e_input(x): return input()
@msg
def e_sys_exit(x): sys.exit(0) if False else x
@msg
def e_os_getcwd(x): return os.getcwd()
@msg
def e_re(x): return re.match("a", "ab").group(0)
@msg
def e_star_unpack(x): return (lambda a, b: a)(*3)


main()
