"""Classes that a script registers for its operators: schemas, calls, graphs that have their objects as inputs or as constants, guards, and refusals."""
import re

import torch
import torch._library.opaque_object as opaque
from torch._custom_class_base import CustomClassBase
from torch._library.fake_class_registry import FakeScriptObject, maybe_to_fake_obj
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx


class Queue(CustomClassBase):
    def __init__(self, items):
        self.items = items


class Scale(CustomClassBase):
    def __init__(self, by):
        self.by, self.seen = by, 0

    def get(self):
        return self.by


class Mode(CustomClassBase):
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Mode) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __fx_repr__(self):
        return f"Mode({self.name!r})", {"Mode": Mode}


def attempt(f):
    try:
        print("given", f())
    except Exception as e:
        print(type(e).__name__, re.sub(r" at 0x\w+", "", str(e).split("\n")[0]))


opaque.register_custom_class(Queue, typ="symbolic")
opaque.register_custom_class(Scale, typ="symbolic", guard_fn=lambda s: [s.by], members={"by": opaque.MemberType.USE_REAL, "get": opaque.MemberType.INLINED})
opaque.register_custom_class(Mode, typ="constant")
print(opaque.is_opaque_type(Queue), opaque.is_opaque_type(int), opaque.is_opaque_symbolic_type(Queue), opaque.is_opaque_constant_type(Mode), opaque.is_opaque_value_type(Queue),
      opaque.get_opaque_type_name(Mode), opaque.is_custom_class_obj(Queue([])), opaque.get_member_type(Scale, "by"), opaque.has_members(Queue), opaque.should_hoist(Mode),
      opaque.get_opaque_obj_repr(Mode("a"))[0])


class Bare:
    pass


class NoEq(CustomClassBase):
    pass


class NoRepr(Mode):
    __fx_repr__ = None


for f in (lambda: opaque.register_custom_class(Bare, typ="symbolic"), lambda: opaque.register_custom_class(NoEq, typ="constant"), lambda: opaque.register_custom_class(int, typ="constant"),
          lambda: opaque.register_custom_class(Queue, typ="symbolic"), lambda: opaque.register_custom_class(NoEq, typ="other"),
          lambda: opaque.register_custom_class(Mode, typ="constant", guard_fn=lambda m: []), lambda: opaque.get_opaque_type_name(Bare), lambda: opaque.get_opaque_obj_repr(Queue([]))):
    attempt(f)

lib = torch.library.Library("classes", "FRAGMENT")
lib.define(f"push({opaque.get_opaque_type_name(Queue)} q, Tensor x) -> ()")
lib.define(f"pop({opaque.get_opaque_type_name(Queue)} q) -> Tensor")
lib.impl("push", lambda q, x: q.items.append(x), "CompositeExplicitAutograd")
lib.impl("pop", lambda q: q.items.pop(0), "CompositeExplicitAutograd")
torch.library.register_fake("classes::push", lambda q, x: None)
torch.library.register_fake("classes::pop", lambda q: torch.empty(2))


@torch.library.custom_op("classes::scaled", mutates_args=())
def scaled(x: torch.Tensor, s: Scale) -> torch.Tensor:
    return x * s.by


scaled.register_fake(lambda x, s: torch.empty_like(x))


@torch.library.custom_op("classes::in_mode", mutates_args=())
def in_mode(x: torch.Tensor, m: Mode) -> torch.Tensor:
    return x * 2 if m.name == "double" else x.clone()


in_mode.register_fake(lambda x, m: torch.empty_like(x))
in_mode.register_autograd(lambda ctx, g: (g * 2, None), setup_context=lambda ctx, inputs, output: None)
print(torch.ops.classes.push.default._schema, scaled._opoverload._schema, torch.library.infer_schema(scaled._init_fn, mutates_args=()))
q, x = Queue([]), torch.arange(2.0)
torch.ops.classes.push(q, x)
print(torch.ops.classes.pop(q), len(q.items), scaled(x, Scale(3)), in_mode(x, Mode("double")))


def through(q, x):
    torch.ops.classes.push(q, x.sin())
    torch.ops.classes.push(q, x.cos())
    return torch.ops.classes.pop(q) + torch.ops.classes.pop(q)


gm = make_fx(through, tracing_mode="fake")(q, x)
print(gm.code, gm(Queue([]), x))
print(make_fx(lambda m, x: in_mode(x, m) + in_mode(x, Mode("other")))(Mode("double"), x).code)
graphs = []


def backend(gm, inputs):
    graphs.append(gm)
    return gm


f = torch.compile(lambda x, s: scaled(x + 1, s) * s.by, backend=backend, fullgraph=True)
print(f(x, Scale(2)), f(x, Scale(2)), len(graphs), f(x, Scale(3)), len(graphs))
print(graphs[0].code)
f = torch.compile(lambda x, m: in_mode(x, m) + in_mode(x, Mode("same")), backend=backend, fullgraph=True)
graphs.clear()
print(f(x, Mode("double")), f(x, Mode("double")), len(graphs), f(x, Mode("other")), len(graphs))
print(graphs[0].code)
y = torch.ones(2, requires_grad=True)
torch.compile(lambda y: in_mode(y, Mode("double")), backend="aot_eager", fullgraph=True)(y).sum().backward()
print(y.grad, torch.compile(lambda x, s: scaled(x, s) + s.get(), backend="eager", fullgraph=True)(x, Scale(4)))
try:
    torch.compile(lambda x, s: x + s.seen, backend="eager", fullgraph=True)(x, Scale(4))
except RuntimeError as e:
    print("Attempted to access unregistered member on an OpaqueObject" in str(e), "'seen'" in str(e))
stand_in = maybe_to_fake_obj(FakeTensorMode(), Scale(5))
print(type(stand_in) is FakeScriptObject, isinstance(stand_in, Scale), isinstance(stand_in, Queue), stand_in.by, stand_in.real_obj.seen)
attempt(lambda: stand_in.seen)
attempt(lambda: setattr(stand_in, "by", 2))
