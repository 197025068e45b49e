"""Decorators by which tests are skipped, marked or expected to fail, by what the build is."""

import contextlib
import functools
import sys
import unittest
import warnings

import torch
from torch.testing._internal._switches import *


def _conditional(condition, reason):
    """A decorator that is used plainly or with arguments, and skips under a condition."""

    def decorator(*args, **kwargs):
        skip = unittest.skipIf(condition, reason)
        if len(args) == 1 and not kwargs and callable(args[0]):
            return skip(args[0])
        return skip

    return decorator


def _unchanged(*args, **kwargs):
    """Decorates nothing: for machines that are not this one."""
    if len(args) == 1 and not kwargs and callable(args[0]):
        return args[0]
    return lambda fn: fn


skipIfTorchDynamo = _conditional(TEST_WITH_TORCHDYNAMO, "test does not run under Dynamo")
skipIfTorchInductor = _conditional(TEST_WITH_TORCHINDUCTOR, "test does not run under Inductor")
skipIfCrossRef = skipIfRocm = skipIfRocm_BUGGY = skipIfRocmArch = skipIfRocmVersionLessThan = skipIfRocmVersionAtLeast = skipIfHpu = skipIfHpu_BUGGY = _unchanged
skipIfXpu = skipIfXpu_BUGGY = skipIfMPS = skipIfMps = skipIfWindowsXPU = skipIfS390X = skipIfFreeThreaded = skipIfNoLapack = _unchanged
skipRocmIfTorchInductor = skipIfLegacyJitExecutor = skipIfCachingAllocatorDisabled = skip_if_pytest = skipIfTorchVersion = _unchanged
skipCUDAMemoryLeakCheckIf = skipCUDANonDefaultStreamIf = runWithoutCompiledAutograd = serialTest = slowAwareTest = gcIfJetson = _unchanged
xfailIfS390X = xfailIfWindows = xfailIfACL = xfailIfROCm = xfailIfNoAcceleratorTriton = xfailIfPy313AndEarlier = xfailIfTorchDynamo = xpassIfTorchDynamo_np = _unchanged
setBlasBackendsToDefaultFinally = setLinalgBackendsToDefaultFinally = setSdpaBackendsToDefaultFinally = recover_orig_fp32_precision = _unchanged
skipIfWindows = _conditional(IS_WINDOWS, "test does not run on Windows")
skipIfNNModuleInlined = lambda msg="", condition=True: _conditional(condition, "test does not run with inlined nn modules")
skipIfCompiledWithoutNumpy = _conditional(not TEST_NUMPY, "needs numpy")
skipIfNoSciPy = _conditional(not TEST_SCIPY, "needs scipy")
skipIfNoDill = _conditional(True, "no dill")
skipIfNoXPU = _conditional(True, "needs an XPU")
skipIfNoXNNPACK = _conditional(True, "needs XNNPACK")
skipIfNotMiopenSuggestNHWC = _conditional(True, "needs MIOpen")
requires_cuda = unittest.skipUnless(TEST_CUDA, "Requires CUDA")
requires_cuda_p2p_access = _conditional(True, "needs two CUDA devices")
requires_mkl = unittest.skipUnless(TEST_MKL, "Requires MKL")
requires_onednn = unittest.skipUnless(TEST_ONEDNN, "Requires oneDNN")
runOnRocm = unittest.skipUnless(TEST_WITH_ROCM, "test only runs on ROCm")
runOnRocmArch = lambda arch: runOnRocm
slowTest = unittest.skipUnless(TEST_WITH_SLOW, "test is slow; run with PYTORCH_TEST_WITH_SLOW to enable test")
xfailIfLinux = unittest.expectedFailure if IS_LINUX else _unchanged
xfailIfPy312Plus = unittest.expectedFailure if sys.version_info >= (3, 12) else _unchanged
xfailIfPy314Plus = unittest.expectedFailure if sys.version_info >= (3, 14) else _unchanged


def slowTestIf(condition):
    return slowTest if condition else _unchanged


def xfailIf(condition):
    return unittest.expectedFailure if condition else _unchanged


def skipIfNotRegistered(op_name, message):
    return _conditional(not hasattr(torch.ops, op_name), message)


def skipIfPythonVersionMismatch(predicate):
    return _conditional(not predicate(sys.version_info.major, sys.version_info.minor, sys.version_info.micro), "another version of Python")


def skipIfDSLUnavailable(dsl_name, reason=None):
    return _conditional(True, reason or f"{dsl_name} is not available")


skipUnlessDSLAvailable = skipIfDSLUnavailable


def skip_but_pass_in_sandcastle(reason):
    return unittest.skip(reason)


def skip_but_pass_in_sandcastle_if(condition, reason):
    return unittest.skipIf(condition, reason)


def lazy_skip_if(condition_fn, reason):
    def decorator(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            if condition_fn():
                raise unittest.SkipTest(reason)
            return fn(*args, **kwargs)

        return wrapper

    return decorator


@contextlib.contextmanager
def skip_exception_type(exc_type):
    """An exception of the type inside skips the test."""
    try:
        yield
    except exc_type as e:
        raise unittest.SkipTest(f"not implemented: {e}") from e


def xfail_inherited_tests(tests):
    """Marks inherited tests of a class as expected to fail."""

    def decorator(cls):
        for name in tests:
            inherited = getattr(cls, name)

            @functools.wraps(inherited)
            def own(*args, __inherited=inherited, **kwargs):
                return __inherited(*args, **kwargs)

            setattr(cls, name, unittest.expectedFailure(own))
        return cls

    return decorator


def markDynamoStrictTest(cls_or_func=None, nopython=False):
    def decorator(x):
        x.dynamo_strict = True
        x.dynamo_strict_nopython = nopython
        return x

    return decorator if cls_or_func is None else decorator(cls_or_func)


def unMarkDynamoStrictTest(cls=None):
    def decorator(x):
        x.dynamo_strict = False
        return x

    return decorator if cls is None else decorator(cls)


def suppress_warnings(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return fn(*args, **kwargs)

    return wrapper


def scoped_load_inline(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        raise unittest.SkipTest("extensions in C++ cannot be built")

    return wrapper
