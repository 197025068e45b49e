import torch
from torch import Tensor

parse = torch._C.parse_schema


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e))


print("-- types as they are spelled")
for t in ("SymInt x", "SymInt[1] y=0", "ScalarType? t=None", "Layout? l=None", "MemoryFormat? m=None", "Layout l", "ScalarType s=float", "ScalarType[] t"):
    schema = parse(f"f({t}) -> SymInt[]")
    a = schema.arguments[0]
    print(schema, a.type, a.real_type, a.type.kind(), a.real_type.kind(), a.default_value)
print(parse("f(SymInt x) -> ()") == parse("f(int x) -> ()"), parse("sym_size.int(Tensor self, int dim) -> SymInt").returns[0].real_type.str())

print("-- lists and their sets")
schema = parse("f(Tensor(a)[] y, Tensor(b!)[2] z, Tensor(c)? x, Tensor(d! -> *)[] u) -> Tensor(a)[]")
print(schema, [(a.alias_info.before_set, a.alias_info.is_write) for a in schema.arguments])

print("-- defaults")
for d in ("float x=1", "float x=1e10", "float x=-2.50", "int[2] x=1", "float[3] x=0.5", "bool[3] x=True", "complex c=1j", "ScalarType t=long", "int reduction=Mean"):
    print(parse(f"f({d}) -> ()"))
print(parse("f(Tensor x) -> Tensor extra"))

print("-- refused")
for text in ("foo", "foo(Tensor x", "foo()", "foo(Tensor x) Tensor", "foo(Tensor x) -> Tensor q w", "foo(Tensor) -> Tensor", "foo(Tensor x,) -> ()", "foo[Tensor x] -> ()",
             "foo(Tensor x Tensor y) -> ()", "foo(Tensor x=3) -> ()", "foo(int a, int b=0, ...) -> ()", "foo(Tensor x) -> (Tensor y,)"):
    show(lambda: parse(text))
show(lambda: parse("foo(Tensor x, int x2=1, Tensor y) -> ()"))

print("-- what kernels give")
lib = torch.library.Library("kernels_of_schemas", "FRAGMENT")
for name, returns in (("f", "Tensor"), ("h", "()"), ("i", "int"), ("j", "(Tensor, Tensor)"), ("k", "Tensor[]"), ("m", "float"), ("n", "str"), ("o", "bool")):
    lib.define(f"{name}(Tensor x) -> {returns}")
    given = [None]
    lib.impl(name, lambda x: given[0], "CPU")
    for value in (None, 3, 2.5, True, "s", torch.ones(2), [torch.ones(1)], [torch.ones(1), 3]):
        given[0] = value
        show(lambda: (name, value, getattr(torch.ops.kernels_of_schemas, name)(torch.ones(1))))

print("-- descriptions of results")
show(lambda: torch.library.register_fake("kernels_of_schemas::nothing", lambda x: x))
lib.define("composite(Tensor x) -> Tensor")
lib.impl("composite", lambda x: x + 1, "CompositeImplicitAutograd")
show(lambda: torch.library.register_fake("kernels_of_schemas::composite", lambda x: x))
show(lambda: torch.library.Library("prim", "DEF"))


@torch.library.custom_op("kernels_of_schemas::again", mutates_args=())
def again(x: Tensor) -> Tensor:
    return x + 1


@torch.library.custom_op("kernels_of_schemas::again", mutates_args=())
def again(x: Tensor) -> Tensor:
    return x + 2


print(torch.ops.kernels_of_schemas.again(torch.zeros(1)))

print("-- operators called by name")
a = torch.arange(3.)
aten = torch.ops.aten
print(aten.sum.dim_IntList(self=a, dim=[0]), aten.sin.default(self=a), aten.add(self=a, other=a), aten.amax.default(self=a))
show(lambda: torch.sum(self=a))
print(aten.name, aten.add.__module__, aten.narrow.default.is_view, aten.reshape.default.is_view, aten.matmul.default.is_view, aten.dropout_.default.is_view)
