# Values, arrays of numpy, modes: each case runs plainly and compiled, with static and with dynamic shapes.
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

@case
def boolarg(cnt):
    def f(aa, bb, flag):
        return aa - bb if flag else aa + bb
    o = torch.compile(f, backend=cnt)
    a, b = torch.randn(3), torch.randn(3)
    return o(a, b, True), o(a, b, False), o(a, b, None)
@case
def builtin_isinstance(cnt):
    def fn(x):
        t = torch.arange(1, 3)
        a = isinstance(x, torch.Tensor); b = isinstance(t, torch.Tensor)
        c = isinstance(x, int); d = isinstance(3, int)
        e = isinstance([1, 2], list); g = isinstance({"foo": 1}, dict)
        h = isinstance(dict, type); i = isinstance(x, (int, torch.Tensor))
        return x, [a, b, c, d, e, g, h, i]
    return both(fn, cnt, torch.randn(3))
@case
def unpack4(cnt):
    def f(a, b):
        a, b = (a, b)
        x, y = a.shape
        o = (a, b, x, y)
        (c, d, *rest) = o
        return c + d + rest[0] + rest[1]
    return both(f, cnt, torch.randn(4, 4), torch.randn(4, 4))
@case
def empty_list(cnt):
    def f(x, ll):
        if len(ll) == 0 and not ll and ll is not None: return x + 1
    return both(f, cnt, torch.randn(3), [])
@case
def min_max_over_iterable(cnt):
    def f(a, b, c):
        return a + max([b, c]), min(b, c, 5) * a
    return both(f, cnt, torch.randn(3), 3, 9)
@case
def config_obj(cnt):
    class Cfg:
        def __init__(self): self.val = 0.5; self.count = 3
    def f(x, cfg):
        for i in range(cfg.count): x = x + cfg.val
        return x
    o = torch.compile(f, backend=cnt)
    c1 = Cfg(); c1.val = 1.0; c2 = Cfg(); c2.val = 2.0; c3 = Cfg(); c3.count = 4
    x = torch.ones(2)
    return o(x, c1), o(x, c2), o(x, c3)
@case
def namedtuple1(cnt):
    T = namedtuple("T", ["x", "y"])
    def f(a):
        m = T(a, a + 1)
        return m.x * m.y, T(m.y, 1)
    return both(f, cnt, torch.randn(3))
@case
def namedtuple_user_subclass(cnt):
    class NT(namedtuple("B", ["a", "b"])):
        def add(self): return self.a + self.b
        @property
        def twice(self): return self.a * 2
    def f(x):
        n = NT(x, 3)
        n2 = n._replace(b=4)
        return n.add() + n.twice, n2
    return both(f, cnt, torch.ones(3))
@case
def tensor_item(cnt):
    def f(a, b):
        b = b.item() if b.sum().item() > 0 else 0.
        return a + b
    return both(f, cnt, torch.randn(3), torch.tensor(2.))
@case
def tensor_types(cnt):
    def f(dtype, tt):
        t = torch.empty(3, dtype=dtype).fill_(1)
        assert t.type() == tt
        return t
    o = torch.compile(f, backend=cnt)
    return [o(d, t) for d, t in [(torch.float32, "torch.FloatTensor"), (torch.int64, "torch.LongTensor"), (torch.bool, "torch.BoolTensor")]]
@case
def is_tensor_like(cnt):
    def f(x):
        return torch.is_tensor(x) and torch.overrides.is_tensor_like(x), x + 1
    return both(f, cnt, torch.randn(3))
@case
def cond_nested_ctx(cnt):
    def f(x):
        with torch.no_grad():
            with torch.enable_grad():
                y = x * 2
            z = y + 1
        return z, torch.is_grad_enabled()
    return both(f, cnt, torch.randn(3, requires_grad=True))
@case
def listcomp_cells(cnt):
    def f(x):
        n = 3
        fs = [lambda y, i=i: y + i + n for i in range(3)]
        return [g(x) for g in fs]
    return both(f, cnt, torch.randn(3))
@case
def dict_order_keys(cnt):
    def f(d):
        c = 0
        for t in d.values(): c = c + t
        ks = list(d.keys())
        d["new"] = c
        return c, ks, list(d.items())[0], d.pop("b"), "b" in d
    return both(f, cnt, {"b": torch.ones(2), "a": torch.zeros(2)})
@case
def nn_module_callable(cnt):
    class M(nn.Module):
        def forward(self, x): return x.sin()
    def f(m, x): return callable(m), m(x)
    return both(f, cnt, M(), torch.randn(2))
@case
def numpy_ndarray_basic(cnt):
    def f(x, y):
        a = x.numpy()
        return a + y
    o = torch.compile(f, backend=cnt)
    r = o(torch.ones(3), np.ones(3))
    return type(r).__name__, r.sum()
