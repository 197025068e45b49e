# Modules and small programs: each case runs plainly and compiled, with static and with dynamic shapes.
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

class MLP(nn.Module):
    def __init__(self):
        super().__init__(); self.l1 = nn.Linear(4, 4); self.act = nn.ReLU(); self.l2 = nn.Linear(4, 4); self.register_buffer("buf", torch.ones(4)); self.scale = 2
    def forward(self, x): return self.l2(self.act(self.l1(x))) * self.scale + self.buf
@case
def mod_basic(cnt):
    m = MLP(); return both(m, cnt, torch.ones(2, 4), fullgraph=True)
@case
def mod_setattr_in_fwd(cnt):
    class M(nn.Module):
        def __init__(self): super().__init__(); self.n = 0; self.last = None
        def forward(self, x): self.n += 1; self.last = x + 1; return x * self.n
    m = M(); o = torch.compile(m, backend=cnt)
    return o(torch.ones(2)), o(torch.ones(2)), m.n, m.last
@case
def mod_hooks(cnt):
    m = nn.Linear(2, 2)
    m.register_forward_hook(lambda mod, i, o: o * 2); m.register_forward_pre_hook(lambda mod, i: (i[0] + 1,))
    return both(m, cnt, torch.ones(2, 2), fullgraph=True)
@case
def mod_hook_kwargs(cnt):
    class M(nn.Module):
        def forward(self, x, *, y=1): return x + y
    m = M(); m.register_forward_hook(lambda mod, a, k, o: o * k["y"], with_kwargs=True)
    return both(lambda x: m(x, y=3), cnt, torch.ones(2), fullgraph=True)
@case
def mod_bwd_hook(cnt):
    m = nn.Linear(2, 2, bias=False); nn.init.ones_(m.weight); seen = []
    m.register_full_backward_hook(lambda mod, gi, go: seen.append(len(go)))
    x = torch.ones(2, 2, requires_grad=True)
    torch.compile(m, backend=cnt)(x).sum().backward()
    return seen, x.grad
@case
def mod_train_eval(cnt):
    m = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5), nn.BatchNorm1d(4)); o = torch.compile(m, backend=cnt)
    o(torch.randn(3, 4)); m.eval(); o(torch.randn(3, 4)); m.train(); o(torch.randn(3, 4)); return m.training
@case
def mod_getattr_custom(cnt):
    class M(nn.Module):
        def __init__(self): super().__init__(); self.lin = nn.Linear(2, 2, bias=False); nn.init.ones_(self.lin.weight)
        def __getattr__(self, n):
            if n == "foo": return 3
            return super().__getattr__(n)
        def forward(self, x): return self.lin(x) * self.foo
    return both(M(), cnt, torch.ones(1, 2), fullgraph=True)
@case
def mod_property_static(cnt):
    class M(nn.Module):
        @property
        def k(self): return 4
        @staticmethod
        def s(x): return x + 1
        @classmethod
        def c(cls, x): return x * len(cls.__name__)
        def forward(self, x): return self.c(self.s(x)) * self.k
    return both(M(), cnt, torch.ones(2), fullgraph=True)
@case
def mod_super_forward(cnt):
    class A(nn.Module):
        def forward(self, x): return x + 1
    class B(A):
        def forward(self, x): return super().forward(x) * 2
    return both(B(), cnt, torch.ones(2), fullgraph=True)
@case
def mod_isinstance(cnt):
    m = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    def f(x):
        for l in m:
            if isinstance(l, nn.Linear): x = x + 1
            if type(l) is nn.ReLU: x = x * 2
            if hasattr(l, "weight"): x = x - 3
        return x, str(type(m[0]).__name__), m[0].in_features, m.training
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def mod_mha(cnt):
    m = nn.MultiheadAttention(4, 2, batch_first=True).eval()
    return both(lambda x: m(x, x, x)[0], cnt, torch.ones(1, 3, 4))
@case
def mod_gru_cell(cnt):
    m = nn.GRUCell(3, 4)
    return both(m, cnt, torch.ones(2, 3))
@case
def mod_embedding_bag(cnt):
    m = nn.EmbeddingBag(5, 3)
    return both(m, cnt, torch.tensor([[1, 2], [3, 4]]))
