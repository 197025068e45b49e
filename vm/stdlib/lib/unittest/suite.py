"""Suites of tests, and the set-up of classes and modules."""

import sys


class BaseTestSuite:
    """A sequence of tests."""

    _cleanup = True

    def __init__(self, tests=()):
        self._tests = []
        self._removed_tests = 0
        self.addTests(tests)

    def __repr__(self):
        return "<%s.%s tests=%s>" % (self.__class__.__module__, self.__class__.__qualname__, list(self))

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return list(self) == list(other)

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        cases = self._removed_tests
        for test in self:
            if test:
                cases += test.countTestCases()
        return cases

    def addTest(self, test):
        if not callable(test):
            raise TypeError("{} is not callable".format(repr(test)))
        self._tests.append(test)

    def addTests(self, tests):
        if isinstance(tests, str):
            raise TypeError("tests must be an iterable of tests, not a string")
        for test in tests:
            self.addTest(test)

    def run(self, result):
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            test(result)
            if self._cleanup:
                self._remove(index)
        return result

    def _remove(self, index):
        test = self._tests[index]
        if hasattr(test, "countTestCases"):
            self._removed_tests += test.countTestCases()
        self._tests[index] = None

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        for test in self:
            test.debug()


class TestSuite(BaseTestSuite):
    """A suite that calls setUpClass and the like as it passes from class to class."""

    def run(self, result, debug=False):
        outermost = not getattr(result, "_testRunEntered", False)
        if outermost:
            result._testRunEntered = True
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            if not isinstance(test, BaseTestSuite) and hasattr(test, "_testMethodName"):
                self._tear_down_class(test, result)
                self._set_up_module(test, result)
                self._set_up_class(test, result)
                result._previousTestClass = test.__class__
                if getattr(test.__class__, "_classSetupFailed", False) or getattr(result, "_moduleSetUpFailed", False):
                    continue
            if debug:
                test.debug()
            else:
                test(result)
            if self._cleanup:
                self._remove(index)
        if outermost:
            self._tear_down_class(None, result)
            self._tear_down_module(result)
            result._testRunEntered = False
        return result

    def _set_up_class(self, test, result):
        current = test.__class__
        if current is getattr(result, "_previousTestClass", None) or getattr(result, "_moduleSetUpFailed", False):
            return
        if getattr(current, "__unittest_skip__", False):
            return
        current._classSetupFailed = False
        try:
            current.setUpClass()
        except Exception:
            current._classSetupFailed = True
            self._class_error(result, sys.exc_info(), "setUpClass", current)
            current.doClassCleanups()

    def _tear_down_class(self, test, result):
        previous = getattr(result, "_previousTestClass", None)
        if previous is None or test is not None and test.__class__ is previous:
            return
        if getattr(previous, "_classSetupFailed", False) or getattr(result, "_moduleSetUpFailed", False):
            return
        if getattr(previous, "__unittest_skip__", False):
            return
        try:
            previous.tearDownClass()
        except Exception:
            self._class_error(result, sys.exc_info(), "tearDownClass", previous)
        previous.doClassCleanups()
        for exc_info in previous.tearDown_exceptions:
            self._class_error(result, exc_info, "tearDownClass", previous)

    def _set_up_module(self, test, result):
        previous = getattr(result, "_previousTestClass", None)
        current = test.__class__.__module__
        if previous is not None and previous.__module__ == current:
            return
        self._tear_down_module(result)
        result._moduleSetUpFailed = False
        set_up = getattr(sys.modules.get(current), "setUpModule", None)
        if set_up is not None:
            try:
                set_up()
            except Exception:
                result._moduleSetUpFailed = True
                self._error(result, sys.exc_info(), "setUpModule (%s)" % current)

    def _tear_down_module(self, result):
        previous = getattr(result, "_previousTestClass", None)
        if previous is None or getattr(result, "_moduleSetUpFailed", False):
            return
        from .case import doModuleCleanups
        tear_down = getattr(sys.modules.get(previous.__module__), "tearDownModule", None)
        try:
            if tear_down is not None:
                tear_down()
            doModuleCleanups()
        except Exception:
            self._error(result, sys.exc_info(), "tearDownModule (%s)" % previous.__module__)

    def _class_error(self, result, exc_info, method, cls):
        self._error(result, exc_info, "%s (%s.%s)" % (method, cls.__module__, cls.__qualname__))

    def _error(self, result, exc_info, description):
        from .case import SkipTest
        holder = _ErrorHolder(description)
        if isinstance(exc_info[1], SkipTest):
            result.addSkip(holder, str(exc_info[1]))
        else:
            result.addError(holder, exc_info)


class _ErrorHolder:
    """Stands for a test in results when the set-up of a class or module fails."""

    failureException = AssertionError

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def countTestCases(self):
        return 0

    def __repr__(self):
        return "<ErrorHolder description=%r>" % (self.description,)

    def __str__(self):
        return self.id()
