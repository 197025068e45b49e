"""Sizes and numbers: constant ones, dynamic ones, and those that depend on data."""

import torch
from torch.export import Dim

from ..case import SupportLevel, export_case


@export_case(example_args=(torch.randn(3, 2),), tags={"torch.dynamic-shape", "python.builtin"}, support_level=SupportLevel.NOT_SUPPORTED_YET, dynamic_shapes={"x": {0: Dim("dim0_x")}})
class DynamicShapeRound(torch.nn.Module):
    """round of a dynamic size is not there."""

    def forward(self, x):
        return x[: round(x.shape[0] / 2)]


@export_case(example_args=(torch.randn(3, 2),), tags={"python.assert"})
class DynamicShapeAssert(torch.nn.Module):
    """Assertions on sizes are checked while tracing, with a message or without."""

    def forward(self, x):
        assert x.shape[0] > 2, f"{x.shape[0]} is not more than 2"
        assert x.shape[0] > 1
        return x


@export_case(example_args=(torch.randn(3, 2),), tags={"torch.dynamic-shape"})
class DynamicShapeSlicing(torch.nn.Module):
    """Bounds and steps of slices may be computed of sizes."""

    def forward(self, x):
        return x[: x.shape[0] - 2, x.shape[1] - 1 :: 2]


@export_case(example_args=(torch.randn(3, 2),), tags={"torch.dynamic-shape"})
class DynamicShapeConstructor(torch.nn.Module):
    """Sizes of one tensor make another."""

    def forward(self, x):
        return torch.zeros(x.shape[0] * 2)


@export_case(example_args=(torch.ones(10, 10),), tags={"torch.dynamic-shape"})
class DynamicShapeView(torch.nn.Module):
    """A view whose sizes are computed of sizes."""

    def forward(self, x):
        rows = x.size()[:-1] + (2, 5)
        return x.view(*rows).permute(0, 2, 1)


_scaled = torch.ones(3, 2)


@export_case(example_args=(_scaled,), tags={"torch.dynamic-shape"}, dynamic_shapes={"x": {1: Dim("dim1_x")}})
class ScalarOutput(torch.nn.Module):
    """A number can be a result."""

    def forward(self, x):
        return x.shape[1] + 1


@export_case(example_args=(torch.tensor(4),), tags={"torch.dynamic-value", "torch.escape-hatch"})
class ConstrainAsSizeExample(torch.nn.Module):
    """A number of data may be a size where its range is promised."""

    def forward(self, x):
        rows = x.item()
        torch._check(rows >= 0)
        torch._check(rows <= 5)
        return torch.zeros((rows, 5))


@export_case(example_args=(torch.tensor(4), torch.randn(5, 5)), tags={"torch.dynamic-value", "torch.escape-hatch"})
class ConstrainAsValueExample(torch.nn.Module):
    """A number of data decides a branch where its range is promised."""

    def forward(self, x, y):
        limit = x.item()
        torch._check(limit >= 0)
        torch._check(limit <= 5)
        if limit < 6:
            return y.sin()
        return y.cos()


@export_case(example_args=(torch.ones(3, 2),), tags={"torch.operator"})
class UnsupportedOperator(torch.nn.Module):
    """torch.sym_min of sizes, which was once refused."""

    def forward(self, x):
        return x.sum() + torch.sym_min(x.size(0), 100)


@export_case(example_args=(torch.ones(3, 2),), tags={"torch.dynamic-shape", "python.data-structure", "python.assert"})
class ListContains(torch.nn.Module):
    """Whether a list holds a size is decided while tracing."""

    def forward(self, x):
        assert x.size(-1) in [6, 2]
        assert x.size(0) not in [4, 5, 6]
        assert "monkey" not in ["cow", "pig"]
        return x + x
