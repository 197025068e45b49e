"""torch._custom_ops: operators by qualified names, their kernels, and derivatives that give a dictionary of gradients."""
from typing import Sequence, Tuple

import torch
import torch._custom_ops as custom_ops
from torch import Tensor
from torch._custom_op.impl import CustomOp, get_op, global_registry
from torch.fx.experimental.proxy_tensor import make_fx


def attempt(call):
    try:
        print("gives", call())
    except (AssertionError, RuntimeError, ValueError) as error:
        print(type(error).__name__, str(error).split(" at ")[0])


for schema in ("(", "(Tensor(a!) x) -> Tensor(a)", "(Tensor x) -> ()", "(Tensor self) -> Tensor"):
    attempt(lambda: custom_ops.custom_op("first::bad", schema))
for name in ("first::foo.Tensor", "foo", "a.b::foo", "prims::foo"):
    attempt(lambda: custom_ops.custom_op(name, "(Tensor x) -> Tensor"))
attempt(lambda: CustomOp(None, None, None, None, None))
attempt(lambda: custom_ops.custom_op("first::named")(lambda x: x))


def define():
    @custom_ops.custom_op("first::foo")
    def foo(x: Tensor, y: Sequence[Tensor], z: float) -> Tuple[Tensor, Tensor]:
        raise NotImplementedError

    @custom_ops.impl("first::foo")
    def foo_impl(x, y, z):
        return x.sin() * z, sum(y) + 0


define()
print(get_op("first::foo")._schema)
attempt(define)
x, ys = torch.tensor([0.5, 1.0], requires_grad=True), [torch.ones(2, requires_grad=True), torch.ones(2)]
attempt(lambda: get_op("first::foo")(x, ys, 2.0))
with torch.no_grad():
    print(get_op("first::foo")(x, ys, 2.0))
attempt(lambda: custom_ops.impl("first::foo")(print))
attempt(lambda: custom_ops.impl("first::foo", device_types="ipu")(print))


def gradients(backward, differentiability=None):
    custom_ops._destroy("first::foo")
    define()
    custom_ops.impl_save_for_backward("first::foo")(lambda inputs, output: {"x": inputs.x, "z": inputs.z, "count": len(inputs.y)})
    custom_ops.impl_backward("first::foo", differentiability)(backward)
    a, b = get_op("first::foo")(x, y=ys, z=2.0)
    print(a.requires_grad, b.requires_grad)
    return torch.autograd.grad(a.sum() + 3 * b.sum(), [x, ys[0]], allow_unused=True)


attempt(lambda: gradients(lambda ctx, saved, g, h: {"x": g * saved["x"].cos() * saved["z"], "y": [h] * saved["count"]}))
attempt(lambda: gradients(lambda ctx, saved, g, h: {"x": g, "y": None}, [True, False]))
for wrong in (None, {"x": None, "y": x}, {"x": None, "y": [x]}, {"x": None, "y": [x, 1]}, {"x": 1, "y": [x, x]}):
    attempt(lambda: gradients(lambda ctx, saved, g, h: wrong))
attempt(lambda: custom_ops.impl_backward("first::foo", [True])(print))


def describe():
    custom_ops.impl_abstract("first::foo")(lambda x, y, z: (torch.empty_like(x), torch.empty_like(x)))


describe()
print(get_op("first::foo")(x.detach().to("meta"), [y.detach().to("meta") for y in ys], 1.0)[0])
print(make_fx(torch.ops.aten.sin.default)(torch.ones(2)).code.strip())

custom_ops.custom_op("first::half", "(Tensor x) -> Tensor")
custom_ops.impl_backward("first::half")(lambda ctx, saved, g: {"x": g})
attempt(lambda: get_op("first::half")(torch.ones(2)))

library = torch.library.Library("first", "FRAGMENT")
for schema in ("changes(Tensor(a!) x) -> Tensor", "gives_nothing(Tensor x) -> ()", "views(Tensor(a) x) -> Tensor(a)", "optional(Tensor x) -> Tensor?"):
    library.define(schema)
    attempt(lambda: custom_ops.impl_backward("first::" + schema[:schema.index("(")])(print))
attempt(lambda: custom_ops.impl("first::absent")(print))
for name in sorted(global_registry):
    custom_ops._destroy(name)
attempt(lambda: get_op("first::foo"))
attempt(lambda: custom_ops._destroy("first::foo"))
