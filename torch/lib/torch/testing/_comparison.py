"""Pairs of values that are compared: what assert_close and the assertions of tests are made of.

A pair knows whether it can take two values (else it raises UnsupportedInputs), and `compare` raises the ErrorMeta of a
difference. `originate_pairs` takes containers apart."""

import cmath
import collections.abc
import warnings

import torch

try:
    import numpy
except ImportError:
    numpy = None


class ErrorMeta(Exception):
    """An error that is to be raised at the place `id` (keys and indices) of what is compared."""

    def __init__(self, type, msg, *, id=()):
        super().__init__("An ErrorMeta leaves the comparison as the error it describes; to_error() makes it.")
        self.type, self.msg, self.id = type, msg, id

    def to_error(self, msg=None):
        if not isinstance(msg, str):
            place = "".join(f"[{key!r}]" for key in self.id)
            text = self.msg + (f"\n\nThe failure occurred for item {place}" if place else "")
            msg = msg(text) if callable(msg) else text
        return self.type(msg)


class UnsupportedInputs(Exception):
    """A pair cannot compare these values; the next kind of pair may."""


_TOLERANCES = {  # rtol, atol
    torch.float16: (1e-3, 1e-5), torch.bfloat16: (1.6e-2, 1e-5), torch.float32: (1.3e-6, 1e-5), torch.float64: (1e-7, 1e-7),
    torch.complex32: (1e-3, 1e-5), torch.complex64: (1.3e-6, 1e-5), torch.complex128: (1e-7, 1e-7),
    **{dtype: (1.3e-6, 1e-5) for dtype in (torch.quint8, torch.quint2x4, torch.quint4x2, torch.qint8, torch.qint32)},
}

_LOW_DIMENSIONAL_FLOATS = (torch.float8_e4m3fn, torch.float8_e4m3fnuz, torch.float8_e5m2, torch.float8_e5m2fnuz, torch.float8_e8m0fnu, torch.float4_e2m1fn_x2)


def default_tolerances(*inputs, dtype_precisions=None):
    """The largest (rtol, atol) of the dtypes of the inputs; (0, 0) for what is not floating point."""
    table = dtype_precisions or _TOLERANCES
    each = []
    for value in inputs:
        if isinstance(value, torch.Tensor):
            value = value.dtype
        elif not isinstance(value, torch.dtype):
            raise TypeError(f"Expected a torch.Tensor or a torch.dtype, but got {type(value)} instead.")
        each.append(table.get(value, (0.0, 0.0)))
    return tuple(map(max, zip(*each)))


