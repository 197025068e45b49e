"""Helpers of CPython's own tests: conditions on the machine, objects with extreme behaviour, redirected streams.

A name that is not here can be imported; a use of it raises NotImplementedError.
"""

import contextlib
import functools
import gc
import io
import sys
import unittest

verbose = 0
use_resources = None
max_memuse = 0
real_max_memuse = 0
failfast = False
match_tests = None
SHORT_TIMEOUT, LONG_TIMEOUT, LOOPBACK_TIMEOUT, INTERNET_TIMEOUT, PIPE_MAX_SIZE = 30.0, 300.0, 5.0, 60.0, 4 * 1024 * 1024
_1M, _1G, _2G, _4G = 1 << 20, 1 << 30, 2 << 30, 4 << 30
MAX_Py_ssize_t = sys.maxsize
MS_WINDOWS = is_apple = is_apple_mobile = is_android = is_emscripten = is_wasi = is_jython = Py_DEBUG = Py_TRACE_REFS = Py_GIL_DISABLED = False
has_fork_support = has_socket_support = False
has_subprocess_support = True
HAVE_DOCSTRINGS = MISSING_C_DOCSTRINGS = False
C_RECURSION_LIMIT = Py_C_RECURSION_LIMIT = 10000
EXCEEDS_RECURSION_LIMIT = 150000
TEST_HOME_DIR = ""


class Error(Exception):
    """Base of the errors of tests."""


class TestFailed(Error):
    pass


class TestDidNotRun(Error):
    pass


class ResourceDenied(unittest.SkipTest):
    """The test needs a resource that was not asked for."""


class _ALWAYS_EQ:
    """Equal to everything."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = None


class _NEVER_EQ:
    """Equal to nothing."""

    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    def __hash__(self):
        return 1


@functools.total_ordering
class _LARGEST:
    """Greater than everything but itself."""

    def __eq__(self, other):
        return isinstance(other, _LARGEST)

    def __lt__(self, other):
        return False


@functools.total_ordering
class _SMALLEST:
    """Less than everything but itself."""

    def __eq__(self, other):
        return isinstance(other, _SMALLEST)

    def __gt__(self, other):
        return False


ALWAYS_EQ, NEVER_EQ, LARGEST, SMALLEST = _ALWAYS_EQ(), _NEVER_EQ(), _LARGEST(), _SMALLEST()


def gc_collect():
    gc.collect()


@contextlib.contextmanager
def disable_gc():
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextlib.contextmanager
def _replaced(name, stream):
    old = getattr(sys, name)
    setattr(sys, name, stream)
    try:
        yield stream
    finally:
        setattr(sys, name, old)


def captured_output(stream_name):
    return _replaced(stream_name, io.StringIO())


def captured_stdout():
    return captured_output("stdout")


def captured_stderr():
    return captured_output("stderr")


def captured_stdin():
    return captured_output("stdin")


_nothing = object()


@contextlib.contextmanager
def swap_attr(obj, attr, new_val):
    """Set an attribute for the block; its value before is that of the with statement."""
    old = getattr(obj, attr, _nothing)
    setattr(obj, attr, new_val)
    try:
        yield None if old is _nothing else old
    finally:
        if old is _nothing:
            if hasattr(obj, attr):
                delattr(obj, attr)
        else:
            setattr(obj, attr, old)


@contextlib.contextmanager
def swap_item(obj, item, new_val):
    had = item in obj
    old = obj[item] if had else None
    obj[item] = new_val
    try:
        yield old
    finally:
        if had:
            obj[item] = old
        else:
            obj.pop(item, None)


def _unchanged(test):
    return test


def cpython_only(test):
    """A test of what CPython does beyond the language: magneto follows CPython there too."""
    return test


def impl_detail(msg=None, **guards):
    if check_impl_detail(**guards):
        return _unchanged
    names = sorted(name for name, wanted in guards.items() if wanted)
    return unittest.skip(msg or f"implementation detail not available on cpython ({', '.join(names)} only)")


def check_impl_detail(**guards):
    """Whether a test for these implementations is for CPython: named with true (the default), or not among those named with false."""
    return guards.get("cpython", not any(guards.values()))


def requires_IEEE_754(test):
    return test


def requires_zlib(reason="requires zlib"):
    return _unchanged


def requires_subprocess():
    return _unchanged


def requires_fork():
    return unittest.skip("requires working os.fork()")


def requires_working_socket(*, module=False):
    if module:
        raise unittest.SkipTest("requires socket support")
    return unittest.skip("requires socket support")


def requires_resource(resource):
    return unittest.skip(f"resource {resource!r} is not enabled")


def requires(resource, msg=None):
    raise ResourceDenied(msg or f"Use of the {resource!r} resource not enabled")


def is_resource_enabled(resource):
    return False


def refcount_test(test):
    return cpython_only(test)


def no_tracing(func):
    return func


def requires_limited_api(test):
    return unittest.skip("needs the C API")(test)


requires_specialization = requires_specialization_ft = requires_gil_enabled = force_not_colorized = force_not_colorized_test_class = \
    requires_venv_with_pip = skip_if_broken_multiprocessing_synchronize = requires_non_root_user = skip_on_s390x = \
    requires_docstrings = _unchanged


def _unless(*args, **kwargs):
    return _unchanged


skip_wasi_stack_overflow = skip_emscripten_stack_overflow = skip_if_unlimited_stack_size = skip_if_sanitizer = skip_if_buildbot = \
    skip_if_pgo_task = requires_mac_ver = requires_freebsd_version = requires_linux_version = skip_android_selinux = \
    skip_if_huge_c_stack = run_with_limited_c_stack = requires_debug_ranges = _unless


def thread_unsafe(reason):
    """Marks a test that must not run beside others; with or without a reason."""
    return reason if callable(reason) else _unchanged


def has_no_debug_ranges():
    return False


def linked_to_musl():
    return False


def nomemtest(test):
    """A test that makes allocations fail, which takes CPython's _testcapi."""
    return unittest.skip("No module named '_testcapi'")(test)