@case
def numpy_funcs(cnt):
    def f(x):
        a = np.arange(3) + x
        b = np.sin(a).reshape(1, 3)
        return np.sum(b, axis=1), b.shape, b.T, np.linalg.norm(a)
    o = torch.compile(f, backend=cnt)
    return [type(v).__name__ for v in o(np.ones(3))]
@case
def numpy_torch_operators(cnt):
    def f(x, y): return operator.add(x, y), x * 2, -y, x[0], y > 1
    o = torch.compile(f, backend=cnt)
    r = o(np.ones(3), np.arange(3.))
    return [type(v).__name__ for v in r], [np.sum(v) for v in r]
@case
def mandelbrot_numpy(cnt):
    def mandel(max_iter):
        xmin, xmax, ymin, ymax = -2.0, 0.5, -1.25, 1.25
        x = np.linspace(xmin, xmax, 20); y = np.linspace(ymin, ymax, 20)
        c = x + 1j * y[:, None]
        z = np.zeros_like(c)
        for i in range(max_iter): z = z * z + c
        return np.abs(z) < 2
    o = torch.compile(mandel, backend=cnt)
    return o(3).sum()
@case
def out_variants(cnt):
    def f(x, out):
        torch.add(x, 1, out=out)
        return out
    o = torch.compile(f, backend=cnt)
    out = torch.empty(3)
    r = o(torch.ones(3), out)
    return r is out, r
@case
def sort_out2(cnt):
    def f(x):
        v, i = torch.sort(x)
        return v, i
    return both(f, cnt, torch.randn(5))
@case
def tuple_mul_add(cnt):
    def f(x, n):
        s = x.shape + (1,)
        t = (1,) * n
        return x.view(*s) + sum(t), t
    return both(f, cnt, torch.randn(3), 4)
@case
def user_property(cnt):
    class MC:
        @property
        def prop5(self): return 5
    def f(c, x): return x + c.prop5
    return both(f, cnt, MC(), torch.randn(2))
@case
def dataclass_fields(cnt):
    @dataclass
    class D:
        a: torch.Tensor
        b: torch.Tensor = None
        c: int = 3
    def f(o):
        r = 0
        for fl in dataclasses.fields(o):
            v = getattr(o, fl.name)
            if v is not None: r = r + v
        return r
    return both(f, cnt, D(torch.ones(2)))
@case
def dataclass_local(cnt):
    def f(x):
        @dataclass
        class D:
            a: int
            b: torch.Tensor
        d = D(2, x)
        return d.a + d.b
    return both(f, cnt, torch.ones(2))
@case
def dataclass_make_in_graph(cnt):
    @dataclass(frozen=True)
    class D:
        a: int
        b: torch.Tensor
    def f(x):
        d = D(2, x)
        e = dataclasses.replace(d, a=5)
        return e, d.b + e.a
    o = torch.compile(f, backend=cnt)
    e, r = o(torch.ones(2))
    return e.a, r
@case
def tensor_build_list_unpack(cnt):
    def f(x):
        return torch.cat([*x, *x], dim=-1)
    return both(f, cnt, torch.randn(3, 2))
@case
def numpy_int_constant(cnt):
    def f(x, a, b): return x + (a % b)
    return both(f, cnt, torch.randn(3), np.int64(5), np.int64(3))
@case
def dict_mutation_side_effect(cnt):
    def f(d):
        d["c"] = d["a"] + d.pop("b")
        return d
    return both(f, cnt, {"a": torch.ones(2), "b": torch.ones(2)})
@case
def module_deepcopy(cnt):
    m = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
    def f(x):
        m2 = copy.deepcopy(m)
        return m2(x)
    return both(f, cnt, torch.ones(3))
@case
def type_copy(cnt):
    def f(seq):
        a, b = seq
        return type(seq)([a + 1, b + 2, a + b])
    return [both(f, cnt, [torch.ones(2), torch.ones(2)]), both(f, cnt, (torch.ones(2), torch.ones(2)))]
@case
def setattr_mutation1(cnt):
    class O: pass
    def f(o):
        o.c = o.a * o.b + 1
        o.b = o.a * o.c + 2
        o.a = o.b * o.c + 3
        return o
    o = O(); o.a = torch.ones(2); o.b = torch.ones(2) * 2
    r = torch.compile(f, backend=cnt)(o)
    return r is o, o.a, o.b, o.c
@case
def setattr_mutation2(cnt):
    class Obj:
        def __init__(self, x): self.a = x + 1; self.b = x + 2
    def f(x):
        x = x / 3.0
        o = Obj(x)
        o.c = o.a * o.b + 1
        o.b = 5
        return o.a + o.c, o
    o = torch.compile(f, backend=cnt)
    r, ob = o(torch.ones(2))
    return r, ob.b, ob.c, type(ob).__name__
