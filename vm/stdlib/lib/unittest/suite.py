"""Suites of tests, and the set-up of classes and modules."""

import sys
from contextlib import contextmanager

from .outcome import SkipTest, doModuleCleanups
from .util import strclass

__unittest = True


class BaseTestSuite:
    """A sequence of tests."""

    _cleanup = True

    def __init__(self, tests=()):
        self._tests = []
        self._removed_tests = 0
        self.addTests(tests)

    def __repr__(self):
        return "<%s tests=%s>" % (strclass(self.__class__), list(self))

    def __iter__(self):
        return iter(self._tests)

    def __eq__(self, other):
        return list(self) == list(other) if isinstance(other, type(self)) else NotImplemented

    def countTestCases(self):
        return self._removed_tests + sum(test.countTestCases() for test in self if test)

    def addTest(self, test):
        from .case import TestCase
        if not callable(test):
            raise TypeError("{} is not callable".format(repr(test)))
        if isinstance(test, type) and issubclass(test, (TestCase, TestSuite)):
            raise TypeError("TestCases and TestSuites must be instantiated before passing them to addTest()")
        self._tests.append(test)

    def addTests(self, tests):
        if isinstance(tests, str):
            raise TypeError("tests must be an iterable of tests, not a string")
        for each in tests:
            self.addTest(each)

    def run(self, result):
        for position, test in enumerate(self):
            if result.shouldStop:
                return result
            test(result)
            if self._cleanup:
                self._removeTestAtIndex(position)
        return result

    def _removeTestAtIndex(self, index):
        """Let go of a test that has run, but go on counting it."""
        try:
            test = self._tests[index]
        except TypeError:
            return  # a class of its own way to keep tests
        count = getattr(test, "countTestCases", None)
        self._removed_tests += count() if count else 0
        self._tests[index] = None

    def debug(self):
        for each in self:
            each.debug()

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)


class TestSuite(BaseTestSuite):
    """A suite that calls setUpClass and the like as it passes from class to class."""

    def run(self, result, debug=False):
        outermost = getattr(result, "_testRunEntered", False) is False
        if outermost:
            result._testRunEntered = True
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            if _is_not_suite(test):
                self._tearDownPreviousClass(test, result)
                self._handleModuleFixture(test, result)
                self._handleClassSetUp(test, result)
                result._previousTestClass = test.__class__
                if getattr(test.__class__, "_classSetupFailed", False) or getattr(result, "_moduleSetUpFailed", False):
                    continue
            if debug:
                test.debug()
            else:
                test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        if outermost:
            self._tearDownPreviousClass(None, result)
            self._handleModuleTearDown(result)
            result._testRunEntered = False
        return result

    def debug(self):
        self.run(_DebugResult(), True)

    def _handleClassSetUp(self, test, result):
        previous = getattr(result, "_previousTestClass", None)
        current = test.__class__
        if current == previous or getattr(result, "_moduleSetUpFailed", False) or getattr(current, "__unittest_skip__", False):
            return
        try:
            current._classSetupFailed = False
        except TypeError:
            pass  # not a class that can be written to
        set_up = getattr(current, "setUpClass", None)
        if set_up is None:
            return
        with _captured(result):
            if self._try(set_up, result, "setUpClass", strclass(current)):
                return
            current._classSetupFailed = True
            self._clean_up_class(current, result, "setUpClass")

    def _tearDownPreviousClass(self, test, result):
        previous = getattr(result, "_previousTestClass", None)
        if previous is None or test.__class__ == previous or getattr(previous, "_classSetupFailed", False):
            return
        if getattr(result, "_moduleSetUpFailed", False) or getattr(previous, "__unittest_skip__", False):
            return
        tear_down = getattr(previous, "tearDownClass", None)
        with _captured(result):
            if tear_down is not None:
                self._try(tear_down, result, "tearDownClass", strclass(previous))
            self._clean_up_class(previous, result, "tearDownClass")

    def _clean_up_class(self, cls, result, method):
        if getattr(cls, "doClassCleanups", None) is None:
            return
        cls.doClassCleanups()
        for exc_info in cls.tearDown_exceptions:
            if isinstance(result, _DebugResult):
                raise exc_info[1]
            self._report(result, exc_info, method, strclass(cls))

    def _handleModuleFixture(self, test, result):
        current = test.__class__.__module__
        if current == _previous_module(result):
            return
        self._handleModuleTearDown(result)
        result._moduleSetUpFailed = False
        module = sys.modules.get(current)
        set_up = getattr(module, "setUpModule", None)
        if set_up is None:
            return
        with _captured(result):
            if not self._try(set_up, result, "setUpModule", current):
                result._moduleSetUpFailed = True
                self._try(doModuleCleanups, result, "setUpModule", current)

    def _handleModuleTearDown(self, result):
        previous = _previous_module(result)
        if previous is None or getattr(result, "_moduleSetUpFailed", False) or previous not in sys.modules:
            return
        tear_down = getattr(sys.modules[previous], "tearDownModule", None)
        with _captured(result):
            if tear_down is not None:
                self._try(tear_down, result, "tearDownModule", previous)
            self._try(doModuleCleanups, result, "tearDownModule", previous)

    def _try(self, function, result, method, parent):
        """Call a fixture, tell whether it went well, and report what it raised."""
        try:
            function()
        except Exception:
            if isinstance(result, _DebugResult):
                raise
            self._report(result, sys.exc_info(), method, parent)
            return False
        return True

    def _report(self, result, exc_info, method, parent):
        holder = _ErrorHolder(f"{method} ({parent})")
        add_skip = getattr(result, "addSkip", None)
        if add_skip is not None and isinstance(exc_info[1], SkipTest):
            add_skip(holder, str(exc_info[1]))
        else:
            result.addError(holder, exc_info)


@contextmanager
def _captured(result):
    """Let a result that keeps the output of tests keep that of fixtures too."""
    getattr(result, "_setupStdout", lambda: None)()
    try:
        yield
    finally:
        getattr(result, "_restoreStdout", lambda: None)()


def _previous_module(result):
    return getattr(getattr(result, "_previousTestClass", None), "__module__", None)


def _is_not_suite(test):
    try:
        iter(test)
    except TypeError:
        return True
    return False


class _ErrorHolder:
    """Stands for a test in results when the set-up of a class or module fails."""

    failureException = None

    def __init__(self, description):
        self.description = description

    def __repr__(self):
        return f"<ErrorHolder description={self.description!r}>"

    def __str__(self):
        return self.description

    id = __str__

    def countTestCases(self):
        return 0

    def shortDescription(self):
        return None

    def __call__(self, result):
        return None

    run = __call__


class _DebugResult:
    """Only tells that errors are to be raised, not kept."""

    _previousTestClass = None
    _moduleSetUpFailed = False
    shouldStop = False
