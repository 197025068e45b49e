# The interface of the compiler: each case runs plainly and compiled, with static and with dynamic shapes.
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

import torch._dynamo.utils, torch.utils._pytree as pytree, torch.fx.experimental.symbolic_shapes as ss
from torch.fx.experimental.symbolic_shapes import ShapeEnv, ConstraintViolationError, DimDynamic
from torch._dynamo.exc import Unsupported, UserError
@case
def guard_fail_fn(cnt):
    seen = []
    def gf(f): seen.append(f[0])
    o = torch._dynamo.optimize(cnt, guard_fail_fn=gf)(lambda x: x + 1)
    o(torch.ones(2)); o(torch.ones(3, 2)); return seen
@case
def guard_export(cnt):
    seen = []
    o = torch._dynamo.optimize("eager", guard_export_fn=lambda g: seen.append(len(g) > 0))(lambda x: x + 1)
    o(torch.ones(2)); return seen
@case
def cache_entries(cnt):
    from torch._dynamo.eval_frame import _debug_get_cache_entry_list
    def f(x): return x + 1
    o = torch.compile(f, backend=cnt); o(torch.ones(2)); o(torch.ones(2, dtype=torch.int64))
    e = _debug_get_cache_entry_list(f.__code__); return len(e), type(e[0]).__name__, hasattr(e[0], "code"), hasattr(e[0], "guard_manager")
@case
def reset_hook(cnt):
    def f(x): return x + 1
    o = torch.compile(f, backend=cnt); o(torch.ones(2)); torch._dynamo.reset(); o(torch.ones(2)); return 0
@case
def metrics(cnt):
    torch._dynamo.utils.clear_compilation_metrics()
    torch.compile(lambda x: x.sin(), backend=cnt)(torch.ones(2))
    m = torch._dynamo.utils.get_compilation_metrics(); return len(m), m[0].co_name, m[0].graph_op_count, m[0].fail_type
@case
def counters_stats(cnt):
    torch.compile(lambda x: x.sin(), backend=cnt)(torch.ones(2)); return dict(counters["stats"]), dict(counters["frames"])
@case
def explain_api(cnt):
    def f(x): x = x + 1; torch._dynamo.graph_break(); return x * 2
    e = torch._dynamo.explain(f)(torch.ones(2)); return e.graph_count, e.graph_break_count, e.op_count, len(e.graphs), len(e.break_reasons), len(e.ops_per_graph), len(e.out_guards) > 0
@case
def mark_dynamic_ok(cnt):
    def f(x): return x + x.shape[0]
    o = torch.compile(f, backend=cnt)
    for n in (3, 4, 5):
        x = torch.ones(n); torch._dynamo.mark_dynamic(x, 0); o(x)
    return 0
@case
def maybe_mark(cnt):
    def f(x): return x + (1 if x.shape[0] == 3 else 0)
    o = torch.compile(f, backend=cnt); x = torch.ones(3); torch._dynamo.maybe_mark_dynamic(x, 0); o(x); return 0
@case
def pytree_map(cnt):
    def f(x): return pytree.tree_map(lambda t: t + 1, {"a": x, "b": [x, (x,)]}), pytree.tree_leaves([x, {"q": x}]), pytree.tree_flatten({"a": x})[1] == pytree.tree_flatten({"a": 2})[1]
    return both(f, cnt, torch.ones(1), fullgraph=True)
@case
def pytree_reg(cnt):
    class P:
        def __init__(self, a, b): self.a = a; self.b = b
    pytree.register_pytree_node(P, lambda p: ((p.a, p.b), None), lambda c, _: P(*c))
    def f(x): p = pytree.tree_map(lambda t: t * 2, P(x, x + 1)); return p.a + p.b
    return both(f, cnt, torch.ones(1), fullgraph=True)
@case
def pytree_path(cnt):
    def f(x): return pytree.tree_map_with_path(lambda p, t: t + len(p), {"a": [x]}), pytree.tree_map_only(torch.Tensor, lambda t: t + 1, [x, 3]), pytree.tree_any(lambda q: q is x, [x])
    return both(f, cnt, torch.ones(1), fullgraph=True)
@case
def unsupported_text(cnt):
    def f(x): torch._dynamo.graph_break("hey"); return x
    try: torch.compile(f, backend=cnt, fullgraph=True)(torch.ones(1))
    except Unsupported as e: return str(e).split("from user code")[0]
@case
def fullgraph_print(cnt):
    def f(x): print("a"); return x + 1
    try: torch.compile(f, backend=cnt, fullgraph=True)(torch.ones(1))
    except Exception as e: return type(e).__name__, str(e).split("from user code")[0]
@case
def bad_backend(cnt):
    try: torch.compile(lambda x: x, backend="nope")
    except Exception as e: return type(e).__name__
@case
def backend_raises(cnt):
    def be(gm, ex): raise RuntimeError("boo")
    try: torch.compile(lambda x: x + 1, backend=be)(torch.ones(1))
    except Exception as e: return type(e).__name__, str(e).splitlines()[:2]