@case
def mod_convtower(cnt):
    m = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(18, 3), nn.Softmax(-1)).eval()
    return both(m, cnt, torch.ones(1, 1, 8, 8), fullgraph=True)
@case
def mod_parametrize(cnt):
    import torch.nn.utils.parametrize as P
    class S(nn.Module):
        def forward(self, w): return w.triu() + w.triu(1).transpose(-1, -2)
    m = nn.Linear(3, 3); P.register_parametrization(m, "weight", S())
    return both(m, cnt, torch.ones(1, 3))
@case
def optim_step(cnt):
    p = nn.Parameter(torch.ones(2)); p.grad = torch.ones(2); opt = torch.optim.SGD([p], lr=0.1)
    def f(): opt.step()
    torch.compile(f, backend=cnt)()
    return p
@case
def repro_slice_ops(cnt):
    def f(x, n):
        a = x[1:n]; b = x[..., None]; c = x[:, 0] if x.ndim > 1 else x; d = x[x > 0]; return a, b, c
    return both(f, cnt, torch.ones(5), 3)
@case
def repro_dict_of_lists(cnt):
    def f(d):
        out = {}
        for k, v in sorted(d.items()): out.setdefault(k[0], []).append(v)
        return {k: torch.stack(v).sum() for k, v in out.items()}
    return both(f, cnt, {"a1": torch.ones(2), "a2": torch.ones(2), "b1": torch.ones(2)}, fullgraph=True)
@case
def repro_chunk_loop(cnt):
    def f(x):
        r = []
        for c in x.chunk(3): r.append(c.sum())
        a, b, c = x.split([1, 1, 1]); return torch.stack(r), a + b + c
    return both(f, cnt, torch.ones(3, 2), fullgraph=True)
@case
def repro_inplace_arg(cnt):
    def f(x, y): x.add_(y); y[0] = 7; return x * 2
    x = torch.ones(2); y = torch.zeros(2); r = torch.compile(f, backend=cnt)(x, y); return r, x, y
@case
def repro_requires_grad_inplace(cnt):
    def f(x): x.requires_grad_(); return x * 2
    x = torch.ones(2); r = torch.compile(f, backend=cnt)(x); return r.requires_grad, x.requires_grad
@case
def repro_detach_data(cnt):
    def f(x): y = x.detach(); z = x.data; w = x.clone(); w.data.add_(1); return y + z + w
    return both(f, cnt, torch.ones(2, requires_grad=True))
@case
def repro_grad_access(cnt):
    x = torch.ones(2, requires_grad=True); (x * 3).sum().backward()
    def f(x): return x.grad + x
    return both(lambda y: f(x) + y, cnt, torch.ones(2))
@case
def repro_autograd_grad(cnt):
    def f(x):
        y = (x ** 2).sum(); g, = torch.autograd.grad(y, x, create_graph=True); return g
    return both(f, cnt, torch.ones(2, requires_grad=True))
@case
def repro_backward_call(cnt):
    def f(x): y = (x * 2).sum(); y.backward(); return x.grad
    return torch.compile(f, backend=cnt)(torch.ones(2, requires_grad=True))
@case
def repro_zip_strict(cnt):
    def f(x): return [a * b for a, b in zip([x, x], [1, 2], strict=True)], list(enumerate([x], 3)), list(reversed([1, x])), list(map(lambda a, b: a + b, [1, 2], [x, x])), list(filter(None, [0, 1]))
    return both(f, cnt, torch.ones(1), fullgraph=True)
@case
def repro_fstring_print(cnt):
    def f(x): print(f"hello {x.shape}"); return x + 1
    return both(f, cnt, torch.ones(2))
@case
def repro_warn(cnt):
    def f(x): warnings.warn("moo"); return x + 1
    return both(f, cnt, torch.ones(2))
@case
def repro_logging(cnt):
    log = logging.getLogger("x")
    def f(x): log.info("hi %s", 3); log.warning("w"); return x + 1
    return both(f, cnt, torch.ones(2))
