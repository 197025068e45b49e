"""Test cases."""

import sys
import time
import warnings
from _faults import sheltered
from collections import ChainMap

from . import assertions
from .contexts import AssertRaisesContext as _AssertRaisesContext
from .outcome import (Outcome as _Outcome, ShouldStop as _ShouldStop, SkipTest, add_skip, addModuleCleanup, doModuleCleanups, enter_context,
                      enterModuleContext, expectedFailure, skip, skipIf, skipUnless)
from .util import first_line, strclass

__unittest = True

_no_message = object()


class TestCase(assertions.TestCase):
    """A test: the method that its name says, between setUp and tearDown."""

    _class_cleanups = []
    _classSetupFailed = False

    def __init_subclass__(cls, *args, **kwargs):
        cls._classSetupFailed = False
        cls._class_cleanups = []
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName
        self._outcome = None
        self._testMethodDoc = "No test"
        try:
            test_method = getattr(self, methodName)
        except AttributeError:
            # A case without runTest can be made, for its assert methods.
            if methodName != "runTest":
                raise ValueError("no such test method in %s: %s" % (self.__class__, methodName)) from None
        else:
            self._testMethodDoc = test_method.__doc__
        self._cleanups = []
        self._subtest = None
        self._type_equality_funcs = {dict: "assertDictEqual", list: "assertListEqual", tuple: "assertTupleEqual",
                                     set: "assertSetEqual", frozenset: "assertSetEqual", str: "assertMultiLineEqual"}

    def enterContext(self, cm):
        return enter_context(cm, self.addCleanup)

    @classmethod
    def enterClassContext(cls, cm):
        return enter_context(cm, cls.addClassCleanup)

    def addCleanup(self, function, /, *args, **kwargs):
        """Call a function after tearDown; the last added comes first."""
        self._cleanups += [(function, args, kwargs)]

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        """Call a function after tearDownClass; the last added comes first."""
        cls._class_cleanups += [(function, args, kwargs)]

    def addTypeEqualityFunc(self, typeobj, function):
        self._type_equality_funcs[typeobj] = function

    def setUp(self):
        pass

    def tearDown(self):
        pass

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        from .result import TestResult
        return TestResult()

    def id(self):
        return f"{strclass(type(self))}.{self._testMethodName}"

    def shortDescription(self):
        return first_line(self._testMethodDoc)

    def __repr__(self):
        return f"<{strclass(type(self))} testMethod={self._testMethodName}>"

    def __str__(self):
        return f"{self._testMethodName} ({TestCase.id(self)})"

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __eq__(self, other):
        return self._testMethodName == other._testMethodName if type(self) is type(other) else NotImplemented

    def subTest(self, msg=_no_message, **params):
        """Return a context manager whose failure does not end the test."""
        return _SubTestContext(self, msg, params)

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        result = sheltered(method)
        if result is not None:
            warnings.warn("It is deprecated to return a value that is not None from a test case "
                          f"({method} returned {type(result).__name__!r})", DeprecationWarning, stacklevel=4)

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, /, *args, **kwargs):
        function(*args, **kwargs)

    def run(self, result=None):
        stop_test_run = None
        if result is None:
            result = self.defaultTestResult()
            start_test_run = getattr(result, "startTestRun", None)
            stop_test_run = getattr(result, "stopTestRun", None)
            if start_test_run is not None:
                start_test_run()
        result.startTest(self)
        try:
            test_method = getattr(self, self._testMethodName)
            if getattr(self.__class__, "__unittest_skip__", False) or getattr(test_method, "__unittest_skip__", False):
                why = getattr(self.__class__, "__unittest_skip_why__", "") or getattr(test_method, "__unittest_skip_why__", "")
                add_skip(result, self, why)
                return result
            self._run_method(result, test_method)
            return result
        finally:
            result.stopTest(self)
            if stop_test_run is not None:
                stop_test_run()

    def _run_method(self, result, test_method):
        expecting_failure = (getattr(self, "__unittest_expecting_failure__", False)
                             or getattr(test_method, "__unittest_expecting_failure__", False))
        outcome = _Outcome(result)
        start = time.perf_counter()
        try:
            self._outcome = outcome
            with outcome.testPartExecutor(self):
                self._callSetUp()
            if outcome.success:
                outcome.expecting_failure = expecting_failure
                with outcome.testPartExecutor(self):
                    self._callTestMethod(test_method)
                outcome.expecting_failure = False
                with outcome.testPartExecutor(self):
                    self._callTearDown()
            self.doCleanups()
            self._add_duration(result, time.perf_counter() - start)
            if outcome.success:
                self._add_success(result, expecting_failure)
        finally:
            # No cycles: the tracebacks lead to frames that hold this object.
            outcome.expectedFailure = None
            outcome = None
            self._outcome = None

    def _add_duration(self, result, elapsed):
        try:
            add_duration = result.addDuration
        except AttributeError:
            warnings.warn("TestResult has no addDuration method", RuntimeWarning)
        else:
            add_duration(self, elapsed)

    def _add_success(self, result, expecting_failure):
        """Tell a result that nothing failed, by the best method that it has."""
        if not expecting_failure:
            result.addSuccess(self)
            return
        exc_info = self._outcome.expectedFailure
        name, args, instead = (("addExpectedFailure", (self, exc_info), "passes") if exc_info
                               else ("addUnexpectedSuccess", (self,), "failures"))
        add = getattr(result, name, None)
        if add is not None:
            add(*args)
            return
        warnings.warn(f"TestResult has no {name} method, reporting as {instead}", RuntimeWarning)
        if exc_info:
            result.addSuccess(self)
            return
        try:
            raise _ShouldStop from None  # a failure needs a traceback
        except _ShouldStop:
            result.addFailure(self, sys.exc_info())

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def doCleanups(self):
        """Call what addCleanup was given; tell whether nothing has failed."""
        outcome = self._outcome or _Outcome()
        for function, args, kwargs in _taken(self._cleanups):
            with outcome.testPartExecutor(self):
                self._callCleanup(function, *args, **kwargs)
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        """Call what addClassCleanup was given; what they raise is kept for the suite."""
        raised = cls.tearDown_exceptions = []
        for function, args, kwargs in _taken(cls._class_cleanups):
            try:
                function(*args, **kwargs)
            except Exception:
                raised.append(sys.exc_info())

    def debug(self):
        """Run the test without catching anything."""
        test_method = getattr(self, self._testMethodName)
        for item in (self.__class__, test_method):
            if getattr(item, "__unittest_skip__", False):
                raise SkipTest(getattr(self.__class__, "__unittest_skip_why__", "") or getattr(test_method, "__unittest_skip_why__", ""))
        self._callSetUp()
        self._callTestMethod(test_method)
        self._callTearDown()
        for function, args, kwargs in _taken(self._cleanups):
            self._callCleanup(function, *args, **kwargs)

    def skipTest(self, reason):
        raise SkipTest(reason)