@case
def user_defined_dict_len(cnt):
    class D(dict):
        def __len__(self): return 7
    def f(x, d): return x + len(d)
    return both(f, cnt, torch.ones(2), D(a=1))
@case
def global_side_effect(cnt):
    global GG
    GG = 1
    def f(x):
        global GG
        GG = GG + 1
        return x + GG
    o = torch.compile(f, backend=cnt)
    return o(torch.ones(1)), GG, o(torch.ones(1)), GG
@case
def deque_ops(cnt):
    def f(x):
        d = deque([x, x + 1], maxlen=3)
        d.append(x + 2); d.append(x + 3); d.appendleft(x + 4)
        d.extend([x]); d.rotate(1)
        a = d.popleft()
        return a, list(d), len(d), d.maxlen
    return both(f, cnt, torch.ones(1))
@case
def inference_mode1(cnt):
    def f(x):
        with torch.inference_mode():
            y = x.sin()
        return y, y.is_inference()
    return both(f, cnt, torch.ones(1))
@case
def autocast_cpu(cnt):
    def f(x, y):
        with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
            z = torch.mm(x, y)
            w = torch.is_autocast_cpu_enabled()
        return z, w
    return both(f, cnt, torch.ones(2, 2), torch.ones(2, 2))
@case
def autocast_graph_break(cnt):
    def f(x, y):
        with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
            z = torch.mm(x, y)
            torch._dynamo.graph_break()
            w = torch.mm(z.float(), y)
        return z, w
    return both(f, cnt, torch.ones(2, 2), torch.ones(2, 2))
@case
def object_classmethod(cnt):
    class C:
        @classmethod
        def fn(cls, x): return x + x
        @staticmethod
        def g(x): return x * 3
    def f(x): return C().fn(x) + C.fn(x) + C.g(x) + C().g(x)
    return both(f, cnt, torch.ones(2))
@case
def manual_seed(cnt):
    def foo(a, b):
        torch.manual_seed(1234)
        return torch.randn(2) + a
    return both(foo, cnt, torch.ones(2), 1)
@case
def usr_cls_is_checks(cnt):
    class Foo: pass
    class Bar(Foo): pass
    def f(x, c):
        a = isinstance(Bar(), Foo); b = issubclass(Bar, Foo); d = c is Bar; e = type(x) is torch.Tensor
        return x + a + b + d + e, Bar.__name__, Bar.__mro__[1] is Foo
    return both(f, cnt, torch.ones(2), Bar)
@case
def nested_closure_mutation(cnt):
    def m():
        x = torch.randn(1)
        def n(): y = x * 2; return y
        return n() + x
    return both(lambda x: m() * 0 + x, cnt, torch.ones(1))
@case
def write_to_closures_in_inlining(cnt):
    def outer(x):
        k = 1
        def inner():
            nonlocal k
            k = k + 1
            return x * k
        a = inner(); b = inner()
        return a, b, k
    return both(outer, cnt, torch.ones(1))
@case
def top_package_import(cnt):
    def f(x):
        import torch.fx
        import math as mm
        from functools import reduce as rr
        return x + mm.pi, isinstance(x, torch.fx.Proxy), rr(operator.add, [1, 2])
    return both(f, cnt, torch.ones(1))
@case
def optimize_on_module(cnt):
    class M(nn.Module):
        def __init__(self):
            super().__init__(); self.relu = nn.ReLU()
        def custom_member(self): return 'hi'
        def forward(self, x): return self.relu(x)
    m = M()
    o = torch.compile(m, backend=cnt)
    return o(torch.ones(2)), o.custom_member(), isinstance(o, M), o._orig_mod is m
@case
def try_except_finally(cnt):
    def f(x):
        try:
            x = torch.cos(x)
            raise KeyError("k")
        except KeyError as e:
            x = x + len(e.args)
        finally:
            x = x * 2
        return x
    return both(f, cnt, torch.ones(2))
@case
def item_capture(cnt):
    def f(x):
        n = x.item()
        torch._check(n >= 2)
        return torch.zeros(n) + n
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        return both(f, cnt, torch.tensor(4), fullgraph=True)
@case
def tolist_capture(cnt):
    def f(x):
        a, b = x.tolist()
        return torch.zeros(3) + a + b
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
        return both(f, cnt, torch.tensor([4, 5]), fullgraph=True)
@case
def fill_compare_ops(cnt):
    def f(x):
        return x == 1, x != 1, (x < 2) & (x > 0), ~(x > 3), x is None, x is not None, x in [x]
    return both(f, cnt, torch.ones(2))


main()