def get_attribute(obj, name):
    """An attribute, or a skipped test."""
    try:
        return getattr(obj, name)
    except AttributeError:
        raise unittest.SkipTest(f"object {obj!r} has no attribute {name!r}")


def subTests(arg_names, arg_values, /, *, _do_cleanups=False):
    """Runs a test once for each group of arguments, as a subtest of these names."""
    names = arg_names.replace(",", " ").split() if isinstance(arg_names, str) else list(arg_names)
    single = isinstance(arg_names, str) and len(names) == 1
    groups = [(values,) if single else tuple(values) for values in arg_values]

    def decorator(test):
        if isinstance(test, type):
            raise TypeError("subTests() can only decorate methods, not classes")

        @functools.wraps(test)
        def wrapper(self, /, *args, **kwargs):
            for values in groups:
                given = dict(zip(names, values))
                with self.subTest(**given):
                    test(self, *args, **kwargs, **given)
                if _do_cleanups:
                    self.doCleanups()

        return wrapper

    return decorator


def bigmemtest(size, memuse, dry_run=True):
    """A test of big objects, which runs with a small one."""

    def decorator(f):
        @functools.wraps(f)
        def wrapper(self):
            return f(self, 5147)

        wrapper.size, wrapper.memuse = size, memuse
        return wrapper

    return decorator


def bigaddrspacetest(f):
    return unittest.skip("needs a big address space")(f)


def run_with_locale(catstr, *locales):
    return _unchanged


def run_with_tz(tz):
    return _unchanged


@contextlib.contextmanager
def set_recursion_limit(limit):
    old = sys.getrecursionlimit()
    sys.setrecursionlimit(limit)
    try:
        yield
    finally:
        sys.setrecursionlimit(old)


def infinite_recursion(max_depth=None):
    return set_recursion_limit(20000 if max_depth is None else max(max_depth, 4))


def get_recursion_depth():
    frame, depth = sys._getframe(1), 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    return depth


def get_recursion_available():
    return sys.getrecursionlimit() - get_recursion_depth()


def get_c_recursion_limit():
    return C_RECURSION_LIMIT


def exceeds_recursion_limit():
    return EXCEEDS_RECURSION_LIMIT


@contextlib.contextmanager
def adjust_int_max_str_digits(max_digits):
    old = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(max_digits)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(old)


class catch_unraisable_exception:
    """Keeps what could not be raised, in the attribute unraisable."""

    def __enter__(self):
        self.unraisable = None
        self._old, sys.unraisablehook = sys.unraisablehook, self._keep
        return self

    def _keep(self, unraisable):
        self.unraisable = unraisable

    def __exit__(self, *exc_info):
        sys.unraisablehook = self._old
        del self.unraisable


def check_disallow_instantiation(testcase, tp, *args, **kwds):
    testcase.assertRaisesRegex(TypeError, "cannot create", tp, *args, **kwds)


def check_sizeof(test, o, size):
    """Sizes of objects are not those of CPython's structures."""
    test.skipTest("objects have other sizes than CPython's")


def calcobjsize(fmt):
    """Sizes only serve check_sizeof."""
    return 0


calcvobjsize = calcobjsize


def check__all__(test_case, module, name_of_module=None, extra=(), not_exported=()):
    """__all__ names what a module defines, and what stands in extra, but not what stands in not_exported."""
    modules = {module.__name__} if name_of_module is None else {name_of_module} if isinstance(name_of_module, str) else set(name_of_module)
    expected = set(extra)
    for name in dir(module):
        value = getattr(module, name)
        if name.startswith("_") or name in not_exported or isinstance(value, type(sys)):
            continue
        if getattr(value, "__module__", None) in modules or not hasattr(value, "__module__"):
            expected.add(name)
    test_case.assertCountEqual(module.__all__, expected)