@case
def fake_error(cnt):
    try: torch.compile(lambda x, y: x @ y, backend=cnt)(torch.ones(2, 3), torch.ones(2, 3))
    except Exception as e: return type(e).__name__, str(e).splitlines()[0][:60]
@case
def recompile_limit(cnt):
    def f(x, n): return x + n
    with torch._dynamo.config.patch(recompile_limit=2, automatic_dynamic_shapes=False):
        o = torch.compile(f, backend=cnt)
        for i in range(5): o(torch.ones(i + 2), "a" and i)
    return 0
@case
def recompile_limit_fail(cnt):
    def f(x): return x + 1
    with torch._dynamo.config.patch(recompile_limit=1, fail_on_recompile_limit_hit=True, automatic_dynamic_shapes=False):
        o = torch.compile(f, backend=cnt); o(torch.ones(2))
        try: o(torch.ones(3, 3)); o(torch.ones(3,3,3))
        except Exception as e: return type(e).__name__
@case
def error_on_recompile(cnt):
    with torch._dynamo.config.patch(error_on_recompile=True):
        o = torch.compile(lambda x: x + 1, backend=cnt); o(torch.ones(2))
        try: o(torch.ones(3, 3))
        except Exception as e: return type(e).__name__
@case
def is_compiling(cnt):
    def f(x): return x + 1 if torch.compiler.is_compiling() else x - 1, torch.compiler.is_dynamo_compiling(), torch._dynamo.is_compiling(), torch._utils.is_compiling()
    return torch.compile(f, backend=cnt)(torch.ones(1))
@case
def step_optim_mod(cnt):
    m = nn.Linear(2, 2); m.compile(backend=cnt); return m(torch.ones(1, 2)).shape
@case
def compile_decorator(cnt):
    @torch.compile(backend=cnt)
    def f(x): return x + 1
    @torch._dynamo.optimize(cnt, nopython=True)
    def g(x): return x * 2
    return f(torch.ones(1)), g(torch.ones(1)), f.__name__
@case
def inline_disabled_mod(cnt):
    m = nn.Linear(2, 2, bias=False); nn.init.ones_(m.weight); m = torch._dynamo.disable(m)
    return torch.compile(lambda x: m(x + 1) * 2, backend=cnt)(torch.ones(1, 2))
@case
def run_mode(cnt):
    def f(x): return x + 1
    o = torch.compile(f, backend=cnt); o(torch.ones(2)); torch._dynamo.run(o)(torch.ones(3, 3)); return 0
@case
def export_simple(cnt):
    def f(x, y): return x + y, {"a": x * 2}
    g, guards = torch._dynamo.export(f)(torch.ones(2), torch.ones(2)); return g(torch.ones(2), torch.ones(2)), len(guards) > 0, type(g).__name__
@case
def export_aten(cnt):
    def f(x): return x.sin() + 1
    g, _ = torch._dynamo.export(f, aten_graph=True)(torch.ones(2)); return [str(n.target) for n in g.graph.nodes]
@case
def export_kw(cnt):
    def f(x, *, k=2): return x + k
    g, _ = torch._dynamo.export(f)(torch.ones(2), k=3); return g(torch.ones(2), k=3)
@case
def export_dyn(cnt):
    def f(x): return x + x.shape[0]
    g, _ = torch._dynamo.export(f, tracing_mode="symbolic")(torch.ones(3)); return g(torch.ones(5))
@case
def export_break(cnt):
    def f(x): torch._dynamo.graph_break(); return x
    try: torch._dynamo.export(f)(torch.ones(1))
    except Exception as e: return type(e).__name__
@case
def logs_str(cnt):
    from torch.testing._internal.logging_utils import logs_to_string
    log, ctx = logs_to_string("torch._dynamo.output_graph", "graph_code")
    with ctx(): torch.compile(lambda x: x + 1, backend=cnt)(torch.ones(1))
    return "GraphModule" in log.getvalue() or log.getvalue()[:50]
@case
def is_fx_tracing(cnt):
    from torch.fx import symbolic_trace
    return "add" in symbolic_trace(lambda x: x + 1).code
@case
def make_fx_of(cnt):
    from torch.fx.experimental.proxy_tensor import make_fx
    return make_fx(lambda x: x.sin())(torch.ones(2)).code.strip()
@case
def state_dict_compiled(cnt):
    m = torch.compile(nn.Linear(2, 2), backend=cnt); return list(m.state_dict()), list(dict(m.named_parameters()))
@case
def nan_const(cnt):
    def f(x, n): return x * n
    o = torch.compile(f, backend=cnt); o(torch.ones(1), float("nan")); o(torch.ones(1), float("nan")); return 0
@case
def guard_so(cnt):
    from torch.fx.experimental.symbolic_shapes import guard_size_oblivious, guard_or_false, statically_known_true, sym_eq, guard_or_true
    def f(x):
        if guard_size_oblivious(x.shape[0] == 3): x = x + 1
        if guard_or_false(x.shape[0] > 100): x = x * 2
        if statically_known_true(x.shape[0] > 0): x = x - 1
        return x
    return both(f, cnt, torch.ones(3), fullgraph=True)


main()
