# Functions that were compiled ahead of time, written to files and read again: code, closures, guards, what cannot be written.
import dataclasses
import os
import pickle
import re
import tempfile
import torch
from torch._dynamo.aot_compile import AOTCompiledFunction, ModelInput, SerializableCallable
from torch._dynamo.package import SystemInfo
d = tempfile.mkdtemp()


def show(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, re.sub("(num_guards_executed|user_stack)=.*|  # .*|at 0x\\w+", "", str(e)))


def add(x, y):
    return x + y


ones = torch.ones(2)
G = torch.full((2,), 3.0)


def usesG(x):
    return x + G


def roundtrip(fn, args, backend="eager", kwargs={}, load={}, **kw):
    c = torch.compile(fn, fullgraph=True, backend=backend, **kw).aot_compile((args, kwargs))
    p = os.path.join(d, "f")
    r = c.save_compiled_function(p, **{"external_data": load["external_data"]} if "external_data" in load else {})
    torch._dynamo.reset()
    with torch.compiler.set_stance("fail_on_recompile"):
        with open(p, "rb") as f:
            l = torch.compiler.load_compiled_function(f, **load)
        return l(*args, **kwargs)


show("eager", lambda: roundtrip(add, (ones, ones)))
show("aot_eager", lambda: roundtrip(add, (ones, ones), "aot_eager"))


def my(gm, ex):
    return gm


def my2(gm, ex):
    return gm.forward


class Mine(SerializableCallable):

    def __init__(s, gm):
        s.gm = gm

    @classmethod
    def serialize_compile_artifacts(cls, fn):
        return pickle.dumps(fn.gm)

    @classmethod
    def deserialize_compile_artifacts(cls, data):
        return cls(pickle.loads(data))

    def __call__(s, *a):
        return s.gm(*a)


def my3(gm, ex):
    return Mine(gm)


show("gm", lambda: roundtrip(add, (ones, ones), my))
show("forward", lambda: roundtrip(add, (ones, ones), my2))
show("mine", lambda: roundtrip(add, (ones, ones), my3))
show("G", lambda: roundtrip(usesG, (ones,), my3))
show("G2", lambda: roundtrip(usesG, (ones,), my3, load={"f_globals": {"G": ones}}))


class M(torch.nn.Module):

    def __init__(s):
        super().__init__()
        s.w = torch.nn.Parameter(torch.ones(2))

    def forward(s, x):
        return x * s.w + 1


m = M()
show("module method", lambda: roundtrip(m.forward, (ones,), my3))


def clos(x, m=m):
    return m(x)


show("default module", lambda: roundtrip(clos, (ones,), my3))


def mk(k):

    def inner(x):
        return x * k
    return inner


show("closure", lambda: roundtrip(mk(3), (ones,), my3))


def mkm(mod):

    def inner(x):
        return mod(x)
    return inner


show("closure module", lambda: roundtrip(mkm(m), (ones,), my3))
show("closure module ext", lambda: roundtrip(mkm(m), (ones,), my3, load={"external_data": {"m": m}}))


def wrongsize():
    c = torch.compile(add, fullgraph=True, backend=my3, dynamic=False).aot_compile(((ones, ones + 1), {}))
    p = os.path.join(d, "g")
    c.save_compiled_function(p)
    with open(p, "rb") as f:
        l = torch.compiler.load_compiled_function(f)
    print(l(ones * 2, ones), l.guard_check(torch.ones(3), torch.ones(3)))
    try:
        l(torch.ones(3), torch.ones(3))
    except RuntimeError as e:
        print(str(e).split(",")[1])
    l.disable_guard_check()
    print(l(torch.ones(3), torch.ones(3)))
    return (type(l).__name__, sorted(vars(l._artifacts))[:20], l._artifacts.backend_name, l._artifacts.device_type, type(l.source_info()).__name__, len(l.source_info().inlined_sources))


show("wrongsize", wrongsize)


def dyn():
    x = torch.ones(4)
    torch._dynamo.mark_dynamic(x, 0)
    c = torch.compile(lambda x: x * x.shape[0], fullgraph=True, backend=my3).aot_compile(((x,), {}))
    p = os.path.join(d, "g")
    c.save_compiled_function(p)
    with open(p, "rb") as f:
        l = torch.compiler.load_compiled_function(f)
    return (l(torch.ones(3)), l(torch.ones(6)), l.guard_check(torch.ones(1)), l.guard_check(torch.ones(3, 3)))


show("dyn", dyn)


def modules():
    mm = torch.compile(M(), fullgraph=True, backend=my3)
    inputs = [ModelInput((ones,), {}, []), ModelInput((torch.ones(3, 2),), {}, [torch.no_grad()])]
    mm._aot_compile(inputs)
    data = mm._save_aot_compiled_module()
    torch._dynamo.reset()
    m2 = torch.compile(M(), fullgraph=True, backend=my3)
    m2._load_aot_compiled_module(data)
    with torch.compiler.set_stance("fail_on_recompile"):
        return (m2(ones), m2(torch.ones(3, 2)))


show("modules", modules)


class L1:
    pass


def loc():

    class L:
        pass
    o = L()
    o.a = 3

    def f(x, o):
        return x + o.a
    return roundtrip(f, (ones, o), my3)


show("local", loc)
o1 = L1()
o1.a = 3


def fo(x, o):
    return x + o.a


show("object", lambda: roundtrip(fo, (ones, o1), my3))
show("dict", lambda: roundtrip(lambda x, d: x + d["a"] + len(d), (ones, {"a": 2, "b": [1]}), my3))
show("filter", lambda: roundtrip(fo, (ones, o1), my3, options={"guard_filter_fn": lambda g: [False for _ in g]}))


def fid(x, y):
    return x + 1 if y is L1 else x


show("cls", lambda: roundtrip(fid, (ones, L1), my3))
show("cls keep", lambda: roundtrip(fid, (ones, L1), my3, options={"guard_filter_fn": lambda g: [True for _ in g]}))
s = SystemInfo.current()
print(s.gpu_name, s.toolkit_version)
for k in ("python_version", "torch_version"):
    try:
        s.check_compatibility(dataclasses.replace(s, **{k: "1"}))
        print("ok")
    except RuntimeError as e:
        print(str(e).split(":")[0])


def trainer():
    p = torch.ones(2, requires_grad=True)
    c = torch.compile(lambda x, p: (x * p).sin(), fullgraph=True, backend="aot_eager").aot_compile(((ones, p), {}))
    r = c.save_compiled_function(os.path.join(d, "h"))
    with open(os.path.join(d, "h"), "rb") as f:
        l = torch.compiler.load_compiled_function(f)
    l(ones, p).sum().backward()
    return (p.grad, type(r).__name__)


show("train", trainer)


def kwf(x, *a, k=2, **kw):
    return x * k + a[0] + kw["z"]


show("kw", lambda: roundtrip(kwf, (ones, ones), my3, kwargs={"z": ones, "k": 3}))
show("np dtype", lambda: roundtrip(lambda x: x.to(torch.float64) + torch.nn.functional.relu(x), (ones,), my3))
