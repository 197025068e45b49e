"""Tests that are made once for each type of device: there is the CPU."""

import collections
import contextlib
import copy
import enum
import functools
import inspect
import itertools
import os
import threading
import unittest

import torch
from torch.testing._internal._switches import *
from torch.testing._internal.common_cuda import _get_torch_cuda_version, _get_torch_rocm_version
from torch.testing._internal.common_dtype import get_all_dtypes
from torch.testing._internal.common_utils import (
    TestCase, _TestParametrizer, clear_tracked_input, compose_parametrize_fns, dtype_name, get_all_device_types, get_tracked_input, skipIfTorchDynamo, validate_test_name)

HAS_PSUTIL = False
GPU_TYPES = ["cuda", "mps", "xpu", "mtia"]
E4M3_MAX_POS, E5M2_MAX_POS = 448.0, 57344.0
IS_FLEX_ATTENTION_CPU_PLATFORM_SUPPORTED = IS_FLEX_ATTENTION_CUDA_PLATFORM_SUPPORTED = IS_FLEX_ATTENTION_XPU_PLATFORM_SUPPORTED = False
IS_FLEX_ATTENTION_MPS_PLATFORM_SUPPORTED = TEST_CUSPARSE_GENERIC = TEST_HIPSPARSE_GENERIC = PYTORCH_CUDA_MEMCHECK = lazy_ts_backend_init = False
PYTORCH_TESTING_DEVICE_ONLY_FOR_KEY = "PYTORCH_TESTING_DEVICE_ONLY_FOR"
PYTORCH_TESTING_DEVICE_EXCEPT_FOR_KEY = "PYTORCH_TESTING_DEVICE_EXCEPT_FOR"
PYTORCH_TESTING_DEVICE_FOR_CUSTOM_KEY = "PYTORCH_TESTING_DEVICE_FOR_CUSTOM"


def _dtype_test_suffix(dtypes):
    if isinstance(dtypes, (list, tuple)):
        return "".join("_" + dtype_name(d) for d in dtypes)
    return f"_{dtype_name(dtypes)}" if dtypes else ""


def _update_param_kwargs(param_kwargs, name, value):
    """Enters dtype(s) under the singular or plural name."""
    plural = f"{name}s"
    param_kwargs.pop(name, None)
    param_kwargs.pop(plural, None)
    if isinstance(value, (list, tuple)):
        param_kwargs[plural] = value
    elif value is not None:
        param_kwargs[name] = value


class DeviceTypeTestBase(TestCase):
    """The part of a device in the classes that instantiate_device_type_tests makes."""

    device_type = "generic_device_type"
    _stop_test_suite = False

    @classmethod
    def get_primary_device(cls):
        return cls.device_type

    @classmethod
    def _init_and_get_primary_device(cls):
        return cls.get_primary_device()

    @classmethod
    def get_all_devices(cls):
        return [cls.get_primary_device()]

    @classmethod
    def _get_dtypes(cls, test):
        if not hasattr(test, "dtypes"):
            return None
        return test.dtypes.get(cls.device_type, test.dtypes.get("all", None))

    def _apply_precision_override_for_test(self, test, param_kwargs):
        dtype = param_kwargs.get("dtype") or param_kwargs.get("dtypes")
        if not dtype or isinstance(dtype, (list, tuple)) and len(dtype) == 0:
            return
        first = dtype[0] if isinstance(dtype, (list, tuple)) else dtype
        self.precision = getattr(test, "precision_overrides", {}).get(first, self.precision)
        tolerances = getattr(test, "tolerance_overrides", {}).get(first)
        if tolerances is not None:
            self.precision, self.rel_tol = tolerances

    @classmethod
    def instantiate_test(cls, name, test, *, generic_cls=None):
        def add(full, case, kwargs, decorators):
            takes_device = "device" in inspect.signature(case).parameters
            for decorator in decorators(kwargs):
                case = decorator(case)

            @functools.wraps(case)
            def instantiated_test(self, param_kwargs=kwargs):
                given = dict(param_kwargs)
                saved = self.precision, self.rel_tol
                if "device" not in given and takes_device:
                    given["device"] = cls.get_primary_device()
                self._apply_precision_override_for_test(case, given)
                try:
                    return case(self, **given)
                finally:
                    self.precision, self.rel_tol = saved

            instantiated_test.__name__ = full
            instantiated_test.__dict__.pop("parametrize_fn", None)
            validate_test_name(full)
            if hasattr(cls, full):
                raise AssertionError(f"Redefinition of test {full}")
            setattr(cls, full, instantiated_test)

        def plain(test, generic_cls, device_cls):
            yield test, "", {}, lambda _: []

        cases = list(getattr(test, "parametrize_fn", plain)(test, generic_cls, cls))
        for case, suffix, kwargs, decorators in cases:
            dtypes = cls._get_dtypes(test)
            for dtype in [None] if dtypes is None or "dtype" in kwargs or "dtypes" in kwargs else dtypes:
                given = dict(kwargs)
                if dtype is not None:
                    _update_param_kwargs(given, "dtype", dtype)
                of_test = given.get("dtype", given.get("dtypes"))
                full = f"{name}{'_' + suffix if suffix else ''}_{cls.device_type}{_dtype_test_suffix(of_test)}"
                add(full, case, given, decorators)


