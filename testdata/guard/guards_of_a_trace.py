# Guards of a trace that is made step by step, kept by a filter, written as bytes and checked by another manager; calls are told to sys.settrace.
import contextlib
import dataclasses
import enum
import sys
import types
import torch, torch._dynamo
from torch._dynamo.bytecode_transformation import transform_code_object
from torch._dynamo.exc import PackageError
from torch._dynamo.guards import CheckFunctionManager, CompileId
from torch._dynamo.package import load_guard_manager, load_guards_state
from torch._dynamo.symbolic_convert import ExceptionStack, InstructionTranslator, SpeculationLog
from torch._dynamo.utils import dynamo_timed, get_metrics_context
from torch._guards import compile_context, CompileContext, tracing
from torch.overrides import _get_current_function_mode_stack, TorchFunctionMode
from torch.utils import _pytree as pytree


@dataclasses.dataclass
class Frame:
    f_locals: dict
    f_globals: dict
    f_code: object
    f_builtins: dict


def ser(guard_type, fn, *args, **kwargs):
    torch._dynamo.reset()
    st = []

    def tf(frame, event, arg):
        if event != "call" or st:
            return
        st.append(Frame(dict(frame.f_locals), frame.f_globals, frame.f_code, frame.f_builtins))
    sys.settrace(tf)
    if isinstance(fn, torch.nn.Module):
        fn = fn.forward
    try:
        fn(*args, **kwargs)
    finally:
        sys.settrace(None)
    fr = st[0]

    def filt(guards):
        ret = [g.guard_type == guard_type or guard_type in g.derived_guard_types for g in guards]
        assert any(ret), "no guard of the type " + guard_type
        return ret
    out = []

    def transform(instructions, code_options):
        torch._dynamo.convert_frame.initial_global_state = torch._C._dynamo.guards.GlobalStateGuard()
        tracer = InstructionTranslator(instructions, fr.f_code, fr.f_locals, fr.f_globals, fr.f_builtins, fn.__closure__ or (), _get_current_function_mode_stack(), code_options, torch._dynamo.lookup_backend("eager"), one_graph=False, export=False, export_constraints=None, frame_state=None, speculation_log=SpeculationLog(), exn_vt_stack=ExceptionStack(), distributed_state=None, package=None)
        with compile_context(CompileContext(CompileId(frame_id=0, frame_compile_id=0))), tracing(tracer.output.tracing_context), tracer.set_current_tx(), get_metrics_context(), dynamo_timed(""):
            tracer.run()
            ref = CheckFunctionManager(fr.f_code, tracer.output, guard_filter_fn=filt).guard_manager
            m = CheckFunctionManager(fr.f_code, tracer.output, guard_filter_fn=filt, save_guards=True, strict_error=True)
            loaded = load_guard_manager(load_guards_state(m.guards_state), fr.f_code, fr.f_globals)
            out.append((ref, loaded))
    try:
        transform_code_object(fr.f_code, transform)
    except TypeError:
        if not out:
            raise
    finally:
        torch._dynamo.convert_frame.initial_global_state = None
    return out[0]


def show(name, guard_type, fn, args, checks, ctxs=()):
    try:
        ref, loaded = ser(guard_type, fn, *args)
    except Exception as e:
        print(name, type(e).__name__, str(e).split(" at 0x")[0].replace(__file__, "FILE"))
        return
    print(name, [(ref.check(c), loaded.check(c)) for c in checks])


class G:

    def __init__(s, a):
        s.a = a


class G2(G):
    pass


class Mod(torch.nn.Module):

    def __init__(s):
        super().__init__()
        s.p = torch.nn.Parameter(torch.ones(2))
        s.k = 3

    def forward(s, x):
        return x * s.p + s.k


GL = {"a": 1}
GLM = Mod()


def gf(x):
    return x


class E(enum.Enum):
    A = 1
    B = 2


