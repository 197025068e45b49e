"""TestCase, parametrized tests and the switches by which tests skip what a build lacks."""

import contextlib
import copy
import enum
import functools
import inspect
import math
import os
import random
import re
import sys
import tempfile
import threading
import types
import unittest
import warnings
from collections.abc import Mapping, Sequence
from numbers import Number

import expecttest
import torch
from torch.testing import make_tensor
from torch.testing._internal._compare import describe_difference

SEED = 1234

IS_LINUX = sys.platform == "linux"
IS_WINDOWS = sys.platform == "win32"
IS_MACOS = sys.platform == "darwin"
IS_X86 = True
IS_ARM64 = IS_PPC = IS_S390X = IS_JETSON = IS_CI = IS_SANDCASTLE = IS_FBCODE = IS_REMOTE_GPU = IN_RE_WORKER = False
IS_AVX512_VNNI_SUPPORTED = IS_CPU_EXT_SVE_SUPPORTED = IS_CPU_CAPABILITY_SVE256 = False
IS_FILESYSTEM_UTF8_ENCODING = True
NO_MULTIPROCESSING_SPAWN = False
TEST_ACCELERATOR = TEST_CUDA = TEST_HPU = TEST_XPU = TEST_MPS = TEST_PRIVATEUSE1 = TEST_MULTIACCELERATOR = TEST_CUDA_GRAPH = False
TEST_MKL = TEST_ONEDNN = TEST_ACL = TEST_NUMBA = TEST_SCIPY = TEST_DILL = TEST_LIBROSA = TEST_OPT_EINSUM = TEST_TRANSFORMERS = TEST_FAIRSEQ = False
TEST_WITH_ASAN = TEST_WITH_DEV_DBG_ASAN = TEST_WITH_TSAN = TEST_WITH_UBSAN = TEST_WITH_ROCM = TEST_WITH_MTIA = TEST_WITH_MIOPEN_SUGGEST_NHWC = False
TEST_WITH_TORCHINDUCTOR = TEST_WITH_AOT_EAGER = TEST_WITH_TORCHDYNAMO = TEST_WITH_CROSSREF = TEST_WITH_TV = TEST_Z3 = False
TEST_WITHOUT_COMPILED_AUTOGRAD = True
TEST_WITH_SLOW = TEST_SKIP_FAST = TEST_WITH_SLOW_GRADCHECK = TEST_CUDA_MEM_LEAK_CHECK = PRINT_REPRO_ON_FAILURE = False
MI200_ARCH, MI300_ARCH, MI350_ARCH, NAVI_ARCH, NAVI3_ARCH, NAVI4_ARCH = (), (), (), (), (), ()
ACCELERATOR_TYPE = None
GRADCHECK_NONDET_TOL = 0.0
NATIVE_DEVICES = ("cpu", "cuda", "xpu", "meta", "mps", "mtia")

try:
    import numpy
    TEST_NUMPY = True
except ImportError:
    TEST_NUMPY = False


def run_tests(argv=None):
    """Runs the tests of the main module."""
    unittest.main(argv=argv)


def raise_on_run_directly(file_to_call):
    raise RuntimeError(f"This test file is not meant to be run directly, use:\n\n\tpython {file_to_call} TESTNAME\n\ninstead.")


def set_rng_seed(seed=None):
    seed = SEED if seed is None else seed
    torch.manual_seed(seed)
    random.seed(seed)