class CPUTestBase(DeviceTypeTestBase):
    device_type = "cpu"

    def _should_stop_test_suite(self):
        return False


class CUDATestBase(DeviceTypeTestBase):
    device_type = "cuda"


class MPSTestBase(DeviceTypeTestBase):
    device_type = "mps"


class XPUTestBase(DeviceTypeTestBase):
    device_type = "xpu"


class HPUTestBase(DeviceTypeTestBase):
    device_type = "hpu"


class LazyTestBase(DeviceTypeTestBase):
    device_type = "lazy"


class PrivateUse1TestBase(DeviceTypeTestBase):
    device_type = "privateuse1"


device_type_test_bases = [CPUTestBase]


def get_device_type_test_bases():
    return list(device_type_test_bases)


def filter_desired_device_types(device_type_test_bases, except_for=None, only_for=None):
    as_set = lambda names: {names} if isinstance(names, str) else set(names)
    return [base for base in device_type_test_bases
            if (except_for is None or base.device_type not in as_set(except_for)) and (only_for is None or base.device_type in as_set(only_for))]


def get_desired_device_type_test_bases(except_for=None, only_for=None, include_lazy=False, allow_mps=False, allow_xpu=False):
    split = lambda key: os.environ[key].split(",") if os.environ.get(key) else None
    bases = filter_desired_device_types(device_type_test_bases, except_for, only_for)
    return filter_desired_device_types(bases, split(PYTORCH_TESTING_DEVICE_EXCEPT_FOR_KEY), split(PYTORCH_TESTING_DEVICE_ONLY_FOR_KEY))


def instantiate_device_type_tests(generic_test_class, scope, except_for=None, only_for=None, include_lazy=False, allow_mps=False, allow_xpu=False):
    """Enters into scope a class of the tests for each device; the generic one leaves it and keeps only what is no test."""
    del scope[generic_test_class.__name__]
    own = set(vars(generic_test_class))
    # Parametrized tests of bases that are made here too are the bases' own business.
    tests = {name: vars(generic_test_class)[name] for name in vars(generic_test_class) if name.startswith("test") and callable(vars(generic_test_class)[name])}
    for name in tests:
        delattr(generic_test_class, name)
    inherited = {}
    for base in generic_test_class.__mro__[1:]:
        if base.__module__.startswith(("torch.", "unittest", "expecttest")) or base is object:
            continue
        for name, member in vars(base).items():
            if name.startswith("test") and callable(member) and name not in own and name not in inherited:
                inherited[name] = member
    for base in get_desired_device_type_test_bases(except_for, only_for, include_lazy, allow_mps, allow_xpu):
        name = generic_test_class.__name__ + base.device_type.upper()
        cls = type(name, (base, generic_test_class), {})
        cls.__module__ = generic_test_class.__module__
        for test_name, test in {**inherited, **tests}.items():
            cls.instantiate_test(test_name, test, generic_cls=generic_test_class)
            if test_name in inherited:
                setattr(cls, test_name, None)
        scope[name] = cls


class OpDTypes(enum.Enum):
    supported = 0
    unsupported = 1
    supported_backward = 2
    unsupported_backward = 3
    any_one = 4
    none = 5
    any_common_cpu_cuda_one = 6


ANY_DTYPE_ORDER = (torch.float32, torch.float64, torch.complex64, torch.complex128, torch.float16, torch.bfloat16, torch.long, torch.int32, torch.int16,
                   torch.int8, torch.uint8, torch.bool)


