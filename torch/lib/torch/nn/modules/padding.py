"""Padding."""
from .. import functional as F
from .module import Module
from torch import Tensor


def _pairs(n, padding):
    return (padding,) * (2 * n) if isinstance(padding, int) else tuple(padding)


class _ConstantPadNd(Module):
    def __init__(self, padding, value):
        super().__init__()
        self.value = value
        self.padding = _pairs(self._n, padding)

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class _CircularPadNd(Module):
    def __init__(self, padding):
        super().__init__()
        self.padding = _pairs(self._n, padding)

    def _check_input_dim(self, input):
        n = self._n
        if input.dim() not in (n + 1, n + 2):
            raise ValueError(f"expected {n + 1}D or {n + 2}D input (got {input.dim()}D input)")

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        return F.pad(input, self.padding, "circular")

    def extra_repr(self):
        return f"{self.padding}"


class _ReflectionPadNd(Module):
    def __init__(self, padding):
        super().__init__()
        self.padding = _pairs(self._n, padding)

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, "reflect")

    def extra_repr(self):
        return f"{self.padding}"


class _ReplicationPadNd(Module):
    def __init__(self, padding):
        super().__init__()
        self.padding = _pairs(self._n, padding)

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, "replicate")

    def extra_repr(self):
        return f"{self.padding}"


def _make(name, base, **body):
    return type(name, (base,), {"__module__": __name__, **body})


ConstantPad1d, ConstantPad2d, ConstantPad3d = (_make(f"ConstantPad{n}d", _ConstantPadNd, _n=n) for n in (1, 2, 3))
ReflectionPad1d, ReflectionPad2d, ReflectionPad3d = (_make(f"ReflectionPad{n}d", _ReflectionPadNd, _n=n) for n in (1, 2, 3))
ReplicationPad1d, ReplicationPad2d, ReplicationPad3d = (_make(f"ReplicationPad{n}d", _ReplicationPadNd, _n=n) for n in (1, 2, 3))
CircularPad1d, CircularPad2d, CircularPad3d = (_make(f"CircularPad{n}d", _CircularPadNd, _n=n) for n in (1, 2, 3))


class ZeroPad1d(ConstantPad1d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"