class TestCase(expecttest.TestCase):
    """Compares tensors and containers of them with the tolerances of their types."""

    _precision = 0
    _rel_tol = 0
    _default_dtype_check_enabled = False

    @property
    def precision(self):
        return self._precision

    @property
    def rel_tol(self):
        return self._rel_tol

    def setUp(self):
        set_rng_seed(SEED)

    def assertEqual(self, x, y, msg=None, *, atol=None, rtol=None, equal_nan=True, exact_dtype=True, exact_device=False,
                    exact_layout=False, exact_stride=False, exact_is_coalesced=False):
        if (atol is None) != (rtol is None):
            atol, rtol = atol or 0.0, rtol or 0.0
        problem = describe_difference(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=exact_dtype, check_device=exact_device,
                                      check_layout=exact_layout, check_stride=exact_stride)
        if problem is None:
            return
        if msg is not None:
            problem = msg(problem) if callable(msg) else f"{problem}\n{msg}"
        raise self.failureException(problem)

    def assertNotEqual(self, x, y, msg=None, *, atol=None, rtol=None, **kwargs):
        try:
            self.assertEqual(x, y, msg, atol=atol, rtol=rtol, **kwargs)
        except AssertionError:
            return
        raise self.failureException(msg or f"{x!r} == {y!r}")

    def assertEqualIgnoreType(self, *args, **kwargs):
        return self.assertEqual(*args, exact_dtype=False, **kwargs)

    def assertEqualBroadcasting(self, x, y, *args, **kwargs):
        return self.assertEqual(x, y if isinstance(y, torch.Tensor) and y.shape == x.shape else torch.full_like(x, y), *args, **kwargs)

    def assertIsNone(self, obj, msg=None):
        if obj is not None:
            raise self.failureException(msg or f"{obj} is not None")

    def assertExpectedInline(self, actual, expect, skip=0, ignore_comments=False, ignore_empty_lines=False):
        if ignore_comments:
            actual, expect = re.sub(r"#.*", "", str(actual)), re.sub(r"#.*", "", str(expect))
        if ignore_empty_lines:
            actual, expect = _without_empty_lines(str(actual)), _without_empty_lines(str(expect))
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

    def assertLeaksNoCudaTensors(self, name=None):
        return contextlib.nullcontext()

    def assertObjectIn(self, obj, iterable):
        for e in iterable:
            if e is obj:
                return
        raise self.failureException("object not found in iterable")

    def assertAtenOp(self, onnx_model, operator, overload_name=""):
        raise NotImplementedError("ONNX models are not supported")

    def assertWarnsOnceRegex(self, category, regex=""):
        return self.assertWarnsRegex(category, regex)

    @contextlib.contextmanager
    def assertRaisesRegexForDevice(self, exc, regex):
        with self.assertRaisesRegex(exc, regex):
            yield

    def wrap_with_cuda_policy(self, method_name, policy):
        return None

    def compare_with_reference(self, *args, **kwargs):
        return self.assertEqual(*args, **kwargs)

    def genSparseTensor(self, *args, **kwargs):
        raise NotImplementedError("magneto does not have sparse tensors")

    def safeToDense(self, t):
        return t.to_dense()


TestCaseBase = TestCase


def _without_empty_lines(text):
    return "\n".join(line for line in text.split("\n") if line.strip())


def munge_exc(e, *, suppress_suffix=True, suppress_prefix=True, file=None, skip=0, strip_carets=True, strip_stack_attribution=True):
    """The text of an exception without what differs between machines: frames of other files, folders, line numbers, marks and advice on logs."""
    if file is None:
        file = inspect.stack()[1 + skip].filename
    text = "\n".join(_own_frames(str(e).split("\n"), file, strip_carets))
    text = re.sub(r"line \d+", "line N", text)
    text = re.sub(r".py:\d+", ".py:N", text)
    text = text.replace(file, os.path.basename(file))
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


class subtest:
    """One case of a parametrized test, with a name or decorators of its own."""

    def __init__(self, arg_values, name=None, decorators=None):
        self.arg_values = arg_values
        self.name = name
        self.decorators = decorators if decorators else []


def dtype_name(dtype):
    return str(dtype).split(".")[1]


class _TestParametrizer:
    """A decorator that makes several tests of one; `_cases` gives (test, name suffix, keyword arguments, decorators of the case)."""

    def _cases(self, test, generic_cls, device_cls):
        raise NotImplementedError

    def __call__(self, fn):
        if hasattr(fn, "parametrize_fn"):
            fn.parametrize_fn = compose_parametrize_fns(fn.parametrize_fn, self._cases)
        else:
            fn.parametrize_fn = self._cases
        return fn


def compose_parametrize_fns(old, new):
    """The product of two parametrizations; that of the inner decorator comes last in names."""

    def composite(test, generic_cls, device_cls):
        for old_test, old_name, old_kwargs, old_decorators in list(old(test, generic_cls, device_cls)):
            for new_test, new_name, new_kwargs, new_decorators in new(old_test, generic_cls, device_cls):
                both = set(old_kwargs) & set(new_kwargs)
                if both:
                    raise RuntimeError(f"Parametrization over the same parameter by multiple parametrization decorators: {both}")
                kwargs = {**new_kwargs, **old_kwargs}
                name = "_".join(part for part in (new_name, old_name) if part)
                yield new_test, name, kwargs, lambda p, a=old_decorators, b=new_decorators: list(a(p)) + list(b(p))

    return composite