P = types.SimpleNamespace
x = torch.ones(3)
show("tensor", "TENSOR_MATCH", lambda x: x + 1, (x,), [{"x": torch.zeros(3)}, {"x": torch.zeros(4)}, {"x": torch.zeros(3, dtype=torch.float64)}, {"x": torch.zeros(3, requires_grad=True)}, {"x": None}])
show("hasattr", "HASATTR", lambda x, o: x + 1 if hasattr(o, "b") else x, (x, G(1)), [{"x": x, "o": G(2)}, {"x": x, "o": P(a=1)}, {"x": x, "o": P(b=1)}])
show("not present", "NOT_PRESENT_IN_GENERIC_DICT", lambda m, x: m(x), (Mod(), torch.ones(2)), [{"m": Mod(), "x": x}])
show("type", "TYPE_MATCH", lambda x, o: x + o.a, (x, G(1)), [{"x": x, "o": G(2)}, {"x": x, "o": G2(2)}])


def local():

    class L:
        a = 1
    return L()


show("local type", "TYPE_MATCH", lambda x, o: x + o.a, (x, local()), [])
show("dict contains", "DICT_CONTAINS", lambda x, d: x + 1 if "a" in d else x, (x, {"a": 1}), [{"x": x, "d": {"a": 2}}, {"x": x, "d": {"b": 2}}])
show("dict not contains", "DICT_NOT_CONTAINS", lambda x, d: x + 1 if "q" in d else x, (x, {"a": 1}), [{"x": x, "d": {"a": 2}}, {"x": x, "d": {"q": 2}}])
show("bool", "BOOL_MATCH", lambda x, b: x + 1 if b else x, (x, True), [{"x": x, "b": True}, {"x": x, "b": False}, {"x": x, "b": None}])
show("none", "NONE_MATCH", lambda x, b: x + 1 if b is None else x, (x, None), [{"x": x, "b": None}, {"x": x, "b": False}])
show("id", "ID_MATCH", lambda x: x + id(x), (x,), [])
show("const", "CONSTANT_MATCH", lambda x, n: x + n, (x, 4), [{"x": x, "n": 4}, {"x": x, "n": 5}])
show("equals", "EQUALS_MATCH", lambda x, n: x + len(n), (x, "ab"), [{"x": x, "n": "ab"}, {"x": x, "n": "cd"}])
show("set", "SET_CONTAINS", lambda x, n: x + 1 if 3 in n else x, (x, {3}), [{"x": x, "n": {3, 4}}, {"x": x, "n": {5}}])
show("closure", "CLOSURE_MATCH", lambda x: gf(x) + 1, (x,), [])


def infn():

    def h(x):
        return x + 1
    return lambda x: h(x)


show("closure2", "CLOSURE_MATCH", infn(), (x,), [])
show("seq", "SEQUENCE_LENGTH", lambda t, x: x + len(t), ((1, 2), x), [{"t": (3, 4), "x": x}, {"t": (1,), "x": x}, {"t": [1, 2], "x": x}])
show("tuple it", "TUPLE_ITERATOR_LEN", lambda t, x: x + sum(t), (iter((1, 2, 3)), x), [{"t": iter((1, 2, 3)), "x": x}, {"t": iter((1, 2)), "x": x}])
show("range it", "RANGE_ITERATOR_MATCH", lambda x, r: [x + i for i in r], (x, iter(range(2, 15, 3))), [{"x": x, "r": iter(range(2, 15, 3))}, {"x": x, "r": iter(range(1, 15, 3))}, {"x": x, "r": iter(range(2, 5, 3))}])
show("dict keys", "DICT_KEYS_MATCH", lambda x, d: [x + v for v in d.values()], (x, {"a": 1, "b": 2}), [{"x": x, "d": {"a": 1, "b": 2}}, {"x": x, "d": {"a": 1, "c": 2}}, {"x": x, "d": {"a": 1}}])
show("grad mode", "GRAD_MODE", lambda x: x + 1, (x,), [{"x": x}])


def state(kind, ctx):
    try:
        ref, loaded = ser(kind, lambda x: x + 1, x)
    except Exception as e:
        print(kind, type(e).__name__, str(e)[:150])
        return
    r = [(ref.check({"x": x}), loaded.check({"x": x}))]
    with ctx:
        r.append((ref.check({"x": x}), loaded.check({"x": x})))
    print(kind, r)


state("GRAD_MODE", torch.no_grad())
state("GLOBAL_STATE", torch.no_grad())
state("TENSOR_MATCH", torch.no_grad())


