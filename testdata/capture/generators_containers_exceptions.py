# Generators, containers, exceptions, decorators: each case runs plainly and compiled, with static and with dynamic shapes.
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

from torch._dynamo.testing import AotEagerAndRecordGraphs
@case
def gen_basic(cnt):
    def whoo(t):
        yield t.sin(); yield t.cos()
    def f(t): return list(whoo(t)), sum(whoo(t)), list(zip(range(2), whoo(t)))
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def gen_send(cnt):
    def d():
        x = yield
        while True: x = yield x * 2
    def f(t):
        g = d(); next(g)
        a = g.send(t); b = g.send(t + 1)
        g.close()
        return a, b
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def gen_throw(cnt):
    def d(t):
        try: yield t.sin()
        except ValueError: yield t.cos()
        finally: pass
    def f(t):
        g = d(t); a = next(g); b = g.throw(ValueError())
        return a, b
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def gen_return_from_compiled(cnt):
    def d(t):
        yield t.sin(); yield t.cos()
    def f(t): return d(t), t.sin()
    o = torch.compile(f, backend=cnt)
    g, y = o(torch.ones(2))
    return list(g), y
@case
def gen_arg(cnt):
    def f(g, t): return [x + t for x in g]
    o = torch.compile(f, backend=cnt)
    return o((i for i in range(3)), torch.ones(1))
@case
def gen_close_raises(cnt):
    def d(t):
        try: yield t
        except GeneratorExit: return 5
    def f(t):
        g = d(t); next(g)
        return t + 1, g.close()
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def gen_yield_from(cnt):
    def i(t): x = yield t; return t + 3
    def d(t): r = yield from i(t); yield r
    def f(t): return list(d(t))
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def gen_break_inside(cnt):
    def d(t):
        yield t.sin(); torch._dynamo.graph_break(); yield t.cos()
    def f(t): return list(d(t + 1))
    return both(f, cnt, torch.ones(2))
@case
def gen_stopiter_value(cnt):
    def d(t): yield t; return t + 1
    def f(t):
        g = d(t); next(g)
        try: next(g)
        except StopIteration as e: return e.value * 2
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def ctxmgr_generator(cnt):
    @contextlib.contextmanager
    def c(v):
        try: yield v + 1
        finally: pass
    def f(t):
        with c(t) as y: z = y * 2
        return z
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def ctxmgr_set_grad_graph(cnt):
    def f(a, b):
        x = a + b
        with torch.set_grad_enabled(False): x = x * 2
        torch.set_grad_enabled(False)
        y = x + 1
        torch.set_grad_enabled(True)
        return x, y
    return both(f, cnt, torch.ones(2, requires_grad=True), torch.ones(2))
@case
def exc_chain(cnt):
    def f(t):
        try:
            try: raise ValueError("a")
            except ValueError as e: raise TypeError("b") from e
        except TypeError as e:
            return t + 1, isinstance(e.__cause__, ValueError), e.__context__ is e.__cause__
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def exc_bare_raise(cnt):
    def f(t):
        try:
            try: raise ValueError
            except Exception: raise
        except ValueError: return t + 1
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def exc_group(cnt):
    def f(t):
        try: raise ExceptionGroup("g", [ValueError(1)])
        except* ValueError as e: pass
    o = None
    return 0
@case
def sys_exc_info(cnt):
    def f(t):
        try: raise ValueError("q")
        except ValueError:
            return t + 1, sys.exc_info()[0] is ValueError
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def dict_views(cnt):
    def f(t):
        d = {"a": t, "b": t + 1}
        ks = d.keys(); ok = ("a" in ks) and len(ks) == 2
        s = ks & {"a"}
        r = list(reversed(d)); it = iter(d.items())
        return ok, s, r, next(it)[1], d.setdefault("c", t), d.get("zz", 3), d == {"a": 1}, dict.fromkeys(["x"], 1), d.update(q=t), len(d), d.copy().clear()
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def dict_tensor_key(cnt):
    def f(t):
        d = {t: 1}
        return t + d[t]
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def dict_module_key(cnt):
    m = nn.ReLU()
    def f(t): return {m: t + 1}[m], {int: 2}[int], {torch.sin: t}[torch.sin]
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def userdict(cnt):
    def f(t):
        d = collections.UserDict(a=t); d["b"] = t + 1
        return d["a"] + d["b"], len(d)
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def mappingproxy(cnt):
    mp = types.MappingProxyType({"a": 3})
    def f(t):
        q = types.MappingProxyType({"z": t})
        return t + mp["a"] + q["z"], list(mp)
    return both(lambda t: f(t), cnt, torch.ones(2), fullgraph=True)
