"""What PyTorch's tests share: TestCase, parametrized tests, the switches by which they skip what a build lacks, guards of settings."""

from pathlib import Path
import contextlib
import copy
import enum
import functools
import gc
import inspect
import io
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
import warnings
import weakref

import expecttest
import hypothesis
import torch
from torch.nn import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from torch.testing import make_tensor
from torch.testing._comparison import BooleanPair, NonePair, NumberPair, Pair, TensorLikePair, not_close_error_metas
from torch.testing._internal.common_dtype import get_all_dtypes
from torch.testing._internal._matrices import *
from torch.testing._internal._parametrize import (
    SwapTensorsGuard, _TestParametrizer, compose_parametrize_fns, decorateIf, dtype_name, instantiate_parametrized_tests, parametrize,
    reparametrize, subtest, swap, validate_test_name, wrapSwapTensorsTest)
from torch.testing._internal._skips import *
from torch.testing._internal._switches import *
from torch.testing._internal._testcase import (
    ObjectPair, RelaxedBooleanPair, RelaxedNumberPair, SetPair, StringPair, TensorOrArrayPair, TestCase, TypedStoragePair, TypePair, UnittestPair,
    munge_exc, set_rng_seed)
from torch.testing._internal.common_dtype import *

TestCaseBase = TestCase


class NestedTensorTestCase(TestCase):
    def assertEqualIgnoringNestedInts(self, a, b):
        for x, y in zip(torch.utils._pytree.tree_leaves(a), torch.utils._pytree.tree_leaves(b), strict=True):
            self.assertEqual(x.unbind() if getattr(x, "is_nested", False) else x, y.unbind() if getattr(y, "is_nested", False) else y)

    def assertEqualNoncontigAware(self, a, b):
        self.assertEqualIgnoringNestedInts(a, b)

    @contextlib.contextmanager
    def branch_nested_state(self):
        yield


def run_tests(argv=None):
    """Runs the tests of the main module."""
    unittest.main(argv=argv)


def raise_on_run_directly(file_to_call):
    raise RuntimeError(f"This test file is not meant to be run directly, use:\n\n\tpython {file_to_call} TESTNAME\n\ninstead.")


def load_tests(loader, tests, pattern):
    """The protocol of unittest: all tests found."""
    suite = unittest.TestSuite()
    for group in tests:
        suite.addTests(group)
    return suite


def parse_cmd_line_args():
    return None


def sanitize_test_filename(filename):
    if filename.startswith(os.sep):
        filename = os.path.relpath(filename)
    return re.sub(r"\.py$", "", filename).replace("/", ".").replace("\\", ".")


def remove_device_and_dtype_suffixes(test_name):
    suffix = re.compile("_(" + "|".join(("cpu", "cuda", "meta", *(dtype_name(d) for d in get_all_dtypes()))) + ")$")
    while suffix.search(test_name):
        test_name = suffix.sub("", test_name)
    return test_name


def check_if_enable(test):
    return None


def print_repro_on_failure(repro_parts):
    return contextlib.nullcontext()


def extract_test_fn():
    return None


def get_tracked_input():
    return None


def clear_tracked_input():
    return None


class TrackedInput:
    def __init__(self, index, val, type_desc):
        self.index, self.val, self.type_desc = index, val, type_desc


class TrackedInputIter:
    """Gives the items of an iterator, each with the seed of the tests."""

    def __init__(self, child_iter, input_type_desc, item_callback=None, track_callback=None, set_seed=True, restrict_to_index=None):
        self.child_iter = enumerate(child_iter)
        self.item_callback = item_callback or (lambda x, i: x)
        self.set_seed = set_seed
        self.restrict_to_index = restrict_to_index

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            if self.set_seed:
                set_rng_seed()
            index, item = next(self.child_iter)
            if self.restrict_to_index is None or index == self.restrict_to_index:
                return self.item_callback(item, index)


class NoTest:
    __test__ = False


