# Higher-order operators and transforms: each case runs plainly and compiled, with static and with dynamic shapes.
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

from torch._higher_order_ops.wrap import wrap
import torch.utils._pytree as pytree
from torch.utils.checkpoint import checkpoint
from functorch.experimental.control_flow import cond, map as cmap
def graphcase(fn, *args, **kw):
    b = EagerAndRecordGraphs()
    def run(cnt):
        def be(gm, ex):
            cnt(gm, ex); return b(gm, ex)
        n = len(b.graphs); b.graphs.clear()
        r = torch.compile(fn, backend=be, **kw)(*args)
        return same(r, fn(*args)), r, "|".join(normalize_gm(g.print_readable(print_output=False)) for g in b.graphs).replace("\n", "~")
    return run
def g(name, fn, *args, **kw):
    r = graphcase(fn, *args, **kw)
    def c(cnt): return r(cnt)
    c.__name__ = name
    CASES.append(c)
x = torch.ones(3); y = torch.full((3,), 2.)
x = torch.ones(3); y = torch.full((3,), 2.)
g("wrap_simple", lambda x: wrap(lambda x: torch.sin(x), x), x)
g("wrap_closure", lambda x, y: wrap(lambda x: x + y, x), x, y)
def wrap_nested(x):
    def inner(x): return wrap(lambda x: wrap(lambda x: torch.sin(x), x), x)
    return inner(x)
g("wrap_nested", wrap_nested, x)
def wrap_multi(x, y):
    def f(a, b): return a + b, a * b, [a]
    return wrap(f, x, y)
g("wrap_multi", wrap_multi, x, y)
def wrap_kwargs(x, y):
    return wrap(lambda x, y: (x * y).sum(), x, y=y)
g("wrap_kwargs", wrap_kwargs, x, y)
def wrap_int(x):
    n = x.shape[0]
    return wrap(lambda z, k: z + k + n, x, 3)
g("wrap_int", wrap_int, x)
gl = torch.ones(3)
def wrap_global(x):
    return wrap(lambda x: x + gl, x)
g("wrap_global", wrap_global, x)
class Mod(nn.Module):
    def __init__(self):
        super().__init__(); self.lin = nn.Linear(3, 3); self.p = nn.Parameter(torch.ones(3)); self.register_buffer("b", torch.ones(3))
    def forward(self, x): return wrap(lambda x: self.lin(x) + self.p + self.b, x)
torch.manual_seed(0)
def wrap_side(x):
    l = []
    def f(x):
        l.append(x); return x + 1
    return wrap(f, x), l
g("wrap_side", wrap_side, x)
def wrap_side_nonlocal(x):
    z = 0
    def f(x):
        nonlocal z
        z += 1
        return x + 1
    return wrap(f, x), z
g("wrap_side_nonlocal", wrap_side_nonlocal, x)
def wrap_break(x):
    def f(x):
        torch._dynamo.graph_break(); return x + 1
    return wrap(f, x)
g("wrap_break", wrap_break, x)
def wrap_dict(x):
    return wrap(lambda x: {"a": x + 1, "b": (x, x * 2)}, x)
g("wrap_dict", wrap_dict, x)
def cond1(x):
    return cond(x.sum() > 0, lambda x: x.cos(), lambda x: x.sin(), [x])
g("cond1", cond1, x)
def cond_closure(x, y):
    return torch.cond(x.shape[0] > 2, lambda x: x + y, lambda x: x - y, (x,))
def cond_closure2(x, y):
    return torch.cond(x.sum() > 2, lambda: x + y, lambda: x - y)
g("cond_closure2", cond_closure2, x, y)
def cond_mismatch(x):
    return torch.cond(x.sum() > 2, lambda x: x + 1, lambda x: (x, x), (x,))
def cond_side(x):
    l = []
    def t(x):
        l.append(1); return x + 1
    return torch.cond(x.sum() > 2, t, lambda x: x - 1, (x,))
def cond_nested(x):
    def t(x): return torch.cond(x.sum() > 5, lambda x: x * 2, lambda x: x * 3, (x,))
    return torch.cond(x.sum() > 2, t, lambda x: x - 1, (x,))
g("cond_nested", cond_nested, x)
def map1(xs, y):
    return cmap(lambda x, y: x + y, xs, y)
def map_multi(xs):
    def f(x): return x[0] + 1, x[1] * 2
    return cmap(f, (xs, xs + 1))
def wl(x):
    from torch._higher_order_ops.while_loop import while_loop
    return while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (torch.tensor(0), x))