class ops(_TestParametrizer):
    """One test for each operator of a list, and each of its dtypes."""

    def __init__(self, op_list, *, dtypes=OpDTypes.supported, allowed_dtypes=None, skip_if_dynamo=True):
        self.op_list = list(op_list)
        self.opinfo_dtypes = dtypes
        self.allowed_dtypes = set(allowed_dtypes) if allowed_dtypes is not None else None

    def _dtypes(self, op, device_type):
        choice = self.opinfo_dtypes
        if not isinstance(choice, OpDTypes):
            return set(choice)
        supported = set(op.supported_dtypes(device_type))
        if choice is OpDTypes.none:
            return {None}
        if choice is OpDTypes.supported:
            return supported
        if choice is OpDTypes.unsupported:
            return set(get_all_dtypes()) - supported
        if choice is OpDTypes.supported_backward:
            return set(op.supported_backward_dtypes(device_type))
        if choice is OpDTypes.unsupported_backward:
            return set(get_all_dtypes()) - set(op.supported_backward_dtypes(device_type))
        if self.allowed_dtypes is not None:
            supported &= self.allowed_dtypes
        return set(next(([d] for d in ANY_DTYPE_ORDER if d in supported), []))

    def _parametrize_test(self, test, generic_cls, device_cls):
        if device_cls is None:
            raise RuntimeError("The @ops decorator is only intended to be used in a device-specific context; use it with instantiate_device_type_tests() "
                               "instead of instantiate_parametrized_tests()")
        for op in self.op_list:
            dtypes = self._dtypes(op, device_cls.device_type)
            if self.allowed_dtypes is not None:
                dtypes = {d for d in dtypes if d is None or d in self.allowed_dtypes}
            for dtype in sorted(dtypes, key=str):
                kwargs = {"op": op}
                _update_param_kwargs(kwargs, "dtype", dtype)
                decorators = functools.partial(op.get_decorators, generic_cls.__name__, test.__name__, device_cls.device_type, dtype)

                @functools.wraps(test)
                def of_op(*args, **given):
                    given["op"].sample_rules = getattr(test, "sample_skips_and_xfails", None)
                    return test(*args, **given)

                yield of_op, op.formatted_name, kwargs, decorators


class dtypes:
    """The dtypes, or tuples of them, for which a test is made."""

    def __init__(self, *args, device_type="all"):
        if len(args) > 0 and isinstance(args[0], (list, tuple)):
            for group in args:
                assert isinstance(group, (list, tuple)), "When one dtype variant is a tuple or list, all dtype variants must be. "
        self.args = args
        self.device_type = device_type

    def __call__(self, fn):
        known = getattr(fn, "dtypes", {})
        if self.device_type in known:
            raise RuntimeError(f"dtypes redefinition for {self.device_type}")
        known[self.device_type] = self.args
        fn.dtypes = known
        return fn


def _dtypes_if(device_type):
    class of_device(dtypes):
        def __init__(self, *args):
            super().__init__(*args, device_type=device_type)

    of_device.__name__ = of_device.__qualname__ = f"dtypesIf{device_type.upper()}"
    return of_device


dtypesIfCPU, dtypesIfCUDA, dtypesIfMPS, dtypesIfHPU, dtypesIfXPU, dtypesIfPRIVATEUSE1 = map(_dtypes_if, ("cpu", "cuda", "mps", "hpu", "xpu", "privateuse1"))


class precisionOverride:
    """Absolute tolerances of a test by dtype."""

    def __init__(self, d):
        assert isinstance(d, dict), "precisionOverride not given a dtype : precision dict!"
        self.d = d

    def __call__(self, fn):
        fn.precision_overrides = self.d
        return fn


tol = collections.namedtuple("tol", ["atol", "rtol"])


class toleranceOverride:
    def __init__(self, d):
        assert isinstance(d, dict), "toleranceOverride not given a dtype : tol dict!"
        self.d = d

    def __call__(self, fn):
        fn.tolerance_overrides = self.d
        return fn


class onlyOn:
    """The test is skipped on devices of other types."""

    def __init__(self, device_type):
        self.device_types = [device_type] if isinstance(device_type, str) else list(device_type)

    def __call__(self, fn):
        @functools.wraps(fn)
        def only_fn(slf, *args, **kwargs):
            if slf.device_type not in self.device_types:
                raise unittest.SkipTest(f"Only runs on {self.device_types}")
            return fn(slf, *args, **kwargs)

        return only_fn


