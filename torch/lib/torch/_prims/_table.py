"""What each primitive computes."""

import torch


def _same(names, home):
    return {name: getattr(home, name) for name in names.split()}


UNARY = {
    **_same("abs acos acosh asin asinh atan atanh bitwise_not ceil conj_physical cos cosh digamma erf erfc exp exp2 expm1 floor isfinite lgamma log log10 log1p log2 neg reciprocal round rsqrt "
            "sign signbit sin sinh sqrt tan tanh trunc", torch),
    **_same("bessel_j0 bessel_j1 erfcx ndtri spherical_bessel_j0", torch.special),
    "bessel_i0": torch.special.i0, "bessel_i0e": torch.special.i0e, "bessel_i1": torch.special.i1, "bessel_i1e": torch.special.i1e, "erf_inv": torch.special.erfinv,
    "cbrt": lambda self: torch.copysign(torch.pow(torch.abs(self), 1 / 3), self),
}


def _quotient(self, other):
    """Whole numbers are divided as C does."""
    return torch.div(self, other) if self.dtype.is_floating_point or self.dtype.is_complex else torch.div(self, other, rounding_mode="trunc")


BINARY = {
    **_same("add atan2 bitwise_and bitwise_or bitwise_xor eq fmax fmin fmod gcd ge gt hypot igamma igammac le lt maximum minimum mul ne nextafter pow remainder sub", torch),
    "div": _quotient, "shift_left": torch.bitwise_left_shift, "shift_right_arithmetic": torch.bitwise_right_shift, "zeta": torch.special.zeta,
}


def _broadcast_in_dim(a, shape, broadcast_dimensions):
    """Dimension i of a becomes broadcast_dimensions[i] of the result."""
    if len(broadcast_dimensions) != a.dim():
        raise AssertionError("every dimension needs a place")
    if list(broadcast_dimensions) != sorted(set(broadcast_dimensions)):
        raise AssertionError("places must be strictly ascending")
    sizes = [1] * len(shape)
    for d, place in enumerate(broadcast_dimensions):
        sizes[place] = a.size(d)
    for d in range(len(shape)):
        if d not in broadcast_dimensions:
            a = a.unsqueeze(d)
    return a.expand(shape)


def _collapsed(a, start, end):
    return [*a.shape[:start], a.shape[start:end + 1].numel(), *a.shape[end + 1:]]


def _squeeze(a, dimensions):
    for d in sorted(dimensions, reverse=True):
        if a.size(d) != 1:
            raise AssertionError(f"dimension {d} has size {a.size(d)}, not 1")
        a = a.squeeze(d)
    return a