class Mode(TorchFunctionMode):

    def __torch_function__(s, f, t, a=(), k=None):
        return f(*a, **k or {})


state("TORCH_FUNCTION_STATE", Mode())
state("DEFAULT_DEVICE", torch.device("meta"))


@contextlib.contextmanager
def det():
    torch.use_deterministic_algorithms(True)
    yield
    torch.use_deterministic_algorithms(False)


state("DETERMINISTIC_ALGORITHMS", det())
show("shape", "SHAPE_ENV", lambda x: x + 1, (x,), [{"x": x}])


def dyn(x, n):
    return x * x.shape[0] if x.shape[0] > 2 else x


y = torch.ones(5)
torch._dynamo.mark_dynamic(y, 0)
show("shape dyn", "SHAPE_ENV", lambda x: x * x.shape[0] if x.shape[0] > 2 else x, (y,), [{"x": torch.ones(3)}, {"x": torch.ones(2)}])
show("builtin", "BUILTIN_MATCH", lambda x: x + len([1]), (x,), [{"x": x}])
show("module", "MODULE_MATCH", lambda x: torch.sin(x), (x,), [])
show("fn", "FUNCTION_MATCH", lambda x: torch.nn.functional.relu(x), (x,), [])
show("cls", "CLASS_MATCH", lambda x, c: x + 1 if c is G else x, (x, G), [])
show("dup", "DUPLICATE_INPUT", lambda x, y: x + y, (x, x), [{"x": x, "y": x}, {"x": x, "y": x + 1}])
show("mod type", "TYPE_MATCH", Mod(), (torch.ones(2),), [])
show("enum id", "ID_MATCH", lambda x, e: x + e.value, (x, E.A), [])
show("float", "EQUALS_MATCH", lambda x, f: x + f, (x, 2.5), [{"x": x, "f": 2.5}, {"x": x, "f": 3.5}])
show("slice", "EQUALS_MATCH", lambda x, s: x[s], (x, slice(0, 2)), [{"x": x, "s": slice(0, 2)}, {"x": x, "s": slice(0, 1)}])
show("dtype", "EQUALS_MATCH", lambda x, d: x.to(d), (x, torch.float64), [{"x": x, "d": torch.float64}, {"x": x, "d": torch.float32}])
show("obj attr", "CONSTANT_MATCH", lambda x, o: x + o.a, (x, G(3)), [{"x": x, "o": G(3)}, {"x": x, "o": G(4)}])
show("list tensor", "TENSOR_MATCH", lambda l: l[0] + l[1], ([x, x + 1],), [{"l": [x, x + 2]}, {"l": [x, torch.ones(2)]}])
show("global", "EQUALS_MATCH", lambda x: x + GL["a"], (x,), [{"x": x}])
show("nn mod", "TENSOR_MATCH", lambda m, x: m(x), (Mod(), torch.ones(2)), [{"m": Mod(), "x": torch.ones(2)}, {"m": Mod(), "x": torch.ones(3)}])
show("default", "EQUALS_MATCH", (lambda k: lambda x: x + k)(2), (x,), [{"x": x, "k": 2}, {"x": x, "k": 3}])


def kw(x, *a, k, **z):
    return x + a[0] + k + z["q"]


try:
    r, l = ser("CONSTANT_MATCH", kw, x, 1, k=2, q=3)
    print("kw", r.check({"x": x, "a": (1,), "k": 2, "z": {"q": 3}}), l.check({"x": x, "a": (1,), "k": 4, "z": {"q": 3}}))
except Exception as e:
    print("kw", type(e).__name__, e)
calls = []


def told(frame, event, arg):
    calls.append((event, frame.f_code.co_name, sorted(frame.f_locals), arg))


def outer(a):

    def inner(b):
        return a + b
    return inner(2)


sys.settrace(told)
print(sys.gettrace() is told)
outer(1)
sys.settrace(None)
outer(1)
print(calls, sys.gettrace())


def fails(frame, event, arg):
    raise KeyError("told")


sys.settrace(fails)
try:
    outer(1)
except KeyError as e:
    print(e, sys.gettrace())
