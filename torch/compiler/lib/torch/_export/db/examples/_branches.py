"""Branches: those that the tracer takes, and torch.cond, whose branches both stay."""

import torch
from functorch.experimental.control_flow import cond
from torch.export import Dim

from ..case import export_case


@export_case(example_args=(torch.randn(6, 4, 3),), tags={"torch.cond", "torch.dynamic-shape"})
class CondPredicate(torch.nn.Module):
    """A predicate that sizes decide is no tensor: without dynamic sizes one branch remains."""

    def forward(self, x):
        deep = x.dim() > 2 and x.shape[2] > 10
        return cond(deep, lambda x: x.cos(), lambda x: x.sin(), [x])


@export_case(example_args=(torch.tensor(True), torch.randn(3, 2)), tags={"torch.cond", "python.closure"})
class CondClosedOverVariable(torch.nn.Module):
    """Branches may read variables of the function around them."""

    def forward(self, pred, x):
        shifted = x + 1

        def true_fn(x):
            return x * 2

        def false_fn(x):
            return x - 2

        def inner(pred):
            return cond(pred, true_fn, false_fn, [x])

        return inner(pred)


class _Doubling(torch.nn.Module):
    def forward(self, x):
        return self.work(x)

    def work(self, x):
        return x.sin()


@export_case(example_args=(torch.ones(3),), tags={"torch.cond", "torch.dynamic-shape"})
class CondBranchClassMethod(torch.nn.Module):
    """Branches may be methods of the module, or of one within it."""

    def __init__(self):
        super().__init__()
        self.part = _Doubling()

    def bar(self, x):
        return x.cos()

    def forward(self, x):
        return cond(x.shape[0] <= 2, self.bar, self.part.forward, [x])


_wide, _narrow = torch.randn(3, 2), torch.randn(2)


@export_case(example_args=(_wide, _narrow), tags={"torch.cond", "torch.dynamic-shape"}, dynamic_shapes={"x": {0: Dim("dim0_x")}, "y": None})
class CondOperands(torch.nn.Module):
    """What branches work on is handed to them as operands."""

    def forward(self, x, y):
        def add(x, y):
            return x + y

        def subtract(x, y):
            return x - y

        return torch.cond(x.shape[0] > 2, add, subtract, [x, y])


@export_case(example_args=(torch.ones(6),), tags={"torch.cond", "torch.dynamic-shape"})
class CondBranchNonlocalVariables(torch.nn.Module):
    """What branches need of the function around them is passed explicitly, tensors as operands."""

    def forward(self, x):
        far, near = x + 100, 3.14

        def true_fn(x, y, z):
            return x + y + z

        def false_fn(x, y, z):
            return x - y - z

        return cond(x.shape[0] > 5, true_fn, false_fn, [x, far, torch.tensor(near)])


@export_case(example_args=(torch.randn(3),), tags={"torch.cond", "torch.dynamic-shape"})
class CondBranchNestedFunction(torch.nn.Module):
    """Branches may call functions that are defined in them."""

    def forward(self, x):
        def true_fn(x):
            def twice(y):
                return x + y

            return twice(x)

        def false_fn(x):
            def less(y):
                return x - y

            return less(x)

        return cond(x.shape[0] < 10, true_fn, false_fn, [x])


@export_case(example_args=(torch.ones(3, 2, 2),), tags={"python.control-flow"})
class StaticIf(torch.nn.Module):
    """An if on the number of dimensions is decided while tracing."""

    def forward(self, x):
        if len(x.shape) == 3:
            return x + torch.ones(1, 1, 1)
        return x


@export_case(example_args=(torch.randn(3, 2, 2),), tags={"torch.dynamic-shape", "python.control-flow"})
class DynamicShapeIfGuard(torch.nn.Module):
    """An if on sizes takes the branch of the example, and the size is guarded."""

    def forward(self, x):
        if x.shape[0] == 3:
            return x.cos()
        return x.sin()


@export_case(example_args=(torch.randn(3, 2),), tags={"python.control-flow"})
class StaticForLoop(torch.nn.Module):
    """A loop with a constant number of turns is unrolled."""

    def forward(self, x):
        return [i + x for i in range(10)]


@export_case(example_args=(torch.randn(3, 2), torch.randn(2)), tags={"torch.dynamic-shape", "torch.map"})
class DynamicShapeMap(torch.nn.Module):
    """map applies a function to each row."""

    def forward(self, xs, y):
        def body(x, y):
            return x + y

        return torch._higher_order_ops.map(body, xs, y)
