# Functions and overrides of torch functions: each case runs plainly and compiled, with static and with dynamic shapes.
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
from torch.overrides import TorchFunctionMode, BaseTorchFunctionMode
FNS = {}
def fn(f):
    def run(cnt):
        n = f.__code__.co_argcount
        torch.manual_seed(1)
        args = [torch.randn(4, 4) for _ in range(n)]
        w = f(*args)
        r = torch.compile(f, backend=cnt, fullgraph=True)(*args)
        return same(w, r), r
    run.__name__ = f.__name__
    CASES.append(run)
    return f
@fn
def f_add(a, b): return a + b
@fn
def f_addcdiv(a, b, c): return torch.addcdiv(a, b, c, value=5.0)
@fn
def f_is_not_null(a): return a + 1 if a is not None else a
@fn
def f_partials(a, b): return functools.partial(torch.add, alpha=2)(a, b)
@fn
def f_constant3(a):
    b = 1 if True else 2
    c = None
    return a + b if c is None else a
@fn
def f_globalmod(x): return math.sqrt(4) * x + math.prod([1, 2]) + math.gcd(4, 6) + math.comb(4, 2) + math.floor(2.5) + math.fmod(5, 3) + math.copysign(1, -2) + math.degrees(1) + math.hypot(3, 4)
@fn
def f_viatorch(a): return torch.nn.functional.relu(a).sin().cos_().clone()
@fn
def f_methodcall1(a, b): return a.new_ones(3).sum() + b.size(0) + b.size()[1]
@fn
def f_listarg(a, b): return torch.cat([a, b]) + torch.stack((a, b)).sum()
@fn
def f_listarg5(a, b):
    xs = []; xs.append(a); xs += [b]; return sum(xs[::-1]) + len(xs)
@fn
def f_slice(a): return a[1:3, ::2], a[..., -1], a[None], a[[0, 1]], a[torch.tensor([0, 1])], a[a > 0].shape[0] > -1 if False else 0
@fn
def f_len_tensor(a): return len(a) + a, len([a]), len({"q": a})
@fn
def f_float(a): return a + float("1.5") + int(3.7) + bool(1) + float(True)
@fn
def f_islist(a): return (isinstance([a], list), isinstance((a,), tuple), type([]) == list, type(a) == torch.Tensor), a + 1
@fn
def f_default_dict(a):
    dd = collections.defaultdict(lambda: a); x = dd["foo"]; dd["b"] = x + 1; return dd["b"] + dd["foo"], dict(dd), "foo" in dd, len(dd)
@fn
def f_ordered_dict(a):
    d = collections.OrderedDict(); d["b"] = a; d["a"] = 3; return list(d.keys()), d["b"] + d["a"], list(reversed(d)), d.popitem()
@fn
def f_unpack(a):
    x, *y, z = [1, a, 2, 3]; (p, q), r = (1, 2), a; return y[0] + z + p + q, r
@fn
def f_cls_attr(a):
    class K: z = 3
    K.q = 4
    return a + K.z + K.q + getattr(K, "zz", 1)
@fn
def f_lambda_default(a): return (lambda x, y=2, *z, w=3, **k: x + y + w)(a), (lambda *x: x)(1, 2)
@fn
def f_sorted_key(a):
    l = sorted([(2, "b"), (1, "a")], key=lambda t: t[0]); l.sort(key=operator.itemgetter(1), reverse=True); return a + l[0][0], l
@fn
def f_str_methods(a): return a + len("a,b".split(",")), "x".join(["a"]), "abc".index("b"), "{}_{x}".format(1, x=2), f"{1:03d}{'a'!r}", "Ab".lower().title().strip().rstrip("b").center(5), "%s" % 3, "a" in "abc", "a" * 3, ord("a"), chr(97), "abc"[::-1], str(3), repr("a"), "a" < "b"
@fn
def f_set_const(a): s = {1, 2}; s |= {3}; s.remove(1); return a + len(s), 2 in s, s == {2, 3}, sorted(s), s & {2}, frozenset(s) == s
@fn
def f_dict_comp(a): return {k: v for k, v in zip("ab", [a, a])}["a"], {**{"q": 1}}, dict(a=1, **{"b": 2}), dict([("z", 1)]), {1: 2}.get(1), [*{"a": 1}]
@fn
def f_functools_reduce(a): return functools.reduce(lambda x, y: x + y, [a, a, a], 1), functools.partial(lambda x, y: x - y, y=a)(1)
@fn
def f_operator(a, b): return operator.mul(a, b), operator.neg(a), operator.getitem([a], 0), operator.attrgetter("shape")(a), operator.methodcaller("sum")(a), operator.contains([1], 1), operator.truth(1), operator.index(3), operator.matmul(a, b), operator.concat([1], [2]), operator.is_(a, a), operator.not_(0), operator.pow(2, 3), operator.length_hint([1])
@fn
def f_iadd_list(a):
    l = [a]; m = l; l += [a]; l *= 1; return len(m), m[1], m is l