def _split_dim(a, dim, outer_length):
    if a.size(dim) % outer_length:
        raise ValueError(f"Attempting to split dimension of length {a.size(dim)}, but outer length of {outer_length} divides it with a remainder!")
    return a.view([*a.shape[:dim], outer_length, a.size(dim) // outer_length, *a.shape[dim + 1:]])


def _reduced(function):
    def reduce(inp, dims, *, output_dtype=None):
        made = function(inp, list(range(inp.dim())) if dims is None else list(dims))
        return made if output_dtype is None else made.to(output_dtype)

    return reduce


def _one_by_one(function):
    """A reduction along several dimensions by one along a single one."""
    def reduce(inp, dims):
        for d in sorted(dims, reverse=True):
            inp = function(inp, d)
        return inp

    return reduce


def _xor(inp, dim):
    made = torch.zeros_like(inp.select(dim, 0)) if inp.size(dim) else inp.sum(dim, dtype=inp.dtype)
    for part in inp.unbind(dim):
        made = torch.bitwise_xor(made, part)
    return made


def _var(inp, dims, correction=1, *, output_dtype=None):
    made = torch.var(inp, dims, correction=correction)
    return made if output_dtype is None else made.to(output_dtype)


def _sum(inp, dims):
    return torch.sum(inp, dims, dtype=inp.dtype) if dims else inp.clone()


def _new(make):
    """A function that makes a tensor, without what says where it is to lie."""
    return lambda *args, requires_grad=False, **options: make(*args, **options).requires_grad_(requires_grad)


def _limit(side):
    def limit(dtype):
        if dtype == torch.bool:
            return side == "max"
        return getattr(torch.finfo(dtype) if dtype.is_floating_point else torch.iinfo(dtype), side)

    return limit


def _where(pred, a, b):
    return torch.where(pred, a, b)


def _fft(transform):
    def function(self, *, dim, **options):
        return transform(self, dim, **options)

    return function


_DTYPE = "ScalarType dtype, Device device, bool requires_grad"
_REDUCTION = "(Tensor inp, int[]? dims, *, ScalarType? output_dtype=None) -> Tensor"
OTHERS = {
    "amax" + _REDUCTION: _reduced(torch.amax), "amin" + _REDUCTION: _reduced(torch.amin), "sum" + _REDUCTION: _reduced(_sum),
    "prod" + _REDUCTION: _reduced(_one_by_one(lambda x, d: torch.prod(x, d, dtype=x.dtype))), "xor_sum" + _REDUCTION: _reduced(_one_by_one(_xor)),
    "var(Tensor inp, int[]? dims, float? correction=1, *, ScalarType? output_dtype=None) -> Tensor": _var,
    "frexp(Tensor self) -> (Tensor mantissa, Tensor exponent)": torch.frexp,
    "fill(Tensor self, Scalar value) -> Tensor": lambda self, value: torch.full_like(self, value),
    "real(Tensor(a) self) -> Tensor(a)": torch.real, "imag(Tensor(a) self) -> Tensor(a)": torch.imag, "conj(Tensor(a) a) -> Tensor(a)": torch.conj,
    "as_strided(Tensor(a!) a, SymInt[] size, SymInt[] stride, SymInt storage_offset) -> Tensor(a!)": torch.as_strided,
    "as_strided_scatter(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt storage_offset) -> Tensor": torch.as_strided_scatter,
    "broadcast_in_dim(Tensor(a) a, SymInt[] shape, int[] broadcast_dimensions) -> Tensor(a)": _broadcast_in_dim,
    "collapse(Tensor a, int start, int end) -> Tensor": lambda a, start, end: a.reshape(_collapsed(a, start, end)).clone(),
    "collapse_view(Tensor(a) a, int start, int end) -> Tensor(a)": lambda a, start, end: a.view(_collapsed(a, start, end)),
    "split_dim(Tensor(a) a, int dim, SymInt outer_length) -> Tensor(a)": _split_dim, "squeeze(Tensor(a) a, int[] dimensions) -> Tensor(a)": _squeeze,
    "transpose(Tensor(a) a, int[] permutation) -> Tensor(a)": torch.permute, "view_of(Tensor(a) a) -> Tensor(a)": lambda a: a.view_as(a),
    "view_of_dtype(Tensor(a) a, ScalarType dtype) -> Tensor(a)": lambda a, dtype: a.view(dtype),
    "cat(Tensor[] tensors, int dim) -> Tensor": lambda tensors, dim: torch.cat(tensors, dim), "reshape(Tensor a, SymInt[] shape) -> Tensor": lambda a, shape: a.reshape(shape).clone(),
    "rev(Tensor a, int[] dims) -> Tensor": torch.flip, "where(Tensor pred, Tensor a, Tensor b) -> Tensor": _where,
    "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor": lambda self, *, memory_format=None: torch.clone(self, memory_format=memory_format or torch.preserve_format),
    "convert_element_type(Tensor a, ScalarType dtype) -> Tensor": lambda a, dtype: a.to(dtype, copy=True),
    "device_put(Tensor a, Device device, bool non_blocking=False) -> Tensor": lambda a, device, non_blocking=False: a.to(device, copy=True),
    "item(Tensor a) -> Scalar": lambda a: a.item(), "maximum_value(ScalarType dtype) -> Scalar": _limit("max"), "minimum_value(ScalarType dtype) -> Scalar": _limit("min"),
    "copy_strided(Tensor a, SymInt[] stride) -> Tensor": lambda a, stride: torch.empty_strided(a.shape, stride, dtype=a.dtype).copy_(a),
    "copy_to(Tensor(a!) a, Tensor b) -> Tensor(a!)": lambda a, b: a.copy_(b), "resize(Tensor(a!) a, SymInt[] shape) -> Tensor(a!)": lambda a, shape: a.resize_(shape),
    f"empty(SymInt[] shape, *, {_DTYPE}) -> Tensor": _new(torch.empty), f"empty_strided(SymInt[] shape, SymInt[] strides, *, {_DTYPE}) -> Tensor": _new(torch.empty_strided),
    f"empty_permuted(SymInt[] shape, int[] physical_layout, *, {_DTYPE}) -> Tensor": _new(torch.empty_permuted), f"full(SymInt[] shape, Scalar fill_value, *, {_DTYPE}) -> Tensor": _new(torch.full),
    f"full_like(Tensor a, Scalar fill_value, *, {_DTYPE}) -> Tensor": _new(torch.full_like),
    "scalar_tensor(Scalar s, *, ScalarType? dtype=None, Device? device=None) -> Tensor": lambda s, *, dtype, device: torch.scalar_tensor(s, dtype=dtype, device=device),
    f"iota(SymInt length, *, SymInt start, SymInt step, {_DTYPE}) -> Tensor": _new(lambda length, *, start, step, **options: torch.arange(start, start + length * step, step, **options)),
    "svd(Tensor A, *, bool full_matrices) -> (Tensor U, Tensor S, Tensor Vh)": lambda A, *, full_matrices: tuple(torch.linalg.svd(A, full_matrices)),
    f"normal(SymInt[] shape, *, Scalar mean, Scalar std, {_DTYPE}, Generator? generator=None) -> Tensor": _new(
        lambda shape, *, mean, std, generator=None, **options: torch.empty(shape, **options).normal_(mean, std, generator=generator)),
    "fft_r2c(Tensor self, *, int[] dim, bool onesided) -> Tensor": _fft(lambda x, dim, onesided: torch.fft.rfftn(x, dim=dim) if onesided else torch.fft.fftn(x, dim=dim)),
    "fft_c2c(Tensor self, *, int[] dim, bool forward) -> Tensor": _fft(lambda x, dim, forward: torch.fft.fftn(x, dim=dim) if forward else torch.fft.ifftn(x, dim=dim, norm="forward")),
    "fft_c2r(Tensor self, *, int[] dim, SymInt last_dim_size) -> Tensor": _fft(
        lambda x, dim, last_dim_size: torch.fft.irfftn(x, s=[x.size(d) for d in dim[:-1]] + [last_dim_size], dim=dim, norm="forward")),
}