def _taken(stack):
    """Take the entries of a list from its end, those too that come meanwhile."""
    while stack:
        yield stack.pop()


class FunctionTestCase(TestCase):
    """A test case made of functions."""

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._functions = setUp, tearDown, testFunc
        self._description = description

    def _run_one(self, function):
        if function is not None:
            function()

    def setUp(self):
        self._run_one(self._functions[0])

    def tearDown(self):
        self._run_one(self._functions[1])

    def runTest(self):
        self._functions[2]()

    def __eq__(self, other):
        if isinstance(other, type(self)):
            return (self._functions, self._description) == (other._functions, other._description)
        return NotImplemented

    def __hash__(self):
        return hash((type(self), self._functions, self._description))

    def id(self):
        return self._functions[2].__name__

    def shortDescription(self):
        return first_line(self._functions[2].__doc__) if self._description is None else self._description

    def __repr__(self):
        return f"<{strclass(type(self))} tec={self._functions[2]}>"

    def __str__(self):
        return f"{self.id()} ({strclass(type(self))})"


class _SubTest(TestCase):
    """A part of a test, with the parameters it ran with."""

    def __init__(self, test_case, message, params):
        super().__init__()
        self.test_case, self.params, self._message = test_case, params, message
        self.failureException = test_case.failureException

    def __str__(self):
        return f"{self.test_case} {self._subDescription()}"

    def id(self):
        return f"{self.test_case.id()} {self._subDescription()}"

    def shortDescription(self):
        return self.test_case.shortDescription()

    def runTest(self):
        raise NotImplementedError("subtests cannot be run directly")

    def _subDescription(self):
        parts = []
        if self._message is not _no_message:
            parts.append("[{}]".format(self._message))
        if self.params:
            names = list(dict.fromkeys(name for level in self.params.maps for name in level))  # the inner ones first
            parts.append("({})".format(", ".join("{}={!r}".format(name, self.params[name]) for name in names)))
        return " ".join(parts) or "(<subtest>)"


class _SubTestContext:
    """What subTest returns. The parameters of subtests around it are added to its own."""

    def __init__(self, case, msg, params):
        self.case = case
        self.msg = msg
        self.params = params

    def __enter__(self):
        case = self.case
        self.parent = case._subtest
        self.executor = None
        if case._outcome is None or not case._outcome.result_supports_subtests:
            return
        params = ChainMap(self.params) if self.parent is None else self.parent.params.new_child(self.params)
        case._subtest = _SubTest(case, self.msg, params)
        self.executor = case._outcome.testPartExecutor(case._subtest, subTest=True)
        self.executor.__enter__()

    def __exit__(self, exc_type, exc_value, traceback):
        if self.executor is None:
            return False
        case = self.case
        outcome = case._outcome
        try:
            caught = self.executor.__exit__(exc_type, exc_value, traceback)
            if not outcome.success:
                result = outcome.result
                if result is not None and result.failfast:
                    raise _ShouldStop
            elif outcome.expectedFailure:
                raise _ShouldStop  # the test is over: it failed as it should
        finally:
            case._subtest = self.parent
        return caught