def patch_test_members(updates):
    """Sets attributes of a test while it runs."""

    def decorator(test_func):
        @functools.wraps(test_func)
        def wrapper(self, *args, **kwargs):
            saved = {name: getattr(self, name) for name in updates}
            try:
                for name, value in updates.items():
                    setattr(self, name, value)
                return test_func(self, *args, **kwargs)
            finally:
                for name, value in saved.items():
                    setattr(self, name, value)

        return wrapper

    return decorator


@contextlib.contextmanager
def freeze_rng_state(*args, **kwargs):
    """Whatever draws random numbers inside changes nothing outside."""
    with torch.utils._python_dispatch._disable_current_modes():
        state = torch.get_rng_state()
    try:
        yield
    finally:
        with torch.utils._python_dispatch._disable_current_modes():
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
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextlib.contextmanager
def check_leaked_tensors(limit=1, matched_type=torch.Tensor):
    gc.collect()
    yield
    gc.collect()


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
        self.fill_uninitialized_memory = fill_uninitialized_memory

    def __enter__(self):
        self.prior = torch.are_deterministic_algorithms_enabled()
        self.prior_warn_only = torch.is_deterministic_algorithms_warn_only_enabled()
        self.prior_fill = torch.utils.deterministic.fill_uninitialized_memory
        torch.use_deterministic_algorithms(self.deterministic, warn_only=self.warn_only)
        torch.utils.deterministic.fill_uninitialized_memory = self.fill_uninitialized_memory

    def __exit__(self, *exc_info):
        torch.use_deterministic_algorithms(self.prior, warn_only=self.prior_warn_only)
        torch.utils.deterministic.fill_uninitialized_memory = self.prior_fill