class parametrize(_TestParametrizer):
    """Runs a test once for each value: parametrize("x", range(3)), parametrize("x,y", [(1, 2), (3, 4)])."""

    def __init__(self, arg_str, arg_values, name_fn=None):
        self.arg_names = [s.strip() for s in arg_str.split(",") if s.strip()]
        self.arg_values = arg_values
        self.name_fn = name_fn

    def _part(self, idx, name, value):
        if isinstance(value, torch.dtype):
            return f"{name}_{dtype_name(value)}"
        if isinstance(value, torch.device):
            return f"{name}_{value}"
        if type(value).__name__ in {"OpInfo", "ModuleInfo"}:
            return value.name
        if isinstance(value, (int, float, str)) or value is None or isinstance(value, enum.Enum):
            return f"{name}_{value}"
        if hasattr(value, "__name__"):
            return f"{name}_{value.__name__}"
        return f"{name}{idx}"

    def _name(self, idx, values, explicit):
        if explicit:
            return explicit
        if self.name_fn is not None:
            return self.name_fn(*values)
        return "_".join(self._part(idx, n, v) for n, v in zip(self.arg_names, values))

    def _cases(self, test, generic_cls, device_cls):
        if not self.arg_names:
            yield test, "", {}, lambda _: []
            return
        values = list(self.arg_values)
        if not values:
            raise ValueError(f"{test}: An empty arg_values was passed to @parametrize.")
        for idx, case in enumerate(values):
            explicit, decorators = None, []
            if isinstance(case, subtest):
                explicit, decorators, case = case.name, case.decorators, case.arg_values
            args = [case] if len(self.arg_names) == 1 else list(case)
            if len(args) != len(self.arg_names):
                raise RuntimeError(f"Expected # values == # arg names, but got: {len(args)} values and {len(self.arg_names)} names for test \"{test.__name__}\"")
            name = sanitize_test_filename(str(self._name(idx, args, explicit)))
            yield test, name, dict(zip(self.arg_names, args)), lambda _, d=decorators: d


class reparametrize(_TestParametrizer):
    def __init__(self, parametrizer, adapter_fn):
        self.parametrizer = parametrizer
        self.adapter_fn = adapter_fn

    def _cases(self, test, generic_cls, device_cls):
        for case in self.parametrizer._cases(test, generic_cls, device_cls):
            new = self.adapter_fn(*case)
            if new is not None:
                yield from new if isinstance(new, list) else [new]


class decorateIf(_TestParametrizer):
    """Applies a decorator to those cases for which the predicate holds."""

    def __init__(self, decorator, predicate_fn):
        self.decorator = decorator
        self.predicate_fn = predicate_fn

    def _cases(self, test, generic_cls, device_cls):
        @functools.wraps(test)
        def wrapper(*args, **kwargs):
            return test(*args, **kwargs)

        yield wrapper, "", {}, lambda params: [self.decorator] if self.predicate_fn(params) else []


def sanitize_test_filename(filename):
    return re.sub(r"[^\w ()\[\]<>=,.'\"/:+*|&!?-]", "_", filename)


def instantiate_parametrized_tests(generic_cls):
    """Gives the class one test for each case of its parametrized tests."""
    for attr in tuple(dir(generic_cls)):
        test = getattr(generic_cls, attr)
        if not hasattr(test, "parametrize_fn"):
            continue
        cases = list(test.parametrize_fn(test, generic_cls, None))
        delattr(generic_cls, attr)
        for case, suffix, kwargs, decorators in cases:
            name = f"{test.__name__}_{suffix}" if suffix else test.__name__
            _add_case(generic_cls, case, name, kwargs, decorators)
    return generic_cls


def _add_case(cls, test, name, kwargs, decorators):
    @functools.wraps(test)
    def instantiated(self):
        return test(self, **kwargs)

    instantiated.__name__ = name
    instantiated.__dict__.pop("parametrize_fn", None)
    for decorator in decorators(kwargs):
        instantiated = decorator(instantiated)
    if hasattr(cls, name):
        raise RuntimeError(f"Redefinition of test {name}")
    setattr(cls, name, instantiated)


def _skipping(condition, reason):
    def decorator(fn=None):
        if fn is None:
            return decorator
        if not callable(fn): # a reason of the test's own
            return lambda f: unittest.skipIf(condition, fn)(f)
        return unittest.skipIf(condition, reason)(fn)

    return decorator


