"""Skipping, expected failures, cleanups, and how the parts of a test go."""

import functools
import sys
import types
from contextlib import contextmanager

__unittest = True


class SkipTest(Exception):
    """Raised in a test to skip it."""

    __module__ = "unittest.case"


class ShouldStop(Exception):
    """The test is over; what went wrong is noted already."""


class Outcome:
    """How a test goes: notes what its parts raise."""

    def __init__(self, result=None):
        self.expecting_failure = False
        self.result = result
        self.result_supports_subtests = hasattr(result, "addSubTest")
        self.success = True
        self.expectedFailure = None

    @contextmanager
    def testPartExecutor(self, test_case, subTest=False):
        old_success = self.success
        self.success = True
        try:
            yield
        except KeyboardInterrupt:
            raise
        except SkipTest as e:
            self.success = False
            add_skip(self.result, test_case, str(e))
        except ShouldStop:
            pass
        except:
            exc_info = sys.exc_info()
            if self.expecting_failure:
                self.expectedFailure = exc_info
            else:
                self.success = False
                if subTest:
                    self.result.addSubTest(test_case.test_case, test_case, exc_info)
                else:
                    _add_error(self.result, test_case, exc_info)
        else:
            if subTest and self.success:
                self.result.addSubTest(test_case.test_case, test_case, None)
        finally:
            self.success = self.success and old_success


def _add_error(result, test, exc_info):
    if result is not None:
        if issubclass(exc_info[0], test.failureException):
            result.addFailure(test, exc_info)
        else:
            result.addError(test, exc_info)


def add_skip(result, test_case, reason):
    add = getattr(result, "addSkip", None)
    if add is not None:
        add(test_case, reason)
        return
    import warnings
    warnings.warn("TestResult has no addSkip method, skips not reported", RuntimeWarning, 2)
    result.addSuccess(test_case)


def _identity(obj):
    return obj


def skip(reason):
    """Skip a test or a whole class."""

    if isinstance(reason, types.FunctionType):
        return _skipped(reason, "")  # used without a call
    return functools.partial(_skipped, reason=reason)


def _skipped(item, reason):
    """Mark a class, or put in the place of a function one that raises."""
    marked = item
    if not isinstance(item, type):
        @functools.wraps(item)
        def marked(*args, **kwargs):
            raise SkipTest(reason)
    marked.__unittest_skip__, marked.__unittest_skip_why__ = True, reason
    return marked


def skipIf(condition, reason):
    return skip(reason) if condition else _identity


def skipUnless(condition, reason):
    return _identity if condition else skip(reason)


def expectedFailure(test_item):
    test_item.__unittest_expecting_failure__ = True
    return test_item


_module_cleanups = []


def addModuleCleanup(function, /, *args, **kwargs):
    _module_cleanups.append((function, args, kwargs))


def enterModuleContext(cm):
    return enter_context(cm, addModuleCleanup)


def doModuleCleanups():
    """Run all cleanups of modules; the first error is raised at the end."""
    errors = []
    while _module_cleanups:
        function, args, kwargs = _module_cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as exc:
            errors.append(exc)
    if errors:
        raise errors[0]


def enter_context(cm, add_cleanup):
    # Looked up on the class, as the with statement does.
    cls = type(cm)
    try:
        enter, exit = cls.__enter__, cls.__exit__
    except AttributeError:
        raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the context manager protocol") from None
    result = enter(cm)
    add_cleanup(exit, cm, None, None, None)
    return result