def get_tolerances(*inputs, rtol, atol, id=()):
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ErrorMeta(ValueError, f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.", id=id)
    return (rtol, atol) if rtol is not None else default_tolerances(*inputs)


def _headline(identifier, default, exact):
    text = f"{default} are not {'equal' if exact else 'close'}!"
    if identifier is None:
        return text
    return identifier(text) if callable(identifier) else f"{identifier} are not {'equal' if exact else 'close'}!"


def make_scalar_mismatch_msg(actual, expected, *, rtol, atol, identifier=None):
    difference = abs(actual - expected)
    relative = float("inf") if expected == 0 else difference / abs(expected)
    exact = rtol == 0 and atol == 0
    limit = (lambda bound: "") if exact else (lambda bound: f" (up to {bound} allowed)")
    return (f"{_headline(identifier, 'Scalars', exact)}\n\nExpected {expected} but got {actual}.\n"
            f"Absolute difference: {difference}{limit(atol)}\nRelative difference: {relative}{limit(rtol)}")


def make_tensor_mismatch_msg(actual, expected, matches, *, rtol, atol, identifier=None):
    """The text for tensors whose elements differ where `matches` is false: how many, and the greatest differences."""
    exact = rtol == 0 and atol == 0
    wrong = int(torch.sum(~matches))
    actual, expected, equal = actual.flatten(), expected.flatten(), matches.flatten()
    if not actual.dtype.is_floating_point and not actual.dtype.is_complex:
        actual, expected = actual.to(torch.int64), expected.to(torch.int64)
    difference = torch.abs(actual - expected)
    difference[equal] = 0
    relative = difference / torch.abs(expected)
    relative[equal] = 0

    def greatest(kind, values, bound):
        value, flat = torch.max(values, dim=0)
        flat, index = int(flat), []
        for size in reversed(matches.shape):
            flat, i = divmod(flat, size)
            index.insert(0, i)
        return f"Greatest {kind} difference: {value.item()} at index {tuple(index)}" + ("" if exact else f" (up to {bound} allowed)")

    return "\n".join([_headline(identifier, "Tensor-likes", exact), "", f"Mismatched elements: {wrong} / {equal.numel()} ({wrong / equal.numel():.1%})",
                      greatest("absolute", difference, atol), greatest("relative", relative, rtol)])


def make_bitwise_mismatch_msg(*, default_identifier, identifier=None, extra=None, first_mismatch_idx=None):
    """The text for elements that are compared by their bits."""
    name = identifier(default_identifier) if callable(identifier) else identifier or default_identifier
    lines = [f"{name} are not 'equal'!", "", extra.strip()] if extra else [f"{name} are not 'equal'!", ""]
    if first_mismatch_idx is not None:
        lines.append(f"The first mismatched element is at index {first_mismatch_idx}.")
    return "\n".join(lines)


def _bitwise_mismatch(matches, identifier):
    first = tuple(int(i) for i in torch.nonzero(~matches)[0])
    wrong = int(torch.sum(~matches))
    share = f"Mismatched elements: {wrong} / {matches.numel()} ({wrong / matches.numel():.1%})"
    return make_bitwise_mismatch_msg(default_identifier="Tensor-likes", identifier=identifier, extra=share, first_mismatch_idx=first)


class Pair:
    """Two values at the place `id`. Subclasses give `compare`."""

    def __init__(self, actual, expected, *, id=(), **unknown_parameters):
        self.actual, self.expected, self.id = actual, expected, id
        self._unknown_parameters = unknown_parameters

    @staticmethod
    def _inputs_not_supported():
        raise UnsupportedInputs

    @staticmethod
    def _check_inputs_isinstance(*inputs, cls):
        if not all(isinstance(value, cls) for value in inputs):
            Pair._inputs_not_supported()

    def _fail(self, type, msg, *, id=()):
        raise ErrorMeta(type, msg, id=self.id + tuple(id))

    def compare(self):
        raise NotImplementedError

    def extra_repr(self):
        return []

    def __repr__(self):
        items = [f"id={self.id!r}"] if self.id else []
        items += [f"actual={self.actual!r}", f"expected={self.expected!r}"]
        items += [item if isinstance(item, str) else f"{item[0]}={item[1]!r}" for item in ((n, getattr(self, n)) if isinstance(n, str) else n for n in self.extra_repr())]
        return f"{type(self).__name__}(\n    " + ",\n    ".join(items) + ",\n)"


class ObjectPair(Pair):
    """Any two values, by ==."""

    def compare(self):
        try:
            same = self.actual == self.expected
        except Exception as error:
            self._fail(ValueError, f"{self.actual} == {self.expected} failed with:\n{error}.")
        if not same:
            self._fail(AssertionError, f"{self.actual} != {self.expected}")


class NonePair(Pair):
    def __init__(self, actual, expected, **other_parameters):
        if actual is not None and expected is not None:
            self._inputs_not_supported()
        super().__init__(actual, expected, **other_parameters)

    def compare(self):
        if self.actual is not self.expected:
            self._fail(AssertionError, f"None mismatch: {self.actual} is not {self.expected}")


class BooleanPair(Pair):
    def __init__(self, actual, expected, *, id=(), **other_parameters):
        actual, expected = self._process_inputs(actual, expected, id=id)
        super().__init__(actual, expected, id=id, **other_parameters)

    @property
    def _supported_types(self):
        return (bool, numpy.bool_) if numpy else (bool,)

    def _process_inputs(self, actual, expected, *, id):
        self._check_inputs_isinstance(actual, expected, cls=self._supported_types)
        return self._to_bool(actual, id=id), self._to_bool(expected, id=id)

    def _to_bool(self, value, *, id):
        if isinstance(value, bool):
            return value
        if numpy and isinstance(value, numpy.bool_):
            return value.item()
        raise ErrorMeta(TypeError, f"Unknown boolean type {type(value)}.", id=id)

    def compare(self):
        if self.actual is not self.expected:
            self._fail(AssertionError, f"Booleans mismatch: {self.actual} is not {self.expected}")


class NumberPair(Pair):
    _TYPE_TO_DTYPE = {int: torch.int64, float: torch.float64, complex: torch.complex128}
    _NUMBER_TYPES = tuple(_TYPE_TO_DTYPE)

    def __init__(self, actual, expected, *, id=(), rtol=None, atol=None, equal_nan=False, check_dtype=False, **other_parameters):
        actual, expected = self._process_inputs(actual, expected, id=id)
        super().__init__(actual, expected, id=id, **other_parameters)
        self.rtol, self.atol = get_tolerances(*(self._TYPE_TO_DTYPE[type(v)] for v in (actual, expected)), rtol=rtol, atol=atol, id=id)
        self.equal_nan, self.check_dtype = equal_nan, check_dtype

    @property
    def _supported_types(self):
        return (*self._NUMBER_TYPES, numpy.number) if numpy else self._NUMBER_TYPES

    def _process_inputs(self, actual, expected, *, id):
        self._check_inputs_isinstance(actual, expected, cls=self._supported_types)
        return self._to_number(actual, id=id), self._to_number(expected, id=id)

    def _to_number(self, value, *, id):
        if numpy and isinstance(value, numpy.number):
            return value.item()
        if isinstance(value, self._NUMBER_TYPES):
            return value
        raise ErrorMeta(TypeError, f"Unknown number type {type(value)}.", id=id)

    def compare(self):
        if self.check_dtype and type(self.actual) is not type(self.expected):
            self._fail(AssertionError, f"The (d)types do not match: {type(self.actual)} != {type(self.expected)}.")
        a, b = self.actual, self.expected
        if a == b or self.equal_nan and cmath.isnan(a) and cmath.isnan(b):
            return
        difference = abs(a - b)
        if cmath.isfinite(difference) and difference <= self.atol + self.rtol * abs(b):
            return
        self._fail(AssertionError, make_scalar_mismatch_msg(a, b, rtol=self.rtol, atol=self.atol))

    def extra_repr(self):
        return ["rtol", "atol", "equal_nan", "check_dtype"]


class TensorLikePair(Pair):
    """Two tensors, or what torch.as_tensor takes of the same type."""

    def __init__(self, actual, expected, *, id=(), allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True,
                 check_dtype=True, check_layout=True, check_stride=False, **other_parameters):
        actual, expected = self._process_inputs(actual, expected, id=id, allow_subclasses=allow_subclasses)
        super().__init__(actual, expected, id=id, **other_parameters)
        self.rtol, self.atol = get_tolerances(actual, expected, rtol=rtol, atol=atol, id=id)
        self.equal_nan = equal_nan
        self.check_device, self.check_dtype, self.check_layout, self.check_stride = check_device, check_dtype, check_layout, check_stride

    def _process_inputs(self, actual, expected, *, id, allow_subclasses):
        related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
        if not related or not allow_subclasses and type(actual) is not type(expected):
            self._inputs_not_supported()
        actual, expected = self._to_tensor(actual), self._to_tensor(expected)
        for value in (actual, expected):
            self._check_supported(value, id=id)
        return actual, expected

    def _to_tensor(self, value):
        if isinstance(value, torch.Tensor):
            return value
        if isinstance(value, (bool, int, float, complex, str)) or value is None or isinstance(value, collections.abc.Mapping):
            self._inputs_not_supported()
        try:
            return torch.as_tensor(value)
        except Exception:
            self._inputs_not_supported()

    def _check_supported(self, value, *, id):
        if value.layout not in (torch.strided, torch.jagged, torch.sparse_coo, torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc):
            raise ErrorMeta(ValueError, f"Unsupported tensor layout {value.layout}", id=id)

    def compare(self):
        actual, expected = self.actual, self.expected
        self._compare_attributes(actual, expected)
        if any(value.device.type == "meta" for value in (actual, expected)):
            return
        actual, expected = self._equalize_attributes(actual, expected)
        self._compare_values(actual, expected)

    def _compare_attributes(self, actual, expected):
        def differ(name, a, b):
            self._fail(AssertionError, f"The values for attribute '{name}' do not match: {a} != {b}.")

        if actual.shape != expected.shape:
            differ("shape", actual.shape, expected.shape)
        if actual.is_quantized != expected.is_quantized:
            differ("is_quantized", actual.is_quantized, expected.is_quantized)
        elif actual.is_quantized and actual.qscheme() != expected.qscheme():
            differ("qscheme()", actual.qscheme(), expected.qscheme())
        if actual.layout != expected.layout:
            if self.check_layout:
                differ("layout", actual.layout, expected.layout)
        elif actual.layout == torch.strided and self.check_stride and actual.stride() != expected.stride():
            differ("stride()", actual.stride(), expected.stride())
        if self.check_device and actual.device != expected.device:
            differ("device", actual.device, expected.device)
        if self.check_dtype and actual.dtype != expected.dtype:
            differ("dtype", actual.dtype, expected.dtype)

    def _equalize_attributes(self, actual, expected):
        if actual.dtype != expected.dtype:
            dtypes = (torch.int64 if t.dtype in (torch.uint16, torch.uint32, torch.uint64) else t.dtype for t in (actual, expected))  # those are not promoted
            common = torch.promote_types(*dtypes)
            actual, expected = actual.to(common), expected.to(common)
        if actual.layout != expected.layout:
            actual = actual.to_dense() if actual.layout != torch.strided else actual
            expected = expected.to_dense() if expected.layout != torch.strided else expected
        return actual, expected

    def _compare_values(self, actual, expected):
        if actual.layout == torch.sparse_coo:
            return self._compare_sparse_coo_values(actual, expected)
        if actual.layout not in (torch.strided, torch.jagged):
            return self._compare_sparse_compressed_values(actual, expected)
        if actual.layout == torch.jagged:
            actual, expected = actual.values(), expected.values()
        if actual.is_quantized:
            self._compare_regular_values_close(
                actual.dequantize(), expected.dequantize(), rtol=self.rtol, atol=self.atol, equal_nan=self.equal_nan, identifier=lambda usual: f"Quantized {usual.lower()}")
            return
        self._compare_regular_values_close(actual, expected, rtol=self.rtol, atol=self.atol, equal_nan=self.equal_nan)

    def _compare_sparse_coo_values(self, actual, expected):
        actual, expected = actual.coalesce(), expected.coalesce()
        if actual._nnz() != expected._nnz():
            self._fail(AssertionError, f"The number of specified values in sparse COO tensors does not match: {actual._nnz()} != {expected._nnz()}")
        self._compare_regular_values_close(actual._indices(), expected._indices(), rtol=0, atol=0, equal_nan=False, identifier="Sparse COO indices")
        self._compare_regular_values_close(actual._values(), expected._values(), rtol=self.rtol, atol=self.atol, equal_nan=self.equal_nan,
                                           identifier="Sparse COO values")

    def _compare_sparse_compressed_values(self, actual, expected):
        name = str(actual.layout).split("_")[-1].upper()
        outer, inner = ("crow", "col") if actual.layout in (torch.sparse_csr, torch.sparse_bsr) else ("ccol", "row")
        if actual._nnz() != expected._nnz():
            self._fail(AssertionError, f"The number of specified values in sparse {name} tensors does not match: {actual._nnz()} != {expected._nnz()}")
        for part in (outer, inner):
            self._compare_regular_values_close(getattr(actual, f"{part}_indices")(), getattr(expected, f"{part}_indices")(), rtol=0, atol=0,
                                               equal_nan=False, identifier=f"Sparse {name} {part}_indices")
        self._compare_regular_values_close(actual.values(), expected.values(), rtol=self.rtol, atol=self.atol, equal_nan=self.equal_nan,
                                           identifier=f"Sparse {name} values")

    def _compare_regular_values_close(self, actual, expected, *, rtol, atol, equal_nan, identifier=None):
        with torch.no_grad():
            actual, expected = actual.detach().resolve_conj(), expected.detach().resolve_conj()
            bitwise = actual.dtype in _LOW_DIMENSIONAL_FLOATS
            if bitwise and (rtol != 0 or atol != 0):
                self._fail(AssertionError, f"Rtol={rtol} and atol={atol} are not supported for bitwise comparison of low dimensional floats. "
                                           "Please use rtol=0.0 and atol=0.0.")
            matches = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan)
            if bool(torch.all(matches)):
                return
            if actual.shape == torch.Size([]):
                text = make_scalar_mismatch_msg(actual.item(), expected.item(), rtol=rtol, atol=atol, identifier=identifier)
            elif bitwise:
                text = _bitwise_mismatch(matches, identifier)
            else:
                text = make_tensor_mismatch_msg(actual, expected, matches, rtol=rtol, atol=atol, identifier=identifier)
        self._fail(AssertionError, text)

    def extra_repr(self):
        return ["rtol", "atol", "equal_nan", "check_device", "check_dtype", "check_layout", "check_stride"]