def _conditional(condition, reason):
    """A decorator that is used plainly or with arguments, and skips under a condition."""

    def decorator(*args, **kwargs):
        if len(args) == 1 and not kwargs and callable(args[0]):
            return unittest.skipIf(condition, reason)(args[0])
        return lambda fn: unittest.skipIf(condition, reason)(fn)

    return decorator


skipIfTorchDynamo = _conditional(False, "test does not run under Dynamo")
skipIfTorchInductor = _conditional(False, "test does not run under Inductor")
skipIfTorchVersion = _conditional(False, "")
skipIfCrossRef = _conditional(False, "test does not run with crossref")
skipIfRocm = _conditional(False, "test does not run on ROCm")
skipIfRocmArch = _conditional(False, "test does not run on this architecture")
skipIfHpu = _conditional(False, "test does not run on HPU")
skipIfXpu = _conditional(False, "test does not run on XPU")
skipIfMPS = _conditional(False, "test does not run on MPS")
skipIfMps = skipIfMPS
skipIfWindows = _conditional(IS_WINDOWS, "test does not run on Windows")
skipIfWindowsXPU = _conditional(False, "")
skipIfS390X = _conditional(False, "")
skipIfFreeThreaded = _conditional(False, "")
skipIfNNModuleInlined = _conditional(True, "test does not run with inlined nn modules")
skipIfNotRegistered = lambda name, message: _conditional(not hasattr(torch.ops, name), message)
skipIfCompiledWithoutNumpy = _conditional(not TEST_NUMPY, "needs numpy")
skipIfNoSciPy = _conditional(True, "needs scipy")
skipIfNoLapack = _conditional(False, "")
skipIfNoXPU = _conditional(True, "needs an XPU")
skipIfLegacyJitExecutor = lambda message: _conditional(False, message)
skipCUDAMemoryLeakCheckIf = lambda condition: (lambda fn: fn)
skipCUDANonDefaultStreamIf = lambda condition: (lambda fn: fn)
requires_cuda = unittest.skipUnless(False, "Requires CUDA")
requires_mkl = unittest.skipUnless(False, "Requires MKL")
requires_onednn = unittest.skipUnless(False, "Requires oneDNN")
runOnRocm = unittest.skipUnless(False, "test only runs on ROCm")
runWithoutCompiledAutograd = lambda message="": (lambda fn: fn)
slowTest = unittest.skipUnless(TEST_WITH_SLOW, "test is slow; run with PYTORCH_TEST_WITH_SLOW to enable test")
slowTestIf = lambda condition: (slowTest if condition else (lambda fn: fn))
slowAwareTest = lambda fn: fn
serialTest = lambda condition=True: (lambda fn: fn)


def xfailIfTorchDynamo(fn):
    return unittest.expectedFailure(fn) if TEST_WITH_TORCHDYNAMO else fn


def xfailIf(condition):
    return unittest.expectedFailure if condition else (lambda fn: fn)


xfailIfS390X = xfailIfWindows = xfailIfPy312Plus = xfailIfACL = lambda fn: fn


def markDynamoStrictTest(cls_or_func=None, nopython=False):
    def decorator(x):
        x.dynamo_strict = True
        return x

    return decorator if cls_or_func is None else decorator(cls_or_func)


def unMarkDynamoStrictTest(cls_or_func=None):
    def decorator(x):
        x.dynamo_strict = False
        return x

    return decorator if cls_or_func is None else decorator(cls_or_func)