onlyCPU, onlyCUDA, onlyMPS, onlyXPU, onlyHPU, onlyPRIVATEUSE1 = map(onlyOn, ("cpu", "cuda", "mps", "xpu", "hpu", "privateuse1"))
onlyCUDAAndPRIVATEUSE1 = onlyOn(["cuda", "privateuse1"])
onlyAccelerator = onlyOn(["cuda", "mps", "xpu", "mtia", "privateuse1"])
onlyNativeDeviceTypes = onlyOn(NATIVE_DEVICES)


def onlyNativeDeviceTypesAnd(devices=None):
    return onlyOn([*NATIVE_DEVICES, *(devices or [])])


class skipIf:
    """Skips a test, or all of a class, on one type of device under a condition, which may be the name of an attribute of the test."""

    def __init__(self, dep, reason, device_type=None):
        self.dep, self.reason, self.device_type = dep, reason, device_type

    def __call__(self, fn):
        if isinstance(fn, type):
            for name in [n for n in vars(fn) if n.startswith("test")]:
                setattr(fn, name, self(vars(fn)[name]))
            return fn

        @functools.wraps(fn)
        def dep_fn(slf, *args, **kwargs):
            if self.device_type in (None, slf.device_type):
                if isinstance(self.dep, str) and getattr(slf, self.dep, True) or not isinstance(self.dep, str) and self.dep:
                    raise unittest.SkipTest(self.reason)
            return fn(slf, *args, **kwargs)

        return dep_fn


def _skip_if_on(device_type):
    return lambda dep, reason: skipIf(dep, reason, device_type=device_type)


skipCPUIf, skipCUDAIf, skipXPUIf, skipGPUIf, skipMPSIf, skipHPUIf, skipXLAIf, skipLazyIf, skipMetaIf, skipPRIVATEUSE1If = map(
    _skip_if_on, ("cpu", "cuda", "xpu", "gpu", "mps", "hpu", "xla", "lazy", "meta", "privateuse1"))
skipMeta, skipXLA, skipLazy, skipMPS, skipXPU, skipHPU, skipPRIVATEUSE1 = (
    skipIf(True, f"does not run on {d}", device_type=d) for d in ("meta", "xla", "lazy", "mps", "xpu", "hpu", "privateuse1"))
skipCPUIfNoLapack = skipCPUIf(not torch._C.has_lapack, "PyTorch compiled without Lapack")
skipCPUIfNoFFT = skipCPUIf(not torch._C.has_spectral, "PyTorch is built without FFT support")
skipCPUIfNoMkl = skipCPUIf(not TEST_MKL, "PyTorch is built without MKL support")
skipCPUIfNoMklSparse = skipCPUIf(not TEST_MKL, "PyTorch is built without MKL support")
skipCPUIfNoMkldnn = skipCPUIf(not torch.backends.mkldnn.is_available(), "PyTorch is built without mkldnn support")
skipCUDAIfNoMagma = skipCUDAIfNoCusolver = skipCUDAIfNoMagmaAndNoCusolver = skipCUDAIfNoMagmaAndNoLinalgsolver = skipCUDAIfNoCusolverROCMIfNoMagma = lambda fn: fn
skipCUDAIfNoCudnn = skipCUDAIfMiopen = skipCUDAIfNoMiopen = skipCUDAIfNotMiopenSuggestNHWC = skipCUDAIfNotRocm = skipCUDAIfNoCusparseGeneric = lambda fn: fn
skipCUDAIfNoHipsparseGeneric = skipCUDAIfNoSparseGeneric = lambda fn: fn


def _on_other_machines(*args, **kwargs):
    """A decorator, with or without arguments, for devices that are not here."""
    if len(args) == 1 and not kwargs and callable(args[0]):
        return args[0]
    return lambda fn: fn


skipCUDAIfRocm = skipCUDAIfRocmVersionLessThan = skipCUDAIfRocmHipBlasltVersionLessThan = skipCUDAIfVersionLessThan = skipCUDAVersionIn = _on_other_machines
skipCUDAIfCudnnVersionLessThan = skipCUDANonDefaultStreamIf = largeMPSBufferTest = _on_other_machines


