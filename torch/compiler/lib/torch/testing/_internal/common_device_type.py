"""Tests that are made once for each type of device: there is the CPU."""

import functools
import unittest

import torch
from torch.testing._internal.common_utils import TestCase, _TestParametrizer, compose_parametrize_fns, dtype_name, get_all_device_types


def _instantiate(generic_cls, name, test, device, cls):
    cases = [(test, "", {}, lambda _: [])]
    if hasattr(test, "parametrize_fn"):
        cases = list(test.parametrize_fn(test, generic_cls, None))
    types = getattr(test, "dtypes", {}).get(device, getattr(test, "dtypes", {}).get("all"))
    for fn, suffix, kwargs, decorators in cases:
        for dtype in types or [None]:
            parts = [name, suffix, device]
            given = {"device": device, **kwargs}
            if dtype is not None:
                if isinstance(dtype, (list, tuple)):
                    given["dtypes"] = dtype
                    parts += [dtype_name(d) for d in dtype]
                else:
                    given["dtype"] = dtype
                    parts.append(dtype_name(dtype))
            _add(cls, "_".join(p for p in parts if p), fn, given, decorators(kwargs))


def _add(cls, name, fn, given, decorators):
    @functools.wraps(fn)
    def instantiated(self):
        accepted = fn.__code__.co_varnames[:fn.__code__.co_argcount + fn.__code__.co_kwonlyargcount] if hasattr(fn, "__code__") else given
        wrapped = getattr(fn, "__wrapped__", None)
        if wrapped is not None:
            accepted = given
        return fn(self, **{k: v for k, v in given.items() if k in accepted})

    instantiated.__name__ = name
    instantiated.__dict__.pop("parametrize_fn", None)
    for d in decorators:
        instantiated = d(instantiated)
    setattr(cls, name, instantiated)


def instantiate_device_type_tests(generic_test_class, scope, except_for=None, only_for=None, include_lazy=False, allow_mps=False, allow_xpu=False):
    """Enters into scope a class of the tests for the CPU, and removes the generic one."""
    del scope[generic_test_class.__name__]
    device = "cpu"
    if only_for is not None and device not in ([only_for] if isinstance(only_for, str) else only_for):
        return
    if except_for is not None and device in ([except_for] if isinstance(except_for, str) else except_for):
        return
    members = {n: v for n, v in vars(generic_test_class).items() if not n.startswith("test") and n not in ("__dict__", "__weakref__")}
    members["device_type"] = device
    cls = type(generic_test_class)(generic_test_class.__name__ + "CPU", generic_test_class.__bases__, members)
    cls.__module__ = generic_test_class.__module__
    cls.get_primary_device = classmethod(lambda cls: device)
    for name, test in list(vars(generic_test_class).items()):
        if name.startswith("test") and callable(test):
            _instantiate(generic_test_class, name, test, device, cls)
    scope[cls.__name__] = cls


class dtypes:
    """The dtypes for which a test is made."""

    def __init__(self, *args, device_type="all"):
        if args and isinstance(args[0], (list, tuple)) and len(args) == 1:
            args = tuple(args[0])
        self.args = args
        self.device_type = device_type

    def __call__(self, fn):
        known = dict(getattr(fn, "dtypes", {}))
        known[self.device_type] = self.args
        fn.dtypes = known
        return fn


class dtypesIfCPU(dtypes):
    def __init__(self, *args):
        super().__init__(*args, device_type="cpu")


class dtypesIfCUDA(dtypes):
    def __init__(self, *args):
        super().__init__(*args, device_type="cuda")


dtypesIfXPU = dtypesIfMPS = dtypesIfHPU = dtypesIfPRIVATEUSE1 = dtypesIfCUDA


def _only(device):
    def decorator(fn):
        return fn if device == "cpu" else unittest.skip(f"Only runs on {device}")(fn)

    return decorator


onlyCPU, onlyCUDA, onlyMPS, onlyXPU, onlyHPU, onlyPRIVATEUSE1, onlyAccelerator = map(_only, ("cpu", "cuda", "mps", "xpu", "hpu", "privateuse1", "accelerator"))
onlyCUDAAndPRIVATEUSE1 = onlyCUDA


def onlyNativeDeviceTypes(fn):
    return fn


def onlyNativeDeviceTypesAnd(devices=None):
    return lambda fn: fn


def onlyOn(device_type):
    names = [device_type] if isinstance(device_type, str) else device_type
    return _only("cpu" if "cpu" in names else names[0])


class skipIf:
    def __init__(self, dep, reason, device_type=None):
        self.dep, self.reason, self.device_type = dep, reason, device_type

    def __call__(self, fn):
        if self.device_type not in (None, "cpu"):
            return fn
        return unittest.skipIf(self.dep, self.reason)(fn)


def skipCPUIf(dep, reason):
    return skipIf(dep, reason, "cpu")


def _elsewhere(dep, reason=""):
    return lambda fn: fn


skipCUDAIf = skipGPUIf = skipMPSIf = skipXPUIf = skipHPUIf = skipXLAIf = skipMetaIf = skipLazyIf = skipPRIVATEUSE1If = _elsewhere


def _same(fn):
    return fn


skipMeta = skipXLA = skipLazy = skipMPS = skipXPU = skipHPU = skipPRIVATEUSE1 = skipCPUIfNoLapack = skipCPUIfNoFFT = skipCUDAIfNoMagma = _same
skipCUDAIfNoCudnn = skipCUDAIfRocm = skipCUDAIfNoCusolver = expectedFailureCUDA = expectedFailureMeta = expectedFailureXLA = expectedFailureMPS = _same
expectedFailureXPU = expectedFailureHPU = disablecuDNN = disableMkldnn = _same
skipCPUIfNoMkl = skipCPUIfNoMkldnn = skipCPUIfNoMklSparse = unittest.skip("no MKL")


def expectedFailureCPU(fn):
    return unittest.expectedFailure(fn)


class expectedFailure:
    def __init__(self, device_type):
        self.device_type = device_type

    def __call__(self, fn):
        return unittest.expectedFailure(fn) if self.device_type in (None, "cpu") else fn


def largeTensorTest(size, device=None, inductor=False):
    return unittest.skip("needs much memory")


def deviceCountAtLeast(n):
    return (lambda fn: fn) if n <= 1 else unittest.skip(f"needs {n} devices")


def precisionOverride(d):
    return lambda fn: fn


def toleranceOverride(d):
    return lambda fn: fn


class tol:
    def __init__(self, atol, rtol):
        self.atol, self.rtol = atol, rtol


class _OpDTypes:
    supported, unsupported, none, any_one = range(4)


OpDTypes = _OpDTypes


class ops(_TestParametrizer):
    """One test for each operator of a list, and each of its dtypes."""

    def __init__(self, op_list, *, dtypes=OpDTypes.supported, allowed_dtypes=None, skip_if_dynamo=False):
        self.op_list = list(op_list)
        self.allowed_dtypes = allowed_dtypes

    def _cases(self, test, generic_cls, device_cls):
        for op in self.op_list:
            yield test, op.name.replace(".", "_"), {"op": op}, lambda _: []


class DeviceTypeTestBase(TestCase):
    device_type = "cpu"


CPUTestBase = DeviceTypeTestBase
device_type_test_bases = [CPUTestBase]


def get_desired_device_type_test_bases(except_for=None, only_for=None, include_lazy=False, allow_mps=False, allow_xpu=False):
    return device_type_test_bases