@case
def repro_logger_ignored(cnt):
    log = logging.getLogger("y")
    with torch._dynamo.config.patch(ignore_logging_functions={log.info}) if hasattr(torch._dynamo.config, "ignore_logging_functions") else contextlib.nullcontext():
        def f(x): log.info("hi"); return x + 1
        return both(f, cnt, torch.ones(2))
@case
def repro_id_hash(cnt):
    m = nn.ReLU()
    def f(x): return x + (id(m) == id(m)), hash("a") == hash("a"), m is m, callable(f)
    return both(f, cnt, torch.ones(2))
@case
def repro_isinstance_union(cnt):
    def f(x): return isinstance(x, torch.Tensor | int), isinstance(3, (int, str)), issubclass(bool, int), x + 1, isinstance([1], collections.abc.Sequence), isinstance({}, collections.abc.Mapping), isinstance(f, types.FunctionType)
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def repro_typing_cast(cnt):
    def f(x): y = typing.cast(torch.Tensor, x); return y + 1
    return both(f, cnt, torch.ones(2), fullgraph=True)
@case
def repro_match(cnt):
    def f(x, d):
        match d:
            case {"a": v}: return x + v
            case [p, *q]: return x * p
            case int(): return x - d
            case _: return x
    return f(torch.ones(1), 2), both(f, cnt, torch.ones(1), {"a": 3}), torch.compile(f, backend=cnt)(torch.ones(1), [4, 5])
@case
def repro_walrus_comp(cnt):
    def f(x): return [y for i in range(3) if (y := x + i) is not None], {i: x for i in range(2)}, {i for i in range(2)}
    return both(f, cnt, torch.ones(1), fullgraph=True)
@case
def repro_star_args(cnt):
    def g(a, *b, c=1, **d): return a + sum(b) + c + sum(d.values())
    def f(x): return g(x, 1, 2, c=3, d=4, **{"e": 5}), g(*[x, 1], **{"c": 2})
    return both(f, cnt, torch.ones(1), fullgraph=True)
@case
def repro_recursion(cnt):
    def fact(x, n): return x if n == 0 else fact(x * n, n - 1)
    return both(lambda x: fact(x, 4), cnt, torch.ones(1), fullgraph=True)
@case
def repro_del_attr(cnt):
    class C: pass
    def f(x):
        c = C(); c.a = x; del c.a
        return hasattr(c, "a"), x + 1, getattr(c, "b", 3), setattr(c, "q", x), c.q, vars(c).keys() == {"q"}
    return both(f, cnt, torch.ones(1), fullgraph=True)
@case
def repro_cached_property(cnt):
    class C:
        def __init__(self, v): self.v = v
        @functools.cached_property
        def p(self): return self.v * 2
    def f(x): c = C(x); return c.p + c.p
    return both(f, cnt, torch.ones(1), fullgraph=True)
@case
def repro_singledispatch(cnt):
    @functools.singledispatch
    def g(x): return 0
    @g.register
    def _(x: int): return 1
    def f(x): return x + g(3)
    return both(f, cnt, torch.ones(1))
@case
def repro_rng_state(cnt):
    def f(x):
        s = torch.get_rng_state(); a = torch.rand(2); torch.set_rng_state(s); b = torch.rand(2); return (a == b).all(), x + 1
    return both(f, cnt, torch.ones(2))
@case
def repro_default_device(cnt):
    def f(x): return torch.ones(2) + x
    with torch.device("cpu"): return both(f, cnt, torch.ones(2))
@case
def repro_profiler(cnt):
    def f(x):
        with torch.profiler.record_function("hi"): y = x + 1
        return y
    return both(f, cnt, torch.ones(2))
@case
def repro_threading_local(cnt):
    import threading
    l = threading.Lock()
    def f(x):
        with l: return x + 1
    return both(f, cnt, torch.ones(2))
@case
def repro_os_environ(cnt):
    os.environ["FOOX"] = "3"
    def f(x): return x + int(os.environ["FOOX"]), os.getenv("FOOX"), "ZZ" in os.environ
    return both(f, cnt, torch.ones(2))
@case
def repro_copy_deepcopy(cnt):
    def f(x): l = [x, {"a": 1}]; a = copy.copy(l); b = copy.deepcopy(l); return a[0] is x, b[1]["a"], b[0] + 1
    return both(f, cnt, torch.ones(2))


main()