def wrapDeterministicFlagAPITest(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        with DeterministicGuard(torch.are_deterministic_algorithms_enabled(), warn_only=torch.is_deterministic_algorithms_warn_only_enabled()):
            return fn(*args, **kwargs)

    return wrapper


class AlwaysWarnTypedStorageRemoval:
    """Whether each use of typed storages warns, for a block."""

    def __init__(self, always_warn):
        self.always_warn = bool(always_warn)

    def __enter__(self):
        self.prior = torch.storage._get_always_warn_typed_storage_removal()
        torch.storage._set_always_warn_typed_storage_removal(self.always_warn)

    def __exit__(self, *exc_info):
        torch.storage._set_always_warn_typed_storage_removal(self.prior)


class CudaSyncGuard:
    def __init__(self, sync_debug_mode):
        self.mode = sync_debug_mode

    def __enter__(self):
        self.prior = torch.cuda.get_sync_debug_mode()
        torch.cuda.set_sync_debug_mode(self.mode)

    def __exit__(self, *exc_info):
        torch.cuda.set_sync_debug_mode(self.prior)


class CudaMemoryLeakCheck(contextlib.nullcontext):
    def __init__(self, testcase, name=None):
        super().__init__()


class CudaNonDefaultStream(contextlib.nullcontext):
    pass


class BytesIOContext(io.BytesIO):
    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        pass


class CrossRefMode(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


def find_library_location(lib_name):
    """The place of a library that PyTorch is built with: beside the others, or where builds put it."""
    root = Path(torch.__file__).resolve().parent
    path = root / "lib" / lib_name
    return path if path.exists() else root / "build" / "lib" / lib_name


@contextlib.contextmanager
def TemporaryFileName(*args, **kwargs):
    if kwargs.pop("delete", True) is not True:
        raise UserWarning("only TemporaryFileName with delete=False is supported, set delete=True")
    with tempfile.NamedTemporaryFile(*args, delete=False, **kwargs) as f:
        name = f.name
    try:
        yield name
    finally:
        if os.path.exists(name):
            os.unlink(name)


@contextlib.contextmanager
def TemporaryDirectoryName(suffix=None):
    with tempfile.TemporaryDirectory(suffix=suffix) as name:
        yield name


def _fast(kwargs):
    """The settings of a check of gradients: what is None or not given is checked fast and batched."""
    return {**kwargs, **{name: True for name in ("check_batched_grad", "fast_mode") if kwargs.get(name) is None}}


def gradcheck(fn, inputs, **kwargs):
    return torch.autograd.gradcheck(fn, inputs, **_fast(kwargs))


def gradgradcheck(fn, inputs, grad_outputs=None, **kwargs):
    return torch.autograd.gradgradcheck(fn, inputs, grad_outputs, **_fast(kwargs))


def _assertGradAndGradgradChecks(test_case, apply_fn, inputs, **kwargs):
    test_case.assertTrue(gradcheck(apply_fn, inputs, **kwargs))
    test_case.assertTrue(gradgradcheck(apply_fn, inputs, **kwargs))


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
    if t.dtype.is_floating_point or t.dtype.is_complex:
        other = float("nan")
    else:
        other = True if t.dtype == torch.bool else 12
    spread = t.new_empty((*t.shape, 2))
    spread[..., 0] = other
    spread[..., 1] = t.detach()
    result = spread[..., 1]
    return result.requires_grad_(t.requires_grad)


def clone_input_helper(input):
    if isinstance(input, torch.Tensor):
        return torch.clone(input)
    if isinstance(input, (list, tuple)):
        return tuple(map(clone_input_helper, input))
    return input


def iter_indices(tensor):
    if tensor.dim() == 0:
        return range(0)
    if tensor.dim() == 1:
        return range(tensor.size(0))
    return itertools.product(*(range(s) for s in tensor.size()))


def get_function_arglist(func):
    return inspect.getfullargspec(func).args


def get_tensors_from(args, kwargs):
    return {a for a in (*args, *kwargs.values()) if isinstance(a, torch.Tensor)}


def bytes_to_scalar(byte_list, dtype, device):
    """The tensor of no dimensions whose memory holds the bytes."""
    return torch.tensor(byte_list, dtype=torch.uint8).view(dtype)[0].to(device)


def do_test_dtypes(self, dtypes, layout, device):
    for dtype in (d for d in dtypes if d is not torch.float16):
        made = torch.zeros(2, 3, dtype=dtype, layout=layout, device=device)
        self.assertEqual((dtype, layout, device), (made.dtype, made.layout, made.device))


def do_test_empty_full(self, dtypes, layout, device):
    shape = torch.Size([2, 3])

    def check(tensor, dtype, value=None, requires_grad=False):
        self.assertEqual(shape, tensor.shape)
        self.assertIs(dtype, tensor.dtype)
        self.assertIs(layout, tensor.layout)
        self.assertEqual(tensor.requires_grad, requires_grad)
        if value is not None:
            self.assertEqual(tensor, torch.empty_like(tensor).fill_(value))

    check(torch.empty(shape, layout=layout, device=device), torch.get_default_dtype())
    for dtype in dtypes:
        for rg in {dtype.is_floating_point, False}:
            check(torch.empty(shape, dtype=dtype, layout=layout, device=device, requires_grad=rg), dtype, None, rg)
            if dtype == torch.float16 or layout != torch.strided:
                continue
            value = {True: 5.5, False: 5}[dtype.is_floating_point]
            check(torch.full(shape, value, dtype=dtype, layout=layout, device=device, requires_grad=rg), dtype, value, rg)
            check(torch.empty(shape, dtype=dtype).new_full(shape, value), dtype, value)


def get_all_device_types():
    return ["cpu"]


def get_cycles_per_ms():
    raise RuntimeError("magneto has no CUDA devices")


def getRocmVersion():
    return (0, 0)


def getRocmArchName(device_index=0):
    raise RuntimeError("magneto has no ROCm devices")


def isRocmArchAnyOf(arch):
    return False


def is_navi3_arch():
    return False


def get_gcc_major_version():
    return 0


def find_free_port():
    import socket

    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as s:
        s.bind(("localhost", 0))
        return s.getsockname()[1]


def retry(ExceptionToCheck, tries=3, delay=3, skip_after_retries=False):
    """Calls once more after the exception, some times."""

    def decorator(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            for _ in range(tries - 1):
                try:
                    return f(*args, **kwargs)
                except ExceptionToCheck:
                    time.sleep(delay)
            try:
                return f(*args, **kwargs)
            except ExceptionToCheck as e:
                if skip_after_retries:
                    raise unittest.SkipTest(f"Skipping after {tries} consecutive {e}") from e
                raise

        return wrapper

    return decorator


def retry_on_connect_failures(func=None, connect_errors=ADDRESS_IN_USE):
    if func is None:
        return functools.partial(retry_on_connect_failures, connect_errors=connect_errors)
    return retry(RuntimeError, tries=10, delay=0.1)(func)


def shell(command, cwd=None, env=None, stdout=None, stderr=None, timeout=None):
    sys.stdout.flush()
    return subprocess.run(command, cwd=cwd, env=env, stdout=stdout, stderr=stderr, timeout=timeout).returncode


def wait_for_process(p, timeout=None):
    return p.wait(timeout=timeout)


def download_file(url, binary=True):
    raise unittest.SkipTest("magneto downloads nothing")


def install_cpp_extension(extension_root):
    raise unittest.SkipTest("extensions in C++ cannot be built")


remove_cpp_extensions_build_root = lambda: None


def run_concurrently(worker_func, num_threads=None, args=(), kwargs=None):
    """Calls a function in threads that start together, for each element of a list or `num_threads` times."""
    workers = worker_func if isinstance(worker_func, (list, tuple)) else [worker_func] * num_threads
    barrier, errors = threading.Barrier(len(workers)), []

    def body(function):
        try:
            barrier.wait()
            function(*args, **(kwargs or {}))
        except BaseException as e:
            errors.append(e)

    threads = [threading.Thread(target=body, args=(w,)) for w in workers]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if errors:
        raise errors[0]


def chunk_list(lst, nchunks):
    return [lst[i::nchunks] for i in range(nchunks)]


def split_if_not_empty(x):
    return x.split(",") if x else []


def to_gpu(obj, type_map=None):
    raise RuntimeError("magneto has no GPU")


def device_sleep(device, cycles):
    time.sleep(cycles / 1e9)


def is_coalesced_indices(s):
    indices = s._indices()
    hashes = [tuple(column) for column in indices.t().tolist()]
    return hashes == sorted(set(hashes))


def coalescedonoff(f):
    @functools.wraps(f)
    def wrapped(self, *args, **kwargs):
        f(self, *args, **kwargs, coalesced=True)
        f(self, *args, **kwargs, coalesced=False)

    return wrapped


def copy_func(f):
    g = types.FunctionType(f.__code__, f.__globals__, name=f.__name__, argdefs=f.__defaults__, closure=f.__closure__)
    g = functools.update_wrapper(g, f)
    g.__kwdefaults__ = f.__kwdefaults__
    return g


class LazyVal:
    """A condition that is looked at when it is needed."""

    def __init__(self, cb):
        self.fn = cb

    def __bool__(self):
        return bool(self.fn())


class DictPair(NonePair):
    pass


@contextlib.contextmanager
def enable_profiling_mode():
    executor, optimize = torch._C._jit_set_profiling_executor(True), torch._C._get_graph_executor_optimize(True)
    try:
        yield
    finally:
        torch._C._jit_set_profiling_executor(executor)
        torch._C._get_graph_executor_optimize(optimize)


enable_profiling_mode_for_profiling_tests = enable_profiling_mode


def cppProfilingFlagsToProfilingMode():
    executor, optimize = torch._C._jit_set_profiling_executor(True), torch._C._get_graph_executor_optimize(True)
    torch._C._jit_set_profiling_executor(executor)
    torch._C._get_graph_executor_optimize(optimize)
    if not executor:
        return ProfilingMode.LEGACY
    return ProfilingMode.PROFILING if optimize else ProfilingMode.SIMPLE


@contextlib.contextmanager
def num_profiled_runs(num_runs):
    before = torch._C._jit_set_num_profiled_runs(num_runs)
    try:
        yield
    finally:
        torch._C._jit_set_num_profiled_runs(before)


def prof_callable(callable, *args, **kwargs):
    """A call; with profile_and_replay, a second one after those that the executor watches. Scripted functions take the keyword themselves."""
    if kwargs.pop("profile_and_replay", False):
        with enable_profiling_mode_for_profiling_tests():
            callable(*args, **kwargs)
    return callable(*args, **kwargs)


def prof_func_call(*args, **kwargs):
    return prof_callable(*args, **kwargs)


prof_meth_call = func_call = meth_call = prof_func_call

try:
    import numpy as np

    _shared_types = "uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 float32 float64 complex64 complex128"
    numpy_to_torch_dtype_dict = {np.bool_: torch.bool, **{getattr(np, name): getattr(torch, name) for name in _shared_types.split()}}
    torch_to_numpy_dtype_dict = {value: key for key, value in numpy_to_torch_dtype_dict.items()}
    torch_to_numpy_dtype_dict.update({torch.bfloat16: np.float32, torch.complex32: np.complex64})

    def numpy_to_torch_dtype(np_dtype):
        try:
            return numpy_to_torch_dtype_dict[np_dtype]
        except KeyError:
            return numpy_to_torch_dtype_dict[np_dtype.type]

    def has_corresponding_torch_dtype(np_dtype):
        return np.dtype(np_dtype).type in numpy_to_torch_dtype_dict
except ImportError:
    numpy_to_torch_dtype_dict, torch_to_numpy_dtype_dict = {}, {}

dtype2prec_DONTUSE = {torch.float: 1e-5, torch.double: 1e-5, torch.half: 1e-2, torch.bfloat16: 1e-1}


class TestGradients(TestCase):
    """What tests of the derivatives of operators of a table share."""

    exact_dtype = True

    def _get_safe_inplace(self, inplace_variant):
        @functools.wraps(inplace_variant)
        def _fn(t, *args, **kwargs):
            return inplace_variant(t.clone(), *args, **kwargs)

        return _fn

    def _skip_helper(self, op, device, dtype):
        if dtype not in op.supported_backward_dtypes(torch.device(device).type):
            self.skipTest("Skipped! Op doesn't support autograd for this dtype.")
        if not op.supports_autograd and not op.supports_forward_ad:
            self.skipTest("Skipped! autograd not supported.")

    def _check_helper(self, device, dtype, op, variant, check, *, check_forward_ad=False, check_backward_ad=True, check_batched_grad=None,
                      check_batched_forward_grad=False):
        """Compares derivatives of the samples: check is gradcheck, or bwgrad_bwgrad or fwgrad_bwgrad for second ones."""
        assert check in ("gradcheck", "bwgrad_bwgrad", "fwgrad_bwgrad")
        if variant is None:
            self.skipTest("Skipped! Variant not implemented.")
        in_place = getattr(variant, "__wrapped__", variant) is op.get_inplace()
        conjugated = op.test_conjugated_samples and dtype.is_complex
        for sample in op.sample_inputs(device, dtype, requires_grad=True, include_conjugated_inputs=conjugated):
            if sample.broadcasts_input and in_place:
                continue
            several = is_iterable_of_tensors(sample.input)
            first = list(sample.input) if several else [sample.input]
            values = [*first, *sample.args, *sample.kwargs.values()]
            at = [i for i, v in enumerate(values) if isinstance(v, torch.Tensor) and v.requires_grad]

            def fn(*inputs):
                given = list(values)
                for i, v in zip(at, inputs):
                    given[i] = v
                rest = given[len(first):]
                args, kwargs = rest[:len(sample.args)], dict(zip(sample.kwargs, rest[len(sample.args):]))
                output = op.gradcheck_wrapper(variant, given[:len(first)] if several else given[0], *args, **kwargs)
                return sample.output_process_fn_grad(output)

            inputs = tuple(values[i] for i in at)
            shared = {"check_grad_dtypes": True, "nondet_tol": op.gradcheck_nondet_tol, "fast_mode": op.gradcheck_fast_mode}
            if check == "gradcheck":
                batched = op.check_batched_grad if check_batched_grad is None else check_batched_grad
                self.assertTrue(gradcheck(fn, inputs, check_batched_grad=batched, check_forward_ad=check_forward_ad, check_backward_ad=check_backward_ad, check_undefined_grad=True,
                                          check_batched_forward_grad=check_batched_forward_grad, **shared))
                continue
            self.assertFalse(check_forward_ad)
            self.assertTrue(check_backward_ad)
            if check == "fwgrad_bwgrad":
                shared.update(check_fwd_over_rev=True, check_rev_over_rev=False, check_batched_grad=False, check_undefined_grad=False)
            else:
                shared.update(check_batched_grad=op.check_batched_gradgrad)
            for strided in (False, True):
                self.assertTrue(gradgradcheck(fn, inputs, gen_non_contig_grad_outputs=strided, **shared))

    def _grad_test_helper(self, device, dtype, op, variant, *, check_forward_ad=False, check_backward_ad=True, check_batched_grad=None,
                          check_batched_forward_grad=False):
        return self._check_helper(device, dtype, op, variant, "gradcheck", check_forward_ad=check_forward_ad, check_backward_ad=check_backward_ad,
                                  check_batched_grad=check_batched_grad, check_batched_forward_grad=check_batched_forward_grad)


def make_lazy_class(cls):
    """A class whose objects are made when they are first used."""

    def lazy_init(self, cb):
        self._cb, self._value = cb, None

    cls.__init__ = lazy_init

    def reach(name):
        def method(self, *args, **kwargs):
            if self._cb is not None:
                self._value, self._cb = self._cb(), None
            return getattr(self._value, name)(*args, **kwargs)

        return method

    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and", "or", "xor", "neg", "pos", "abs", "invert",
                 "eq", "ne", "lt", "le", "gt", "ge", "bool", "int", "index"):
        setattr(cls, f"__{name}__", reach(f"__{name}__"))
    return cls


def settings(*args, **kwargs):
    from hypothesis import settings as of_hypothesis

    kwargs.pop("min_satisfying_examples", None)
    return of_hypothesis(*args, **kwargs)


for _name, _examples in (("pytorch_ci", 50), ("dev", 10), ("debug", 1000)):
    hypothesis.settings.register_profile(_name, max_examples=_examples, suppress_health_check=[hypothesis.HealthCheck.too_slow], derandomize=_name == "pytorch_ci")
hypothesis.settings.load_profile("pytorch_ci" if os.getenv("CI") else os.getenv("PYTORCH_HYPOTHESIS_PROFILE", "dev"))


def custom_op(opname, symbolic_fn, opset_version):
    raise RuntimeError("ONNX export is not supported")


register_custom_op_symbolic = unregister_custom_op_symbolic = custom_op


def is_dsl_available(dsl_name):
    return False


def get_all_dsls():
    return []


get_available_dsls = get_all_dsls


def outs_and_grads(fn, graph_inps, inps):
    outs = fn(*graph_inps)
    for out in torch.utils._pytree.tree_leaves(outs):
        if isinstance(out, torch.Tensor) and out.requires_grad:
            out.sum().backward(retain_graph=True)
    grads = [inp.grad for inp in torch.utils._pytree.tree_leaves(inps) if isinstance(inp, torch.Tensor)]
    for inp in torch.utils._pytree.tree_leaves(inps):
        if isinstance(inp, torch.Tensor):
            inp.grad = None
    return outs, grads


def compare_equal_outs_and_grads(test, m1, m2, inps):
    r1, g1 = outs_and_grads(m1, inps, inps)
    r2, g2 = outs_and_grads(m2, inps, inps)
    test.assertEqual(r1, r2)
    test.assertEqual(g1, g2)


def make_dynamo_test(fn=None):
    if fn is None:
        return lambda f: make_dynamo_test(f)
    return fn


def skipIfSlowGradcheckEnv(test):
    """Slow checks of gradients are not asked for here."""
    return test


skipIfNoCuteDSL, skipIfNoHelionDSL, skipIfNoNvmath, skipIfNoTritonDSL, requires_cuda_python_bindings = (
    unittest.skip(f"{what} is not installed") for what in ("CuteDSL", "Helion", "nvmath", "Triton", "cuda-python"))


class HardwareClassification(enum.Enum):
    """What hardware the tests of a class are for, as its hw_classification says."""

    GENERIC, ACCELERATOR, CPU, CUDA, MPS, XPU = "generic", "accelerator", "cpu", "cuda", "mps", "xpu"


def get_hw_classification(test_case_cls):
    return getattr(test_case_cls, "hw_classification", None)