@case
def set_ops(cnt):
    def f(t, s):
        a = {1, 2, 3}; b = frozenset([2, 3, 4])
        a.add(9); a.discard(1); c = a & b; d = a | b; e = a - b; g = a ^ b
        a.update({5}); h = a.isdisjoint({77}); i = {2} <= a; s.add(10)
        return t + len(c), c, d, e, g, h, i, a.issuperset({2}), s, a.pop() > 0
    return both(f, cnt, torch.ones(2), {1, 2}, fullgraph=True)
@case
def set_of_tensors(cnt):
    def f(t):
        s = {t, t}; s.add(t + 1)
        return t + len(s), t in s
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def tuple_cls_ops(cnt):
    def f(t):
        a = (1, 2, 3)
        return t + a.index(2), a.count(1), a[::-1], a * 2, a + (4,), (1, 2) < (1, 3), hash(a) == hash((1, 2, 3)), a[-1]
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def itertools_all(cnt):
    def f(t):
        r = []
        r.append(list(itertools.chain([1], [2]))); r.append(list(itertools.product([1, 2], [3]))); r.append(list(itertools.combinations([1, 2, 3], 2)))
        r.append(list(itertools.permutations([1, 2])));  r.append(list(itertools.islice(itertools.count(2, 3), 3))); r.append(list(itertools.zip_longest([1], [2, 3], fillvalue=0)))
        r.append(list(itertools.takewhile(lambda x: x < 2, [1, 2, 1]))); r.append(list(itertools.dropwhile(lambda x: x < 2, [1, 2, 1]))); r.append(list(itertools.starmap(operator.add, [(1, 2)])))
        r.append([(k, list(g)) for k, g in itertools.groupby([1, 1, 2])]); r.append(list(itertools.accumulate([1, 2, 3]))); r.append(list(itertools.repeat(1, 2))); r.append(list(itertools.pairwise([1, 2, 3]))); r.append(list(itertools.compress([1, 2], [0, 1]))); r.append(list(itertools.filterfalse(lambda x: x > 1, [1, 2]))); r.append(list(itertools.batched([1,2,3], 2)))
        a, b = itertools.tee([1, 2]); r.append(list(a) + list(b)); r.append(list(itertools.chain.from_iterable([[1], [2]])))
        return t + 1, r
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def functools_all(cnt):
    @functools.lru_cache
    def c(x): return x + 1
    @functools.wraps(c)
    def w(x): return c(x) * 2
    def f(t):
        p = functools.partial(torch.add, alpha=2); q = functools.partial(p, t)
        return functools.reduce(lambda a, b: a * b, [t, t]), q(t), c(3), w(2), p.func is torch.add, p.keywords, functools.cmp_to_key(lambda a, b: a - b)(1) < functools.cmp_to_key(lambda a, b: a - b)(2)
    return both(f, cnt, torch.ones(2))
@case
def inspect_sig(cnt):
    def q(a, b=2, *args, c, **kw): pass
    def f(t):
        s = inspect.signature(q)
        b = s.bind(1, c=3); b.apply_defaults()
        return t + len(s.parameters), list(s.parameters), b.arguments["b"]
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def weakref_in_trace(cnt):
    class C: pass
    c = C(); r = weakref.ref(c)
    def f(t):
        if r() is not None: return t + 1
        return t - 1
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def slots_cls(cnt):
    class C:
        __slots__ = ("a",)
        def __init__(self, a): self.a = a
    def f(t): c = C(t); c.a = c.a + 1; return c.a, c
    o = torch.compile(f, backend=cnt)
    r = o(torch.ones(2)); return r[0], r[1].a