class BrokenIter:
    """An iterable that fails where it is told: at its making, at iter, at next."""

    def __init__(self, init_raises=False, next_raises=False, iter_raises=False):
        if init_raises:
            1 / 0
        self.next_raises, self.iter_raises = next_raises, iter_raises

    def __next__(self):
        if self.next_raises:
            1 / 0

    def __iter__(self):
        if self.iter_raises:
            1 / 0
        return self


class EqualToForwardRef:
    """Equal to the annotationlib.ForwardRef of these fields, whatever its owner holds."""

    def __init__(self, arg, *, module=None, owner=None, is_class=False):
        self.fields = (arg, module, owner, is_class)

    def __eq__(self, other):
        if isinstance(other, EqualToForwardRef):
            return self.fields == other.fields
        from annotationlib import ForwardRef
        if not isinstance(other, ForwardRef):
            return NotImplemented
        return self.fields == (other.__forward_arg__, other.__forward_module__, other.__owner__, other.__forward_is_class__)

    def __repr__(self):
        return f"EqualToForwardRef({self.fields[0]!r})"


class _Yielded:
    """Waited for, gives its value to whoever drives the coroutine."""

    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


def async_yield(value):
    return _Yielded(value)


def run_no_yield_async_fn(async_fn, /, *args, **kwargs):
    """The result of a coroutine that waits for nothing."""
    coroutine = async_fn(*args, **kwargs)
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value
    else:
        raise AssertionError("coroutine did not complete")
    finally:
        coroutine.close()


def run_yielding_async_fn(async_fn, /, *args, **kwargs):
    """The result of a coroutine, each of whose waits is resumed with None."""
    coroutine = async_fn(*args, **kwargs)
    try:
        while True:
            try:
                coroutine.send(None)
            except StopIteration as stop:
                return stop.value
    finally:
        coroutine.close()


def check_syntax_error(testcase, statement, errtext="", *, lineno=None, offset=None):
    with testcase.assertRaisesRegex(SyntaxError, errtext) as caught:
        compile(statement, "<test string>", "exec")
    testcase.assertIsNotNone(caught.exception.lineno)
    if lineno is not None:
        testcase.assertEqual(caught.exception.lineno, lineno)
    if offset is not None:
        testcase.assertEqual(caught.exception.offset, offset)


def check_free_after_iterating(test, iter, cls, args=()):
    """An iterator that is at its end keeps no reference: what happens when objects go is not tested here."""
    test.skipTest("objects go when the collector runs")


def run_code(code, extra_names=None):
    namespace = dict(extra_names or {})
    exec(code, namespace)
    return namespace


def sortdict(dict):
    return "{" + ", ".join("%r: %r" % pair for pair in sorted(dict.items())) + "}"


def findfile(filename, subdir=None):
    return filename


def reap_children():
    pass


def run_unittest(*classes):
    suite = unittest.TestSuite()
    for cls in classes:
        suite.addTest(cls if isinstance(cls, unittest.TestSuite) else unittest.defaultTestLoader.loadTestsFromTestCase(cls))
    if not unittest.TextTestRunner().run(suite).wasSuccessful():
        raise TestFailed("test failed")


def patch(test_instance, object_to_patch, attr_name, new_value):
    old = getattr(object_to_patch, attr_name)
    test_instance.addCleanup(setattr, object_to_patch, attr_name, old)
    setattr(object_to_patch, attr_name, new_value)


def iter_builtin_types():
    yield object
    seen, todo = {object}, [object]
    while todo:
        for cls in type.__subclasses__(todo.pop()) if todo[-1] is not type else ():
            if cls not in seen and cls.__module__ == "builtins":
                seen.add(cls)
                todo.append(cls)
                yield cls


@contextlib.contextmanager
def save_restore_warnings_filters():
    import warnings
    with warnings.catch_warnings():
        yield


class Stopwatch:
    def __enter__(self):
        import time
        self._clock = time.perf_counter
        self.start = self._clock()
        return self

    def __exit__(self, *exc):
        self.seconds = self._clock() - self.start


_submodules = ("import_helper", "os_helper", "script_helper", "testcase", "threading_helper", "warnings_helper", "numbers")


def __getattr__(name):
    if name.startswith("__") or name in _submodules:
        raise AttributeError(f"module 'test.support' has no attribute {name!r}")

    def missing(*args, **kwargs):
        raise NotImplementedError(f"test.support.{name}: magneto does not have it")

    missing.__name__ = missing.__qualname__ = name
    return missing