def originate_pairs(actual, expected, *, pair_types, sequence_types=(collections.abc.Sequence,), mapping_types=(collections.abc.Mapping,), id=(), **options):
    """The pairs of two values: those of their items for sequences and mappings, in order."""
    def within(a, b, key):
        return originate_pairs(a, b, pair_types=pair_types, sequence_types=sequence_types, mapping_types=mapping_types, id=(*id, key), **options)

    def both(types):
        return isinstance(actual, types) and isinstance(expected, types) and not isinstance(actual, str) and not isinstance(expected, str)

    if both(sequence_types):
        if len(actual) != len(expected):
            raise ErrorMeta(AssertionError, f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", id=id)
        return [pair for i in range(len(actual)) for pair in within(actual[i], expected[i], i)]
    if both(mapping_types):
        missing, more = set(expected) - set(actual), set(actual) - set(expected)
        if missing or more:
            raise ErrorMeta(AssertionError, "The keys of the mappings do not match:\n"
                            f"Missing keys in the actual mapping: {sorted(missing, key=str)}\nAdditional keys in the actual mapping: {sorted(more, key=str)}", id=id)
        keys = list(actual)
        try:
            keys.sort()
        except Exception:
            pass
        return [pair for key in keys for pair in within(actual[key], expected[key], key)]
    for kind in pair_types:
        try:
            return [kind(actual, expected, id=id, **options)]
        except UnsupportedInputs:
            continue
    raise ErrorMeta(TypeError, f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.", id=id)


def not_close_error_metas(actual, expected, *, pair_types=(ObjectPair,), sequence_types=(collections.abc.Sequence,),
                          mapping_types=(collections.abc.Mapping,), **options):
    """The differences of two values, as a list of ErrorMeta."""
    try:
        pairs = originate_pairs(actual, expected, pair_types=pair_types, sequence_types=sequence_types, mapping_types=mapping_types, **options)
    except ErrorMeta as error:
        raise error.to_error() from None
    found = []
    for pair in pairs:
        try:
            pair.compare()
        except ErrorMeta as error:
            found.append(error)
    return found


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False,
                 check_device=True, check_dtype=True, check_layout=True, check_stride=False, msg=None):
    """Raises AssertionError unless |actual - expected| <= atol + rtol * |expected| everywhere; containers are compared item
    by item. Without tolerances those of the dtypes hold."""
    problems = not_close_error_metas(
        actual, expected, pair_types=(NonePair, BooleanPair, NumberPair, TensorLikePair), allow_subclasses=allow_subclasses, rtol=rtol, atol=atol,
        equal_nan=equal_nan, check_device=check_device, check_dtype=check_dtype, check_layout=check_layout, check_stride=check_stride)
    if problems:
        raise problems[0].to_error(msg)


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    warnings.warn("`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a future release. Please use `torch.testing.assert_close()` instead. "
                  "You can find detailed upgrade instructions in https://github.com/pytorch/pytorch/issues/61844.", FutureWarning, stacklevel=2)
    actual = torch.as_tensor(actual)
    if not isinstance(expected, torch.Tensor):
        expected = torch.tensor(expected, dtype=actual.dtype)
    if (rtol, atol) == (None, None):
        older = {torch.float64: (1e-5, 1e-8), torch.float32: (1e-4, 1e-5), torch.float16: (1e-3, 1e-3)}
        rtol, atol = default_tolerances(actual, expected, dtype_precisions=older)
    assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, check_stride=False, msg=msg or None)