@fn
def f_nested_fn(a):
    def g(x):
        def h(y): return y + x
        return h
    return g(a)(a), g.__name__, callable(g)
@fn
def f_inplace(a, b): a = a.clone(); a += b; a.mul_(2); a[0] = 1; a[:, 1] += 3; a.sub_(b).div_(2); return a
@fn
def f_try_else(a):
    try: x = a + 1
    except Exception: x = a
    else: x = x * 2
    finally: x = x - 1
    return x
@fn
def f_while(a):
    i = 0
    while True:
        i += 1
        if i == 2: continue
        if i > 4: break
        a = a + i
    else: a = a * 100
    return a
@fn
def f_namedtuple(a):
    T = collections.namedtuple("T", "x y", defaults=[3]); t = T(a); return t.x + t.y, t._fields, t._asdict()["y"], t[0], T._make([1, 2]), isinstance(t, tuple), T(1, 2) == (1, 2)
@fn
def f_typing_nt(a):
    class N(typing.NamedTuple):
        a: int
        b: torch.Tensor
    n = N(1, a); return n.b + n.a, n._replace(a=2).a
@fn
def f_slots_dc(a):
    @dataclass(frozen=True, eq=True)
    class D:
        x: int = 3
        y: list = field(default_factory=list)
    d = D(); return a + d.x, d.y, d == D(), dataclasses.asdict(D(1)), dataclasses.is_dataclass(d)
@fn
def f_hasattr_getattr(a):
    return hasattr(a, "shape"), hasattr(a, "nope"), getattr(a, "ndim"), getattr(torch, "sin")(a), hasattr(torch, "sin"), getattr(a, "q", 3)
@fn
def f_globals_locals(a): x = 3; return a + len(locals()), "torch" in globals(), callable(globals()["torch"].sin)
@fn
def f_star_kwargs(a):
    def g(**k): return k
    return g(x=a, y=1)["x"] + 1, list(g(b=1, a=2)), (lambda a, /, b, *, c: a + b + c)(1, 2, c=3)
@fn
def f_enumerate_zip(a): return [i * x for i, x in enumerate([a, a], start=1)], list(zip([1], [a], "x")), dict(enumerate("ab")), list(zip(*[(1, 2), (3, 4)]))
@fn
def f_iter_protocol(a):
    it = iter([a, a + 1]); x = next(it); y = next(it); z = next(it, None); return x + y, z, list(iter({"k": 1})), next(iter((1, 2))), list(iter(range(0, 6, 2))), list(range(3))[::-1], range(5)[2], len(range(3, 9, 2)), 3 in range(5), range(3) == range(3), list(map(str, range(2)))
@fn
def f_isinstance_abc(a): return isinstance([], collections.abc.Iterable), isinstance({}, collections.abc.Mapping), isinstance(3, int), isinstance(a, (int, torch.Tensor)), issubclass(int, object), a * 2
@fn
def f_any_gen(a): return any(x > 1 for x in [1, 2]), all(x for x in []), sum(x for x in [1, 2]), a + max(x for x in [1, 3]), tuple(x for x in "ab"), set(x for x in [1, 1]), list(x + a for x in [1])
@case
def tfm_basic(cnt):
    class M(TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            return func(*args, **(kwargs or {})) + 1 if func is torch.sin else func(*args, **(kwargs or {}))
    def f(x):
        with M(): y = torch.sin(x) * 2
        return y
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def tfm_stack(cnt):
    class M(BaseTorchFunctionMode): pass
    def f(x):
        with M():
            with BaseTorchFunctionMode(): return torch.sin(x), torch._C._len_torch_function_stack()
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def tfs_method(cnt):
    class S(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            r = super().__torch_function__(func, types, args, kwargs or {})
            return r
        def my(self): return self * 3
    def f(x): return x.my().sin() + x
    x = torch.ones(2).as_subclass(S)
    r = torch.compile(f, backend=cnt, fullgraph=True)(x); return type(r).__name__, r.sum().item()
@case
def tfs_disabled(cnt):
    class S(torch.Tensor):
        __torch_function__ = torch._C._disabled_torch_function_impl
    def f(x): return x.sin() + 1
    r = torch.compile(f, backend=cnt, fullgraph=True)(torch.ones(2).as_subclass(S)); return type(r).__name__
@case
def tfs_as_subclass(cnt):
    class S(torch.Tensor): pass
    def f(x): y = x.as_subclass(S); return y.sin(), type(y) is S
    r = torch.compile(f, backend=cnt, fullgraph=True)(torch.ones(2)); return type(r[0]).__name__, r[1]
@case
def dev_ctx(cnt):
    def f(x):
        with torch.device("cpu"): return torch.ones(3) + x
    return both(f, cnt, torch.ones(3))


main()
