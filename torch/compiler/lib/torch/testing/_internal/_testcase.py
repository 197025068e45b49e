"""The TestCase of PyTorch's tests: equality of tensors and containers with the tolerances of their types."""

import collections.abc
import contextlib
import difflib
import enum
import functools
import gc
import inspect
import os
import random
import re
import subprocess
import sys
import types
import unittest
import warnings

import expecttest
import torch
from torch.testing._comparison import (
    BooleanPair, ErrorMeta, NonePair, NumberPair, Pair, TensorLikePair, UnsupportedInputs, not_close_error_metas)
from torch.testing._internal._switches import *

if TEST_NUMPY:
    import numpy as np


class UnittestPair(Pair):
    """Values of a class that are compared by their own =="""

    CLS = None
    TYPE_NAME = None

    def __init__(self, actual, expected, **other_parameters):
        self._check_inputs_isinstance(actual, expected, cls=self.CLS)
        super().__init__(actual, expected, **other_parameters)

    def difference(self):
        return f"{self.actual!r} != {self.expected!r}"

    def compare(self):
        same = self.actual == self.expected
        if isinstance(same, torch.Tensor) or TEST_NUMPY and isinstance(same, np.ndarray):
            same = bool(same.all())
        if not same:
            self._fail(AssertionError, f"{(self.TYPE_NAME or self.CLS.__name__).title()} comparison failed: {self.difference()}")


class StringPair(UnittestPair):
    CLS, TYPE_NAME = (str, bytes), "string"

    def difference(self):
        if isinstance(self.actual, bytes) or isinstance(self.expected, bytes):
            return super().difference()
        lines = difflib.ndiff(self.actual.splitlines(keepends=True), self.expected.splitlines(keepends=True))
        return super().difference() + "\n" + "".join(line if line.endswith("\n") else line + "\n" for line in lines)


class SetPair(UnittestPair):
    CLS = (set, frozenset)
    TYPE_NAME = "set"

    def difference(self):
        parts = []
        for text, more in (("first set but not the second", self.actual - self.expected), ("second set but not the first", self.expected - self.actual)):
            if more:
                parts += [f"Items in the {text}:", *(repr(item) for item in more)]
        return "\n".join(parts)


class TypePair(UnittestPair):
    CLS = type


class ObjectPair(UnittestPair):
    CLS = object


class RelaxedBooleanPair(BooleanPair):
    """A bool and another bool or number, or a tensor of one element."""

    def _process_inputs(self, actual, expected, *, id):
        others = (*self._supported_types, int, float, complex, torch.Tensor, *((np.ndarray, np.number) if TEST_NUMPY else ()))
        a, b = isinstance(actual, self._supported_types), isinstance(expected, self._supported_types)
        if not (a and isinstance(expected, others) or b and isinstance(actual, others)):
            self._inputs_not_supported()
        return [self._to_bool(value, id=id) for value in (actual, expected)]

    def _to_bool(self, value, *, id):
        if isinstance(value, torch.Tensor) or TEST_NUMPY and isinstance(value, np.ndarray):
            count = value.numel() if isinstance(value, torch.Tensor) else value.size
            if count > 1:
                raise ErrorMeta(ValueError, f"Only single element tensor-likes can be compared against a boolean. Got {count} elements instead.", id=id)
            return bool(value.item())
        return bool(value)


class RelaxedNumberPair(NumberPair):
    """Two numbers, or a number and a tensor of one element; the tolerances of float32 for all floats."""

    _TYPE_TO_DTYPE = {int: torch.int64, float: torch.float32, complex: torch.complex64}

    def __init__(self, actual, expected, *, rtol_override=0.0, atol_override=0.0, check_dtype=None, **other_parameters):
        super().__init__(actual, expected, check_dtype=False, **other_parameters)
        self.rtol, self.atol = max(self.rtol, rtol_override), max(self.atol, atol_override)

    def _process_inputs(self, actual, expected, *, id):
        others = (*self._supported_types, torch.Tensor, *((np.ndarray,) if TEST_NUMPY else ()))
        a, b = isinstance(actual, self._supported_types), isinstance(expected, self._supported_types)
        if not (a and isinstance(expected, others) or b and isinstance(actual, others)):
            self._inputs_not_supported()
        return [self._to_number(value, id=id) for value in (actual, expected)]

    def _to_number(self, value, *, id):
        if isinstance(value, torch.Tensor) or TEST_NUMPY and isinstance(value, np.ndarray):
            count = value.numel() if isinstance(value, torch.Tensor) else value.size
            if count > 1:
                raise ErrorMeta(ValueError, f"Only single element tensor-likes can be compared against a number. Got {count} elements instead.", id=id)
            value = value.item()
        elif isinstance(value, (bool, enum.Enum)):
            return int(value)
        plain = isinstance(value, (int, float, complex)) and not (TEST_NUMPY and isinstance(value, np.number))  # of which some are floats
        number = value if plain else super()._to_number(value, id=id)
        return int(number) if isinstance(number, bool) else number