@case
def dunder_ops(cnt):
    class V:
        def __init__(self, v): self.v = v
        def __add__(self, o): return V(self.v + o.v)
        def __getitem__(self, i): return self.v[i]
        def __len__(self): return 7
        def __iter__(self): return iter([self.v])
        def __contains__(self, x): return x == 3
        def __eq__(self, o): return True
        def __hash__(self): return 3
        def __bool__(self): return False
        def __call__(self, x): return x * 2
        def __enter__(self): return self
        def __exit__(self, *a): return True
        def __neg__(self): return V(-self.v)
        def __lt__(self, o): return True
    def f(t):
        a = V(t); b = V(t + 1)
        with a as q: raise ValueError
        return (a + b).v, a[0], len(a), list(a), 3 in a, a == b, hash(a), bool(a), a(t), (-a).v, a < b, not a
    return both(f, cnt, torch.ones(2))
@case
def tensor_hook1(cnt):
    def f(x, y):
        z = x * y
        z.register_hook(lambda g: g * 2)
        return z.sum()
    x = torch.ones(2, requires_grad=True)
    torch.compile(f, backend=cnt)(x, torch.ones(2)).backward()
    return x.grad
@case
def tensor_hook_input(cnt):
    def f(x, y):
        h = x.register_hook(lambda g: g * 2)
        z = x * y
        return z, h
    x = torch.ones(2, requires_grad=True)
    z, h = torch.compile(f, backend=cnt, fullgraph=True)(x, torch.ones(2))
    z.sum().backward(); h.remove()
    return x.grad
@case
def tf_mode(cnt):
    from torch.overrides import TorchFunctionMode
    class M(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            if func is torch.sin: return torch.cos(*args)
            return func(*args, **(kwargs or {}))
    def f(x):
        with M(): y = torch.sin(x)
        return y + torch.sin(x)
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def two_tensor(cnt):
    from torch.testing._internal.two_tensor import TwoTensor
    def f(x): return x.sin() + x
    o = torch.compile(f, backend="aot_eager", fullgraph=True)
    r = o(TwoTensor(torch.ones(2), torch.zeros(2)))
    return type(r).__name__, r.a, r.b
@case
def param_subclass(cnt):
    class P(nn.Parameter): pass
    p = P(torch.ones(2))
    def f(x): return x + p, isinstance(p, nn.Parameter)
    return both(f, cnt, torch.ones(2))
@case
def dec_disable(cnt):
    @torch._dynamo.disable(recursive=False)
    def g(x): return x.cos()
    @torch.compiler.disable
    def h(x): return x.sin()
    def f(x): return g(h(x + 1)) + 1
    return both(f, cnt, torch.ones(2))
@case
def dec_assume_const(cnt):
    @torch._dynamo.assume_constant_result
    def g(): return 5
    def f(x): return x + g()
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def dec_substitute(cnt):
    import operator as op
    def myf(x): raise NotImplementedError
    @torch._dynamo.substitute_in_graph(myf, skip_signature_check=True)
    def myg(x): return x + 5
    try:
        return torch.compile(lambda x: myf(x), backend=cnt, fullgraph=True)(torch.ones(2))
    except Exception as e: return type(e).__name__
@case
def dec_mark_static(cnt):
    def f(x): return x + 1
    o = torch.compile(f, backend=cnt, dynamic=True)
    a = torch.ones(3); torch._dynamo.mark_static(a, 0); o(a); o(torch.ones(4)); return o(torch.ones(5))
@case
def unspec_float(cnt):
    def f(x, s): return x * s
    o = torch.compile(f, backend=cnt)
    return [o(torch.ones(2), s) for s in (1.0, 2.0, 3.0, 4.5)]
@case
def unspec_np(cnt):
    def f(x, y): return {"a": x + 1, "b": y / 2, "c": y}
    r = torch.compile(f, backend=cnt)(torch.ones(2), np.float64(3.5))
    return r, type(r["b"]).__name__


main()