def suppress_warnings(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return fn(*args, **kwargs)

    return wrapper


@contextlib.contextmanager
def freeze_rng_state():
    """Whatever draws random numbers inside changes nothing outside."""
    state = torch.get_rng_state()
    try:
        yield
    finally:
        torch.set_rng_state(state)


@contextlib.contextmanager
def set_default_dtype(dtype):
    saved = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(saved)


set_default_dtype_if_supported = set_default_dtype


@contextlib.contextmanager
def set_default_tensor_type(tensor_type):
    saved = torch.get_default_dtype()
    torch.set_default_tensor_type(tensor_type)
    try:
        yield
    finally:
        torch.set_default_dtype(saved)


@contextlib.contextmanager
def disable_gc():
    import gc

    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextlib.contextmanager
def set_cwd(path):
    saved = os.getcwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(saved)


@contextlib.contextmanager
def set_warn_always_context(new_val):
    saved = torch.is_warn_always_enabled()
    torch.set_warn_always(new_val)
    try:
        yield
    finally:
        torch.set_warn_always(saved)


class DeterministicGuard:
    """use_deterministic_algorithms for a block."""

    def __init__(self, deterministic, *, warn_only=False, fill_uninitialized_memory=True):
        self.deterministic = deterministic
        self.warn_only = warn_only

    def __enter__(self):
        self.prior = torch.are_deterministic_algorithms_enabled()
        self.prior_warn_only = torch.is_deterministic_algorithms_warn_only_enabled()
        torch.use_deterministic_algorithms(self.deterministic, warn_only=self.warn_only)

    def __exit__(self, *exc_info):
        torch.use_deterministic_algorithms(self.prior, warn_only=self.prior_warn_only)


def wrapDeterministicFlagAPITest(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        with DeterministicGuard(torch.are_deterministic_algorithms_enabled()):
            return fn(*args, **kwargs)

    return wrapper


@contextlib.contextmanager
def TemporaryFileName(*args, **kwargs):
    handle, name = tempfile.mkstemp()
    os.close(handle)
    try:
        yield name
    finally:
        if os.path.exists(name):
            os.remove(name)


@contextlib.contextmanager
def TemporaryDirectoryName(suffix=None):
    with tempfile.TemporaryDirectory(suffix=suffix) as name:
        yield name


class NoTest:
    __test__ = False


def gradcheck(fn, inputs, **kwargs):
    return torch.autograd.gradcheck(fn, inputs, **kwargs)


def gradgradcheck(fn, inputs, grad_outputs=None, **kwargs):
    return torch.autograd.gradgradcheck(fn, inputs, grad_outputs, **kwargs)


def is_iterable(obj):
    try:
        iter(obj)
    except TypeError:
        return False
    return True


def is_iterable_of_tensors(iterable, include_empty=False):
    if isinstance(iterable, torch.Tensor) or not is_iterable(iterable):
        return False
    items = list(iterable)
    return (include_empty or bool(items)) and all(isinstance(t, torch.Tensor) for t in items)


def first_sample(self, samples):
    for sample in samples:
        return sample
    raise unittest.SkipTest("Skipped! Need at least 1 sample input")


def noncontiguous_like(t):
    """A tensor of equal values that does not lie in one piece."""
    if not t.is_contiguous():
        return t
    if t.dim() == 0 or t.numel() < 2:
        result = torch.empty(t.numel() * 2, dtype=t.dtype).as_strided(t.shape, t.stride())
    else:
        result = t.new_empty((*t.shape, 2))[..., 0]
    result.copy_(t.detach())
    return result.requires_grad_(t.requires_grad)


def iter_indices(tensor):
    if tensor.dim() == 0:
        return range(0)
    if tensor.dim() == 1:
        return range(tensor.size(0))
    import itertools

    return itertools.product(*(range(s) for s in tensor.size()))


def find_free_port():
    import socket

    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as s:
        s.bind(("localhost", 0))
        return s.getsockname()[1]


def get_all_device_types():
    return ["cpu"]


def getRocmVersion():
    return (0, 0)


def scoped_load_inline(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        raise unittest.SkipTest("extensions in C++ cannot be built")

    return wrapper


def copy_func(f):
    g = types.FunctionType(f.__code__, f.__globals__, name=f.__name__, argdefs=f.__defaults__, closure=f.__closure__)
    g = functools.update_wrapper(g, f)
    g.__kwdefaults__ = f.__kwdefaults__
    return g


def lazy_skip_if(condition, reason):
    def decorator(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            if condition():
                raise unittest.SkipTest(reason)
            return fn(*args, **kwargs)

        return wrapper

    return decorator


class LazyVal:
    def __init__(self, fn):
        self.fn = fn

    def __bool__(self):
        return bool(self.fn())


def random_matrix(rows, columns, *batch_dims, **kwargs):
    a = torch.randn(*batch_dims, rows, columns, dtype=kwargs.get("dtype", torch.get_default_dtype()))
    if a.numel() == 0:
        return a
    u, s, vh = torch.linalg.svd(a, full_matrices=False)
    k = min(rows, columns)
    s = torch.linspace(1 / (k + 1), 1, k, dtype=s.dtype)
    if kwargs.get("singular", False):
        s = torch.cat([s[:k - 2], torch.zeros(2, dtype=s.dtype)]) if k > 2 else torch.zeros_like(s)
    return (u * s.unsqueeze(-2)) @ vh