class TensorOrArrayPair(TensorLikePair):
    """Tensors and arrays of numpy, in any mixture, with the tolerances that the test sets if they are greater."""

    def __init__(self, actual, expected, *, rtol_override=0.0, atol_override=0.0, **other_parameters):
        super().__init__(actual, expected, **other_parameters)
        self.rtol, self.atol = max(self.rtol, rtol_override), max(self.atol, atol_override)

    def _process_inputs(self, actual, expected, *, id, allow_subclasses):
        self._check_inputs_isinstance(actual, expected, cls=(torch.Tensor, *((np.ndarray,) if TEST_NUMPY else ())))
        actual, expected = (self._to_tensor(value) for value in (actual, expected))
        for value in (actual, expected):
            self._check_supported(value, id=id)
        return actual, expected


class TypedStoragePair(TensorLikePair):
    def __init__(self, actual, expected, *, rtol_override=0.0, atol_override=0.0, **other_parameters):
        self._check_inputs_isinstance(actual, expected, cls=torch.storage.TypedStorage)
        super().__init__(actual, expected, **other_parameters)
        self.rtol, self.atol = max(self.rtol, rtol_override), max(self.atol, atol_override)

    def _to_tensor(self, typed_storage):
        return torch.tensor(typed_storage.tolist(), dtype=typed_storage.dtype)


def set_rng_seed(seed=None):
    seed = SEED if seed is None else seed
    torch.manual_seed(seed)
    random.seed(seed)
    if TEST_NUMPY:
        np.random.seed(seed)


