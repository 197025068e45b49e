"""What libraries register with the dispatcher, and the kernels that keys find: it does not depend on the order, and goes with the library."""
import itertools

import torch._C as C
from torch._python_dispatcher import PythonDispatcher

SHOWN = ("Undefined", "CPU", "CUDA", "XLA", "FPGA", "Meta", "NestedTensorCPU", "Functionalize", "AutogradOther", "AutogradCPU", "AutogradXLA", "AutogradNestedTensor")


def table(name):
    lines = C._dispatch_dump_table(name).splitlines()
    return [line for line in lines if line.partition(":")[0] in SHOWN]


def first_line(f, *args, **kwargs):
    try:
        return str(f(*args, **kwargs))
    except RuntimeError as e:
        return str(e).partition("\nException raised")[0]


def in_all_orders(ops):
    """Registers in each order and drops in each order: states are those of the sets."""
    states = {}
    for order in itertools.permutations(range(len(ops))):
        for drops in itertools.permutations(range(len(ops))):
            refs, active = [None] * len(ops), set()

            def look():
                state = C._dispatch_dump("__t__::foo") + "\n".join(table("__t__::foo"))
                assert states.setdefault(frozenset(active), state) == state, (order, drops, active)

            for i in order:
                refs[i] = C._dispatch_library("FRAGMENT", "__t__", "")
                ops[i](refs[i])
                active.add(i)
                look()
            for i in drops:
                refs[i] = None
                active.remove(i)
                look()
    assert states[frozenset()] == ""
    print(states[frozenset(range(len(ops)))])


define = lambda m: m.def_("foo(Tensor x) -> Tensor")
for keys in (["CPU", "CompositeImplicitAutograd"], ["FPGA", "CompositeImplicitAutograd"], ["CPU", "CompositeExplicitAutograd"], ["Autograd"], ["CompositeImplicitAutogradNestedTensor"],
             ["XLA", "Autograd"], ["CompositeExplicitAutogradNonFunctional", "AutogradCPU"]):
    print("--", keys)
    in_all_orders([define] + [lambda m, key=key: m.impl_t_t("foo", key, debug=f"fn_{key}") for key in keys])

m = C._dispatch_library("FRAGMENT", "__u__", "")
for schema in ("a(int x) -> Tensor", "b(Tensor x) -> ()", "c(Tensor x) -> (Tensor, int)", "d(Tensor? x) -> Tensor", "e(Tensor x, Tensor y) -> Tensor"):
    m.def_(schema)
    print(first_line(m.impl_t_t, schema[0], "CPU", debug="kernel"))
m.def_name_t_t("f")
m.impl_t_t("f", debug="over")
m.def_legacy("g(Tensor x) -> Tensor")
m.def_("h(Tensor x) -> Tensor", alias="PURE_FUNCTION")
m.impl_t_t("i", "CUDA")
for name in "fghij":
    print(C._dispatch_dump(f"__u__::{name}"))
print("\n".join(x for x in C._dispatch_find_dangling_impls() if "__u__" in x))
print(first_line(m.def_, "h(Tensor x) -> Tensor"))
print(first_line(m.def_, "h"), "|", first_line(m.def_, "k(Tensor x"), "|", first_line(m.impl_t_t, "f", "Nowhere"))
print(first_line(m.impl_t_t, "other::f"))
print(first_line(m.fallback_fallthrough))
print(first_line(C._dispatch_library("IMPL", "__u__", "CPU").def_, "l(Tensor x) -> Tensor"))
print(first_line(C._dispatch_library("IMPL", "__u__", "CPU").impl_t_t, "f", "CUDA"))
print(first_line(C._dispatch_library, "DEF", "aten", ""))
print(first_line(C._dispatch_library, "OTHER", "aten", ""))
print(first_line(C._dispatch_print_registrations_for_dispatch_key, "invalid_key"))
xla = C._dispatch_library("IMPL", "_", "XLA")
xla.fallback_fallthrough()
print([line for line in table("__u__::h") if "XLA" in line], first_line(xla.fallback_fallthrough))
m.reset()
print(repr(C._dispatch_dump("__u__::f")), "aten::add.Tensor" in C._dispatch_get_registrations_for_dispatch_key("CPU"))
C._dispatch_check_invariants("__u__::f")
C._dispatch_check_all_invariants()

d = PythonDispatcher()
for keys in (["CPU", "CPU"], ["Nowhere"], ["CompositeExplicitAutograd", "CompositeImplicitAutograd"]):
    print(first_line(d.register, keys))
d.register(["CPU", "XLA", "Lazy", "CompositeImplicitAutograd", "AutogradCPU"])
print(d.registrations(), d.dispatchTable(), d.rawRegistrations(), len(d.rawDispatchTable().splitlines()), d.keys())
