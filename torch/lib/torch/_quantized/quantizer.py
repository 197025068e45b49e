"""How numbers become small integers and what these stand for."""

import torch


class qscheme:
    """The kind of a quantiser, which is a number in scripts."""

    def __init__(self, name, number):
        self._name, self._number = name, number

    def __repr__(self):
        return f"torch.{self._name}"

    def __reduce__(self):
        return f"{self._name}"


qscheme.__module__ = "torch"
per_tensor_affine, per_tensor_symmetric, per_channel_affine, per_channel_symmetric, per_channel_affine_float_qparams = map(qscheme, (
    "per_tensor_affine", "per_tensor_symmetric", "per_channel_affine", "per_channel_symmetric", "per_channel_affine_float_qparams"), (0, 2, 1, 3, 4))

# The integers behind the elements of each type, their least and greatest value, and the name that errors have for the type.
KINDS = {
    torch.qint8: (torch.int8, -128, 127, "QInt8"), torch.quint8: (torch.uint8, 0, 255, "QUInt8"), torch.qint32: (torch.int32, -2**31, 2**31 - 1, "QInt32"),
    torch.quint4x2: (torch.uint8, 0, 15, "QUInt4x2"), torch.quint2x4: (torch.uint8, 0, 3, "QUInt2x4"),
}
OF_INTEGERS = {torch.uint8: torch.quint8, torch.int8: torch.qint8, torch.int32: torch.qint32}


def _kind(dtype):
    if dtype not in KINDS:
        raise RuntimeError(f"ScalarType {_scalar_name(dtype)} is not supported in new_qtensor.")
    return KINDS[dtype]


def _scalar_name(dtype):
    return torch.empty(0, dtype=dtype).type().rpartition(".")[2].removesuffix("Tensor")


class PerTensor:
    """One scale and zero point."""

    scheme = per_tensor_affine

    def __init__(self, scale, zero_point, dtype):
        self.scale, self.zero_point, self.dtype = float(scale), int(zero_point), dtype
        self.integers, self.least, self.greatest, _ = _kind(dtype)

    def quantize(self, x):
        for bound, above in ((self.least, False), (self.greatest, True)):
            if self.zero_point > bound if above else self.zero_point < bound:
                raise RuntimeError(f"quantize_tensor_per_tensor_affine zero_point {self.zero_point} is {'above upper' if above else 'below lower'} bound.")
        if not x.numel():
            return x.to(self.integers)
        scale = torch.tensor(self.scale, dtype=torch.float32)
        return self._whole(torch.round(x * (1 / scale)).to(torch.float64).nan_to_num(-2.0**63) + self.zero_point)

    def _whole(self, places):
        return places.clamp(self.least, self.greatest).to(self.integers)

    def dequantize(self, q):
        return (q.to(torch.float32) - self.zero_point) * torch.tensor(self.scale, dtype=torch.float32) if self.dtype != torch.qint32 else (
            (q.to(torch.int64) - self.zero_point).to(torch.float32) * torch.tensor(self.scale, dtype=torch.float32))

    def params(self):
        return self.scheme, self.scale, self.zero_point

    def suffixes(self):
        return [f"quantization_scheme={self.scheme}", f"scale={self.scale}", f"zero_point={self.zero_point}"]

    def same(self, other):
        return isinstance(other, PerTensor) and self.dtype == other.dtype and self.scale == other.scale and self.zero_point == other.zero_point


class PerChannel:
    """A scale and a zero point for each index along an axis; zero points that are floats are taken off before rounding."""

    def __init__(self, scales, zero_points, axis, dtype):
        real = zero_points.is_floating_point()
        self.scheme = per_channel_affine_float_qparams if real else per_channel_affine
        self.scales = scales.to(torch.float32 if real else torch.float64)
        self.zero_points = zero_points.to(torch.float32 if real else torch.int64)
        self.axis, self.dtype, self.real = axis, dtype, real
        self.integers, self.least, self.greatest, _ = _kind(dtype)

    def _along(self, values, x):
        return values.view([-1 if d == self.axis else 1 for d in range(x.dim())])

    def quantize(self, x):
        if self.zero_points.numel() != self.scales.numel():
            raise RuntimeError("number of elements in scales and zero_points must match")
        if self.zero_points.numel() != x.size(self.axis) or self.scales.numel() != x.size(self.axis):
            raise RuntimeError("length of scales must equal to channel, expected " f"{x.size(self.axis)} got, {self.scales.numel()}")
        scales, zeros = self._along(self.scales.to(torch.float32), x), self._along(self.zero_points, x)
        places = x * (1 / scales)
        places = torch.round(places + zeros) if self.real else torch.round(places).to(torch.float64) + zeros
        return places.clamp(self.least, self.greatest).to(self.integers)

    def dequantize(self, q):
        return (q.to(torch.float32) - self._along(self.zero_points.to(torch.float32), q)) * self._along(self.scales.to(torch.float32), q)

    def params(self):
        return self.scheme, self.scales, self.zero_points, self.axis

    def suffixes(self):
        return [f"quantization_scheme={self.scheme}", f"scale={self.scales}", f"zero_point={self.zero_points}", f"axis={self.axis}"]

    def same(self, other):
        return (isinstance(other, PerChannel) and self.dtype == other.dtype and self.axis == other.axis
                and torch.equal(self.scales, other.scales) and torch.equal(self.zero_points, other.zero_points))