class TestCase(expecttest.TestCase):
    """Compares tensors and containers of them with the tolerances of their types."""

    maxDiff = None
    _precision = 0
    _rel_tol = 0
    _default_dtype_check_enabled = False
    _ignore_not_implemented_error = False

    @property
    def precision(self):
        return self._precision

    @precision.setter
    def precision(self, value):
        self._precision = value

    @property
    def rel_tol(self):
        return self._rel_tol

    @rel_tol.setter
    def rel_tol(self, value):
        self._rel_tol = value

    def setUp(self):
        set_rng_seed(SEED)
        self._saved_check = torch.sparse.check_sparse_tensor_invariants.is_enabled()
        torch.sparse.check_sparse_tensor_invariants.enable()
        if self._default_dtype_check_enabled:
            assert torch.get_default_dtype() == torch.float

    def tearDown(self):
        if getattr(self, "_saved_check", None):
            torch.sparse.check_sparse_tensor_invariants.enable()
        else:
            torch.sparse.check_sparse_tensor_invariants.disable()
        if self._default_dtype_check_enabled:
            assert torch.get_default_dtype() == torch.float

    def assertEqual(self, x, y, msg=None, *, atol=None, rtol=None, equal_nan=True, exact_dtype=True, exact_device=False,
                    exact_layout=False, exact_stride=False, exact_is_coalesced=False):
        def sequence_to_tensor(value, other):
            return torch.as_tensor(value, dtype=other.dtype, device=other.device) if isinstance(value, collections.abc.Sequence) and not isinstance(value, str) else value

        # A tensor may be compared with a list of numbers.
        if isinstance(x, torch.Tensor):
            y = sequence_to_tensor(y, x)
        elif isinstance(y, torch.Tensor):
            x = sequence_to_tensor(x, y)
        elif TEST_NUMPY and isinstance(x, np.ndarray) and isinstance(y, collections.abc.Sequence) and not isinstance(y, str):
            y = np.asarray(y, dtype=x.dtype)
        elif TEST_NUMPY and isinstance(y, np.ndarray) and isinstance(x, collections.abc.Sequence) and not isinstance(x, str):
            x = np.asarray(x, dtype=y.dtype)
        # Containers, except strings and sizes, whose items are compared alone.
        for value in (x, y):
            if isinstance(value, torch.Tensor) and value.is_nested and value.layout == torch.strided:
                x, y = (list(v.unbind()) if isinstance(v, torch.Tensor) else v for v in (x, y))
                break
        try:
            problems = not_close_error_metas(
                x, y,
                pair_types=(NonePair, RelaxedBooleanPair, RelaxedNumberPair, TensorOrArrayPair, TypedStoragePair, StringPair, SetPair, TypePair, ObjectPair),
                sequence_types=(collections.abc.Sequence, torch.nn.Sequential, torch.nn.ModuleList, torch.nn.ParameterList),
                mapping_types=(collections.abc.Mapping, torch.nn.ModuleDict, torch.nn.ParameterDict),
                rtol=rtol, rtol_override=self.rel_tol, atol=atol, atol_override=self.precision, equal_nan=equal_nan,
                check_device=exact_device, check_dtype=exact_dtype, check_layout=exact_layout, check_stride=exact_stride,
                check_is_coalesced=exact_is_coalesced)
        except AssertionError as error:
            raise self.failureException(self._with_message(str(error), msg)) from None
        if problems:
            raise problems.pop(0).to_error(lambda text: self._with_message(text, msg)) from None

    @staticmethod
    def _with_message(text, msg):
        if callable(msg):
            return msg(text)
        return f"{text}\n{msg}" if msg else text

    def assertNotEqual(self, x, y, msg=None, *, atol=None, rtol=None, **kwargs):
        with self.assertRaises(AssertionError, msg=msg):
            self.assertEqual(x, y, msg, atol=atol, rtol=rtol, **kwargs)

    def assertEqualIgnoreType(self, *args, **kwargs):
        return self.assertEqual(*args, exact_dtype=False, **kwargs)

    def assertEqualBroadcasting(self, x, y, *args, **kwargs):
        """Compares x with y, a number or a tensor, after y is spread to the shape of x."""
        if not isinstance(y, torch.Tensor) and not isinstance(y, collections.abc.Iterable):
            y = torch.ones_like(x) * y
        if not isinstance(y, torch.Tensor):
            y = torch.ones_like(x) * torch.tensor(y)
        return self.assertEqual(x, y, *args, **kwargs)

    def assertEqualTypeString(self, x, y):
        self.assertEqual(x.device, y.device)
        self.assertEqual(x.dtype, y.dtype)
        self.assertEqual(x.is_sparse, y.is_sparse)

    def assertObjectIn(self, obj, iterable):
        if not any(item is obj for item in iterable):
            raise self.failureException("object not found in iterable")

    def assertGreaterAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first >= second:
            return
        self.assertAlmostEqual(first, second, places=places, msg=msg, delta=delta)

    def assertRaises(self, expected_exception, *args, **kwargs):
        if self._ignore_not_implemented_error:
            with _raises_or_skips(super().assertRaises(expected_exception, msg=kwargs.pop("msg", None))) as context:
                return args[0](*args[1:], **kwargs) if args else context
        return super().assertRaises(expected_exception, *args, **kwargs)

    @contextlib.contextmanager
    def assertNotWarn(self, callable=None, msg=""):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            yield
        self.assertTrue(len(caught) == 0, msg)

    @contextlib.contextmanager
    def assertWarnsOnceRegex(self, category, regex=""):
        """Exactly one warning of the category comes up, with a text that the pattern finds."""
        pattern = re.compile(regex)
        with warnings.catch_warnings(record=True) as caught:
            warnings.resetwarnings()
            saved = torch.is_warn_always_enabled()
            torch.set_warn_always(True)
            try:
                yield
            finally:
                torch.set_warn_always(saved)
        self.assertTrue(any(w.category is category and pattern.search(str(w.message)) for w in caught),
                        f"no warning of {category.__name__} matches {regex!r} among {[str(w.message) for w in caught]}")

    @contextlib.contextmanager
    def assertNoUnraisable(self, callable=None):
        raised = []
        hook, sys.unraisablehook = sys.unraisablehook, lambda unraisable: raised.append(unraisable)
        try:
            yield
            gc.collect()
        finally:
            sys.unraisablehook = hook
        self.assertEqual(len(raised), 0)

    @contextlib.contextmanager
    def assertRaisesRegexForDevice(self, exc, regex):
        with self.assertRaisesRegex(exc, regex):
            yield

    def assertExpectedInline(self, actual, expect, skip=0, ignore_comments=False, ignore_empty_lines=False):
        actual = actual if isinstance(actual, str) else str(actual)
        if ignore_comments:
            actual, expect = self.remove_comment_lines(actual), self.remove_comment_lines(expect)
        if ignore_empty_lines:
            actual, expect = self.remove_empty_lines(actual), self.remove_empty_lines(expect)
        super().assertExpectedInline(actual, expect, skip + 1)

    def assertExpectedInlineMunged(self, exc_type, callable, expect, *, skip=0, suppress_suffix=True, post_munge=None):
        """Calling raises an exception whose text, without paths and lines of files, is what the test says."""
        try:
            callable()
        except exc_type as e:
            text = munge_exc(e, suppress_suffix=suppress_suffix, skip=1)
            if post_munge:
                text = post_munge(text)
            self.assertExpectedInline(text, expect, skip=skip + 1)
            return
        self.fail(msg="Did not raise when expected to")

    def assertExpectedRaises(self, exc_type, callable, *args, **kwargs):
        subname = kwargs.pop("subname", None)
        try:
            callable(*args, **kwargs)
        except exc_type as e:
            self.assertExpected(str(e), subname)
            return
        self.fail(msg="Did not raise when expected to")

    def assertExpected(self, s, subname=None):
        """Compares with the file expect/CLASS.TEST[-SUBNAME].expect beside the test."""
        file = inspect.getfile(type(self))
        name = ".".join(self.id().split(".")[-2:]) + (f"-{subname}" if subname else "")
        path = os.path.join(os.path.dirname(os.path.realpath(file)), "expect", f"{name}.expect")
        if not os.path.exists(path):
            raise RuntimeError(f"I got this output for {name}:\n\n{s}\n\nand there is no file {path} to compare it with")
        with open(path) as f:
            self.assertMultiLineEqual(f.read(), s)

    @staticmethod
    def remove_comment_lines(text):
        return "\n".join(line for line in text.split("\n") if not line.strip().startswith("#"))

    @staticmethod
    def remove_empty_lines(text):
        return "\n".join(line for line in text.split("\n") if line.strip())

    def assertLeaksNoCudaTensors(self, name=None):
        return contextlib.nullcontext()

    def enforceNonDefaultStream(self):
        return contextlib.nullcontext()

    def wrap_with_cuda_memory_check(self, method):
        return method

    def wrap_with_cuda_policy(self, method_name, policy):
        return None

    def wrap_method_with_policy(self, method, policy):
        @functools.wraps(method)
        def wrapper(*args, **kwargs):
            with policy():
                method(*args, **kwargs)

        return types.MethodType(lambda self, *args, **kwargs: wrapper(*args, **kwargs), self)

    def check_nondeterministic_alert(self, fn, caller_name, should_alert=True):
        """Calling fn with deterministic algorithms on raises, or warns, and names the caller; else it does not."""
        prior, prior_warn = torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()
        try:
            torch.use_deterministic_algorithms(True)
            if should_alert:
                with self.assertRaisesRegex(RuntimeError, f"{caller_name} does not have a deterministic implementation, but you set"):
                    fn()
                return
            fn()
        finally:
            torch.use_deterministic_algorithms(prior, warn_only=prior_warn)

    def compare_with_reference(self, torch_fn, ref_fn, sample_input, **kwargs):
        arrays = sample_input.numpy()
        actual = torch_fn(sample_input.input, *sample_input.args, **sample_input.kwargs)
        self.assertEqual(actual, ref_fn(arrays.input, *arrays.args, **arrays.kwargs), exact_device=False, **kwargs)

    def compare_with_numpy(self, torch_fn, np_fn, tensor_like, device=None, dtype=None, **kwargs):
        """torch_fn of the tensor is np_fn of the same values as an array."""
        if isinstance(tensor_like, torch.Tensor):
            assert device is None and dtype is None
            t = tensor_like
            array = t.detach().cpu()
            array = (array.float() if t.dtype is torch.bfloat16 else array).numpy()
        else:
            array = np.array(tensor_like, dtype={torch.bool: np.bool_, torch.float32: np.float32, torch.float64: np.float64, torch.float16: np.float16,
                                                 torch.uint8: np.uint8, torch.int8: np.int8, torch.int16: np.int16, torch.int32: np.int32, torch.int64: np.int64,
                                                 torch.complex64: np.complex64, torch.complex128: np.complex128}[dtype])
            t = torch.tensor(tensor_like, device=device, dtype=dtype)
        expected = np_fn(array)
        actual = torch_fn(t)
        if isinstance(expected, np.ndarray):
            try:
                expected = torch.from_numpy(expected)
            except (ValueError, TypeError):
                expected = torch.from_numpy(expected.copy())
        self.assertEqual(actual, expected, **kwargs)

    def genSparseTensor(self, size, sparse_dim, nnz, is_uncoalesced, device, dtype):
        """A random sparse COO tensor with nnz entries, with its indices and values; half of the entries twice if uncoalesced."""
        assert all(n > 0 for n in size[:sparse_dim]) or nnz == 0, "entries need places"
        indices = torch.rand(sparse_dim, nnz, device=device)
        indices.mul_(torch.tensor(size[:sparse_dim]).unsqueeze(1).to(indices))
        indices = indices.to(torch.long)
        values = torch.testing.make_tensor([nnz, *size[sparse_dim:]], device=device, dtype=dtype, low=-1, high=1)
        if is_uncoalesced:
            indices = torch.cat([indices, indices[:, :nnz // 2]], dim=1)
            values = torch.cat([values, torch.testing.make_tensor([nnz // 2, *size[sparse_dim:]], device=device, dtype=dtype)])
        x = torch.sparse_coo_tensor(indices, values, torch.Size(size), dtype=dtype, device=device)
        if not is_uncoalesced:
            x = x.detach().clone().coalesce()
        else:
            x = x.detach().clone()._coalesced_(False)
        return x, x._indices().clone(), x._values().clone()

    def genSparseCSRTensor(self, size, nnz, *, device, dtype, index_dtype, dense_dims=0):
        dense = torch.zeros(size, dtype=dtype, device=device)
        flat = torch.randperm(dense.numel())[:nnz]
        dense.view(-1)[flat] = torch.testing.make_tensor((nnz,), dtype=dtype, device=device, exclude_zero=True)
        csr = dense.to_sparse_csr()
        return torch.sparse_csr_tensor(csr.crow_indices().to(index_dtype), csr.col_indices().to(index_dtype), csr.values(), size)

    def safeToDense(self, t):
        if t.layout == torch.sparse_coo:
            t = t.coalesce()
        return t.to_dense()

    def assertAtenOp(self, onnx_model, operator, overload_name=""):
        raise NotImplementedError("ONNX models are not supported")

    @staticmethod
    def run_process_no_exception(code, env=None):
        result = subprocess.run([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert result.returncode == 0, (result.stdout, result.stderr)
        return result.stdout, result.stderr

    @staticmethod
    def runWithPytorchAPIUsageStderr(code):
        env = {k: v for k, v in os.environ.items() if k != "CI"}
        env["PYTORCH_API_USAGE_STDERR"] = "1"
        result = subprocess.run([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return result.stderr.decode("ascii")


@contextlib.contextmanager
def _raises_or_skips(context):
    try:
        with context as inner:
            yield inner
    except NotImplementedError as e:
        raise unittest.SkipTest(f"not implemented: {e}") from e


def munge_exc(e, *, suppress_suffix=True, suppress_prefix=True, file=None, skip=0, strip_carets=True, strip_stack_attribution=True):
    """The text of an exception without what differs between machines: frames of other files, folders, line numbers, marks and advice on logs."""
    if file is None:
        file = inspect.stack()[1 + skip].filename
    text = "\n".join(_own_frames(str(e).split("\n"), file, strip_carets))
    text = re.sub(r"line \d+", "line N", text)
    text = re.sub(r".py:\d+", ".py:N", text)
    text = text.replace(file, os.path.basename(file)).replace(os.path.dirname(torch.__file__) + "/", "")
    if suppress_suffix:
        for start in ("Set TORCH_LOGS", "You can suppress this exception", "Set TORCHDYNAMO_VERBOSE=1"):
            text = re.sub(rf"\n*{start}.+", "", text, flags=re.DOTALL)
    if suppress_prefix:
        text = re.sub(r"Cannot export model.+\n\n", "", text)
    return re.sub(r" +$", "", text, flags=re.MULTILINE)


def _own_frames(lines, file, strip_carets):
    """Drops the entries of tracebacks that lie in other files or at the top level."""
    out, dropping = [], False
    for line in lines:
        entry = re.match(r' *File "([^"]+)", line \d+, in (.+)$', line)
        if entry:
            dropping = entry.group(1) != file or entry.group(2) == "<module>"
            if not dropping:
                out.append(line)
            continue
        within = line.startswith("    ")
        if dropping and within:
            continue
        dropping = False
        if strip_carets and within and line.strip() and not line.strip(" ~^"):
            continue
        out.append(line)
    return out
