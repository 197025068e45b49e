"""Sequences of modules that convert to one quantised module."""

from torch import nn
from torch.nn.utils.parametrize import type_before_parametrizations

__all__ = ["ConvReLU1d", "ConvReLU2d", "ConvReLU3d", "LinearReLU", "ConvBn1d", "ConvBn2d", "ConvBnReLU1d", "ConvBnReLU2d", "ConvBn3d", "ConvBnReLU3d", "BNReLU2d", "BNReLU3d",
           "LinearBn1d", "LinearLeakyReLU", "LinearTanh", "ConvAdd2d", "ConvAddReLU2d"]


class _FusedModule(nn.Sequential):
    """What all of them are."""

    _of = None

    def __init__(self, *modules):
        if self._of is not None:
            _checked(modules, self._of)
        super().__init__(*modules)


def _checked(modules, kinds):
    given = [type_before_parametrizations(m) for m in modules]
    if given != list(kinds):
        *first, last = [kind.__name__ for kind in given]
        raise AssertionError(f"Incorrect types for input modules: {', '.join(first)}{',' if len(first) > 1 else ''} and {last}")


class ConvReLU1d(_FusedModule):
    _of = nn.Conv1d, nn.ReLU


class ConvReLU2d(_FusedModule):
    _of = nn.Conv2d, nn.ReLU


class ConvReLU3d(_FusedModule):
    _of = nn.Conv3d, nn.ReLU


class LinearReLU(_FusedModule):
    _of = nn.Linear, nn.ReLU


class ConvBn1d(_FusedModule):
    _of = nn.Conv1d, nn.BatchNorm1d


class ConvBn2d(_FusedModule):
    _of = nn.Conv2d, nn.BatchNorm2d


class ConvBn3d(_FusedModule):
    _of = nn.Conv3d, nn.BatchNorm3d


class ConvBnReLU1d(_FusedModule):
    _of = nn.Conv1d, nn.BatchNorm1d, nn.ReLU


class ConvBnReLU2d(_FusedModule):
    _of = nn.Conv2d, nn.BatchNorm2d, nn.ReLU


class ConvBnReLU3d(_FusedModule):
    _of = nn.Conv3d, nn.BatchNorm3d, nn.ReLU


class BNReLU2d(_FusedModule):
    _of = nn.BatchNorm2d, nn.ReLU


class BNReLU3d(_FusedModule):
    _of = nn.BatchNorm3d, nn.ReLU


class LinearBn1d(_FusedModule):
    _of = nn.Linear, nn.BatchNorm1d


class LinearLeakyReLU(_FusedModule):
    _of = nn.Linear, nn.LeakyReLU


class LinearTanh(_FusedModule):
    _of = nn.Linear, nn.Tanh


class ConvAdd2d(_FusedModule):
    """The convolution of one input, plus another."""

    def __init__(self, conv, add):
        super().__init__(conv)
        self.add = add

    def _sum(self, x1, x2):
        return self.add(self[0](x1), x2)

    def forward(self, x1, x2):
        return self._sum(x1, x2)


class ConvAddReLU2d(ConvAdd2d):
    """The positive part of that."""

    def __init__(self, conv, add, relu):
        super().__init__(conv, add)
        self.relu = relu

    def forward(self, x1, x2):
        return self.relu(self._sum(x1, x2))