class expectedFailure:
    """On one type of device, for one dtype or all, the test must fail."""

    def __init__(self, device_type, dtype=None):
        self.device_type, self.dtype = device_type, dtype

    def __call__(self, fn):
        @functools.wraps(fn)
        def efail_fn(slf, *args, **kwargs):
            here = self.device_type is None or getattr(slf, "device_type", None) == self.device_type
            if not here or self.dtype is not None and kwargs.get("dtype") != self.dtype:
                return fn(slf, *args, **kwargs)
            try:
                fn(slf, *args, **kwargs)
            except Exception:
                return None
            slf.fail("expected test to fail, but it passed")

        return efail_fn


expectedFailureCPU, expectedFailureCUDA, expectedFailureXPU, expectedFailureHPU, expectedFailureMeta, expectedFailureXLA, expectedFailureMPS = map(
    expectedFailure, ("cpu", "cuda", "xpu", "hpu", "meta", "xla", "mps"))
expectedFailureMPSComplex = expectedFailureMPSPre14 = expectedFailureMPSPre15 = expectedFailureIfRocm = lambda fn: fn


def _parse_size(size):
    """Bytes of a text like 12GB, or of a number."""
    if not isinstance(size, str):
        return size
    for unit, factor in (("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10), ("B", 1)):
        if size.endswith(unit):
            return float(size[:-len(unit)]) * factor
    raise RuntimeError(f"not a size of memory: {size}")


def _has_sufficient_memory(device, size):
    return size <= 1 << 30


def largeTensorTest(size, device=None, inductor=False):
    """Skips a test that needs more memory than tests are given, 1 GiB. The size may depend on the test."""

    def decorator(fn):
        @functools.wraps(fn)
        def dep_fn(self, *args, **kwargs):
            needed = _parse_size(size(self, *args, **kwargs) if callable(size) else size)
            if not _has_sufficient_memory("cpu", needed):
                raise unittest.SkipTest("Insufficient cpu memory")
            return fn(self, *args, **kwargs)

        return dep_fn

    return decorator


class deviceCountAtLeast:
    """Gives the test all devices, and skips it where there are fewer."""

    def __init__(self, num_required_devices):
        self.num_required_devices = num_required_devices

    def __call__(self, fn):
        fn.num_required_devices = self.num_required_devices

        @functools.wraps(fn)
        def multi_fn(slf, device=None, devices=None, *args, **kwargs):
            devices = slf.get_all_devices()
            if len(devices) < self.num_required_devices:
                raise unittest.SkipTest(f"fewer than {self.num_required_devices} devices detected")
            return fn(slf, devices, *args, **kwargs)

        return multi_fn


def disablecuDNN(fn):
    return fn


def disableMkldnn(fn):
    @functools.wraps(fn)
    def without(self, *args, **kwargs):
        with torch.backends.mkldnn.flags(enabled=False):
            return fn(self, *args, **kwargs)

    return without


SkipSpec = collections.namedtuple("SkipSpec", ["op_name", "variant_name", "device_type", "dtypes", "expected_failure"])


def skip(op_name, variant_name="", *, device_type=None, dtypes=None):
    return SkipSpec(op_name, variant_name, device_type, dtypes, False)


def xfail(op_name, variant_name="", *, device_type=None, dtypes=None):
    return SkipSpec(op_name, variant_name, device_type, dtypes, True)


def skipOps(to_skip):
    """Marks the cases of a test of operators that are skipped or must fail."""

    def decorator(fn):
        inner = fn.parametrize_fn

        def marked(test, generic_cls, device_cls):
            for case, name, kwargs, decorators in inner(test, generic_cls, device_cls):
                op = kwargs["op"]
                found = [s for s in to_skip if s.op_name == op.name and s.variant_name == op.variant_test_name
                         and s.device_type in (None, device_cls.device_type) and (s.dtypes is None or kwargs.get("dtype") in s.dtypes)]
                more = [unittest.expectedFailure if s.expected_failure else unittest.skip("Skipped!") for s in found]
                yield case, name, kwargs, lambda p, d=decorators, m=more: [*d(p), *m]

        fn.parametrize_fn = marked
        return fn

    return decorator


def has_cusolver():
    return False


has_hipsolver = has_cusolver


@contextlib.contextmanager
def _test_device(self, device):
    yield


def flex_attention_supported_platform(test):
    """Attention of any scores works on each device that there is."""
    return test


e4m3_type, e5m2_type = torch.float8_e4m3fn, torch.float8_e5m2