def scan1(xs):
    from torch._higher_order_ops.scan import scan
    return scan(lambda c, x: (c + x, c * 2), torch.zeros(3), xs)
def assoc(xs):
    from torch._higher_order_ops.associative_scan import associative_scan
    return associative_scan(lambda a, b: a + b, xs, 0, combine_mode="generic")
def ckpt(x):
    return checkpoint(lambda x: torch.sin(x).cos(), x, use_reentrant=False)
g("checkpoint1", ckpt, x)
class CkMod(nn.Module):
    def __init__(self):
        super().__init__(); self.l = nn.Linear(3, 3)
    def forward(self, x): return checkpoint(self.l, x, use_reentrant=False)
g("vmap1", lambda x: torch.func.vmap(lambda x: x.sum(0) + x.sum(1))(x), torch.ones(2, 3, 3))
g("vmap_in_out", lambda x, y: torch.func.vmap(lambda x, y: (x.sum(0) + y, y * 2), in_dims=(1, None), out_dims=1)(x, y), torch.ones(3, 3, 3), torch.ones(3))
g("vmap_closure", lambda x, y: torch.vmap(lambda x: x + y)(x), torch.ones(2, 3), y)
g("vmap_nested", lambda x, y: torch.vmap(lambda x: torch.vmap(lambda y: x + y)(y))(x), torch.ones(2), torch.ones(3))
g("grad1", lambda x: torch.func.grad(lambda x: x.sin().sum())(x), x)
g("grad_aux", lambda x: torch.func.grad(lambda x: (x.sin().sum(), x * 2), has_aux=True)(x), x)
g("grad_argnums", lambda x, y: torch.func.grad(lambda x, y: (x * y).sum(), argnums=(0, 1))(x, y), x, y)
g("grad_closure", lambda x, y: torch.func.grad(lambda x: (x * y).sum())(x), x, y)
g("grad_and_value", lambda x: torch.func.grad_and_value(lambda x: x.sin().sum())(x), x)
g("vjp1", lambda x, v: torch.func.vjp(lambda x: x.sin(), x)[1](v), x, y)
def vjp2(x, v):
    out, f = torch.func.vjp(lambda x: x.sin(), x)
    return out, f(v)
g("vjp2", vjp2, x, y)
g("jvp1", lambda x, v: torch.func.jvp(lambda x: x.sin(), (x,), (v,)), x, y)
def fcall(x):
    m = nn.Linear(3, 2)
    return torch.func.functional_call(mlin, dict(mlin.named_parameters()), (x,))
mlin = nn.Linear(3, 2)
g("functional_call", fcall, x)
class Foo(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): ctx.save_for_backward(x); return x * 2
    @staticmethod
    def backward(ctx, g): return g * 2 + ctx.saved_tensors[0]
g("autogradfn", lambda x: Foo.apply(x), torch.ones(3, requires_grad=True))
g("autogradfn_nograd", lambda x: Foo.apply(x), x)
class Foo2(torch.autograd.Function):
    @staticmethod
    def forward(x, y, k): return x * y * k, x.sum()
    @staticmethod
    def setup_context(ctx, inputs, output): ctx.save_for_backward(inputs[0]); ctx.k = inputs[2]
    @staticmethod
    def backward(ctx, g, g2): return g * ctx.k, None, None
g("autogradfn_setup", lambda x, y: Foo2.apply(x, y, 3), torch.ones(3, requires_grad=True), y)
class Foo3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): ctx.set_materialize_grads(False); ctx.mark_non_differentiable(x); return x.clone()
    @staticmethod
    def backward(ctx, g):
        print("hello"); return g
g("autogradfn_break", lambda x: Foo3.apply(x), torch.ones(3, requires_grad=True))
def allow_graph(x):
    return my_allowed(x) + 1
@torch._dynamo.allow_in_graph
def my_allowed(x): return x.sin()
g("allow_in_graph", allow_graph, x)
@torch.compiler.nested_compile_region
def reg(x): return x.sin() + 1
g("invoke_subgraph", lambda x: reg(reg(x)), x)
from torch._higher_order_ops.hints_wrap import hints_wrapper
g("hints_wrapper", lambda x: hints_wrapper(lambda x: x.sin(), (x,), {}, hints={"a": 1}), x)
from torch._higher_order_ops.out_dtype import out_dtype
from torch._higher_order_ops.strict_mode import strict_mode
g("strict_mode", lambda x: strict_mode(lambda x: x.sin(), (x,)), x)


main()
