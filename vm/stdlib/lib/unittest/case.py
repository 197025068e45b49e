"""Test cases and their assertions."""

import functools
import re
import sys

_MAX_LENGTH = 80


def safe_repr(obj, short=False):
    try:
        result = repr(obj)
    except Exception:
        result = object.__repr__(obj)
    if not short or len(result) < _MAX_LENGTH:
        return result
    return result[:_MAX_LENGTH] + " [truncated]..."


def strclass(cls):
    return "%s.%s" % (cls.__module__, cls.__qualname__)


class SkipTest(Exception):
    """Raised in a test to skip it."""


class _ShouldStop(Exception):
    """The test is over; what went wrong is noted already."""


class _UnexpectedSuccess(Exception):
    """A test that should fail did not."""


def _id(obj):
    return obj


def skip(reason):
    """Skip a test or a whole class."""

    def decorator(test_item):
        if not isinstance(test_item, type):
            @functools.wraps(test_item)
            def wrapper(*args, **kwargs):
                raise SkipTest(reason)

            test_item = wrapper
        test_item.__unittest_skip__ = True
        test_item.__unittest_skip_why__ = reason
        return test_item

    if callable(reason) and not isinstance(reason, str):
        test_item, reason = reason, ""
        return decorator(test_item)
    return decorator


def skipIf(condition, reason):
    return skip(reason) if condition else _id


def skipUnless(condition, reason):
    return _id if condition else skip(reason)


def expectedFailure(test_item):
    test_item.__unittest_expecting_failure__ = True
    return test_item


_module_cleanups = []


def addModuleCleanup(function, /, *args, **kwargs):
    _module_cleanups.append((function, args, kwargs))


def enterModuleContext(cm):
    return _enter_context(cm, addModuleCleanup)


def doModuleCleanups():
    errors = []
    while _module_cleanups:
        function, args, kwargs = _module_cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as exc:
            errors.append(exc)
    if errors:
        raise errors[0]


def _enter_context(cm, add_cleanup):
    cls = type(cm)
    try:
        enter, exit = cls.__enter__, cls.__exit__
    except AttributeError:
        raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the context manager protocol") from None
    result = enter(cm)
    add_cleanup(exit, cm, None, None, None)
    return result


class _Outcome:
    """How a test goes: it runs the parts of the test and notes what they raise."""

    def __init__(self, result):
        self.result = result
        self.expecting_failure = False
        self.success = True
        self.expected_failure = None
        self.result_supports_subtests = hasattr(result, "addSubTest")

    def run(self, case, function, subTest=False):
        old_success, self.success = self.success, True
        try:
            function()
        except KeyboardInterrupt:
            raise
        except SkipTest as e:
            self.success = False
            self.result.addSkip(case, str(e))
        except _ShouldStop:
            self.success = False
        except BaseException:
            exc_info = sys.exc_info()
            if self.expecting_failure:
                self.expected_failure = exc_info
            else:
                self.success = False
                if subTest:
                    self.result.addSubTest(case.test_case, case, exc_info)
                elif issubclass(exc_info[0], case.failureException):
                    self.result.addFailure(case, exc_info)
                else:
                    self.result.addError(case, exc_info)
        else:
            if subTest and self.success:
                self.result.addSubTest(case.test_case, case, None)
        finally:
            self.success = self.success and old_success


class _AssertRaisesContext:
    def __init__(self, expected, test_case, regex=None):
        self.expected = expected
        self.test_case = test_case
        self.expected_regex = re.compile(regex) if isinstance(regex, (str, bytes)) else regex
        self.obj_name = None
        self.msg = None
        self.exception = None

    def handle(self, name, args, kwargs):
        if not args:
            self.msg = kwargs.pop("msg", None)
            if kwargs:
                raise TypeError("%r is an invalid keyword argument for this function" % (next(iter(kwargs)),))
            return self
        callable_obj, *args = args
        self.obj_name = getattr(callable_obj, "__name__", str(callable_obj))
        with self:
            callable_obj(*args, **kwargs)
        return None

    def _fail(self, standard):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, standard))

    def _names(self):
        try:
            return self.expected.__name__
        except AttributeError:
            return str(self.expected)

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        if exc_type is None:
            if self.obj_name:
                self._fail("{} not raised by {}".format(self._names(), self.obj_name))
            self._fail("{} not raised".format(self._names()))
        if not issubclass(exc_type, self.expected):
            return False
        self.exception = exc_value.with_traceback(None)
        if self.expected_regex is not None and not self.expected_regex.search(str(exc_value)):
            self._fail('"{}" does not match "{}"'.format(self.expected_regex.pattern, str(exc_value)))
        return True


class _AssertWarnsContext(_AssertRaisesContext):
    def __enter__(self):
        import warnings
        self.manager = warnings.catch_warnings(record=True)
        self.warnings = self.manager.__enter__()
        warnings.simplefilter("always", self.expected)
        return self

    def __exit__(self, exc_type, exc_value, tb):
        self.manager.__exit__(exc_type, exc_value, tb)
        if exc_type is not None:
            return
        first = None
        for m in self.warnings:
            w = m.message
            if not isinstance(w, self.expected):
                continue
            first = first or w
            if self.expected_regex is not None and not self.expected_regex.search(str(w)):
                continue
            self.warning, self.filename, self.lineno = w, m.filename, m.lineno
            return
        if first is not None:
            self._fail('"{}" does not match "{}"'.format(self.expected_regex.pattern, str(first)))
        self._fail("{} not triggered{}".format(self._names(), f" by {self.obj_name}" if self.obj_name else ""))


class _AssertLogsContext:
    def __init__(self, test_case, logger_name, level, no_logs):
        import logging
        self.test_case = test_case
        self.logger_name = logger_name
        self.level = logging._nameToLevel.get(level, level) if level else logging.INFO
        self.no_logs = no_logs

    def __enter__(self):
        import logging
        context = self
        self.records, self.output = [], []

        class Capture(logging.Handler):
            def emit(self, record):
                context.records.append(record)
                context.output.append(self.format(record))

        logger = self.logger_name if isinstance(self.logger_name, logging.Logger) else logging.getLogger(self.logger_name)
        handler = Capture()
        handler.setLevel(self.level)
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT))
        self.logger, self.old = logger, (logger.handlers[:], logger.level, logger.propagate)
        logger.handlers = [handler]
        logger.setLevel(self.level)
        logger.propagate = False
        return None if self.no_logs else self

    def __exit__(self, exc_type, exc_value, tb):
        import logging
        self.logger.handlers, level, self.logger.propagate = self.old
        self.logger.setLevel(level)
        if exc_type is not None:
            return False
        name, level = self.logger.name, logging.getLevelName(self.level)
        if self.no_logs:
            if self.records:
                raise self.test_case.failureException("Unexpected logs found: {!r}".format(self.output))
        elif not self.records:
            raise self.test_case.failureException("no logs of level {} or higher triggered on {}".format(level, name))


class TestCase:
    """A test: the method that its name says, between setUp and tearDown."""

    failureException = AssertionError
    longMessage = True
    maxDiff = 80 * 8
    _class_cleanups = []

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
            if methodName != "runTest":
                raise ValueError("no such test method in %s: %s" % (self.__class__, methodName)) from None
        else:
            self._testMethodDoc = test_method.__doc__
        self._cleanups = []
        self._subtest = None
        self._type_equality_funcs = {dict: "assertDictEqual", list: "assertListEqual", tuple: "assertTupleEqual",
                                     set: "assertSetEqual", frozenset: "assertSetEqual", str: "assertMultiLineEqual"}

    def addTypeEqualityFunc(self, typeobj, function):
        self._type_equality_funcs[typeobj] = function

    def addCleanup(self, function, /, *args, **kwargs):
        """Call a function after tearDown; the last added comes first."""
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        return _enter_context(cm, self.addCleanup)

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        return _enter_context(cm, cls.addClassCleanup)

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

    def shortDescription(self):
        doc = self._testMethodDoc
        return doc.strip().split("\n")[0].strip() if doc else None

    def id(self):
        return "%s.%s" % (strclass(self.__class__), self._testMethodName)

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._testMethodName == other._testMethodName

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return "%s (%s.%s)" % (self._testMethodName, strclass(self.__class__), self._testMethodName)

    def __repr__(self):
        return "<%s testMethod=%s>" % (strclass(self.__class__), self._testMethodName)

    def subTest(self, msg=None, **params):
        """Return a context manager whose failure does not end the test."""
        return _SubTestContext(self, msg, params)

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        if method() is not None:
            import warnings
            warnings.warn(f"It is deprecated to return a value that is not None from a test case ({method})", DeprecationWarning)

    def _callTearDown(self):
        self.tearDown()

    def run(self, result=None):
        own_result = result is None
        if own_result:
            result = self.defaultTestResult()
            getattr(result, "startTestRun", lambda: None)()
        result.startTest(self)
        try:
            method = getattr(self, self._testMethodName)
            if getattr(self.__class__, "__unittest_skip__", False) or getattr(method, "__unittest_skip__", False):
                why = getattr(self.__class__, "__unittest_skip_why__", "") or getattr(method, "__unittest_skip_why__", "")
                result.addSkip(self, why)
                return result
            expecting = getattr(self, "__unittest_expecting_failure__", False) or getattr(method, "__unittest_expecting_failure__", False)
            outcome = _Outcome(result)
            self._outcome = outcome
            try:
                outcome.run(self, self._callSetUp)
                if outcome.success:
                    outcome.expecting_failure = expecting
                    outcome.run(self, lambda: self._callTestMethod(method))
                    outcome.expecting_failure = False
                    outcome.run(self, self._callTearDown)
                self.doCleanups()
                if outcome.success:
                    if not expecting:
                        result.addSuccess(self)
                    elif outcome.expected_failure:
                        result.addExpectedFailure(self, outcome.expected_failure)
                    else:
                        result.addUnexpectedSuccess(self)
                return result
            finally:
                outcome.expected_failure = None
                self._outcome = None
        finally:
            result.stopTest(self)
            if own_result:
                getattr(result, "stopTestRun", lambda: None)()

    def doCleanups(self):
        outcome = self._outcome or _Outcome(self.defaultTestResult())
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            outcome.run(self, lambda: function(*args, **kwargs))
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        cls.tearDown_exceptions = []
        while cls._class_cleanups:
            function, args, kwargs = cls._class_cleanups.pop()
            try:
                function(*args, **kwargs)
            except Exception:
                cls.tearDown_exceptions.append(sys.exc_info())

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        """Run the test without catching anything."""
        self.setUp()
        getattr(self, self._testMethodName)()
        self.tearDown()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            function(*args, **kwargs)

    def skipTest(self, reason):
        raise SkipTest(reason)

    def fail(self, msg=None):
        raise self.failureException(msg)

    def _formatMessage(self, msg, standard):
        if not self.longMessage:
            return msg or standard
        return standard if msg is None else "%s : %s" % (standard, msg)

    def _check(self, ok, msg, standard):
        if not ok:
            raise self.failureException(self._formatMessage(msg, standard))

    def assertFalse(self, expr, msg=None):
        self._check(not expr, msg, "%s is not false" % safe_repr(expr))

    def assertTrue(self, expr, msg=None):
        self._check(expr, msg, "%s is not true" % safe_repr(expr))

    def assertRaises(self, expected_exception, *args, **kwargs):
        context = _AssertRaisesContext(expected_exception, self)
        return context.handle("assertRaises", args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        context = _AssertRaisesContext(expected_exception, self, expected_regex)
        return context.handle("assertRaisesRegex", args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        return _AssertWarnsContext(expected_warning, self).handle("assertWarns", args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        return _AssertWarnsContext(expected_warning, self, expected_regex).handle("assertWarnsRegex", args, kwargs)

    def assertLogs(self, logger=None, level=None):
        return _AssertLogsContext(self, logger, level, no_logs=False)

    def assertNoLogs(self, logger=None, level=None):
        return _AssertLogsContext(self, logger, level, no_logs=True)

    def assertEqual(self, first, second, msg=None):
        if type(first) is type(second):
            method = self._type_equality_funcs.get(type(first))
            if method is not None:
                if isinstance(method, str):
                    method = getattr(self, method)
                method(first, second, msg=msg)
                return
        self._check(first == second, msg, "%s != %s" % (safe_repr(first, True), safe_repr(second, True)))

    def assertNotEqual(self, first, second, msg=None):
        self._check(first != second, msg, "%s == %s" % (safe_repr(first), safe_repr(second)))

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        diff = abs(first - second)
        if delta is not None:
            if diff <= delta:
                return
            standard = "%s != %s within %s delta (%s difference)" % (safe_repr(first), safe_repr(second), safe_repr(delta), safe_repr(diff))
        else:
            places = 7 if places is None else places
            if round(diff, places) == 0:
                return
            standard = "%s != %s within %r places (%s difference)" % (safe_repr(first), safe_repr(second), places, safe_repr(diff))
        self._check(False, msg, standard)

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        diff = abs(first - second)
        if delta is not None:
            if not first == second and diff > delta:
                return
            standard = "%s == %s within %s delta (%s difference)" % (safe_repr(first), safe_repr(second), safe_repr(delta), safe_repr(diff))
        else:
            places = 7 if places is None else places
            if not first == second and round(diff, places) != 0:
                return
            standard = "%s == %s within %r places" % (safe_repr(first), safe_repr(second), places)
        self._check(False, msg, standard)

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        name = seq_type.__name__ if seq_type is not None else "sequence"
        if seq_type is not None:
            for seq, which in ((seq1, "First"), (seq2, "Second")):
                if not isinstance(seq, seq_type):
                    raise self.failureException("%s sequence is not a %s: %s" % (which, name, safe_repr(seq)))
        if seq1 == seq2:
            return
        differing = "%ss differ: %s != %s\n" % (name.capitalize(), safe_repr(seq1, True), safe_repr(seq2, True))
        for i in range(min(len(seq1), len(seq2))):
            if seq1[i] != seq2[i]:
                differing += "\nFirst differing element %d:\n%s\n%s\n" % (i, safe_repr(seq1[i], True), safe_repr(seq2[i], True))
                break
        if len(seq1) > len(seq2):
            differing += "\nFirst %s contains %d additional elements.\n" % (name, len(seq1) - len(seq2))
            differing += "First extra element %d:\n%s\n" % (len(seq2), safe_repr(seq1[len(seq2)], True))
        elif len(seq1) < len(seq2):
            differing += "\nSecond %s contains %d additional elements.\n" % (name, len(seq2) - len(seq1))
            differing += "First extra element %d:\n%s\n" % (len(seq1), safe_repr(seq2[len(seq1)], True))
        diff = "\n" + _diff(repr(seq1).splitlines(), repr(seq2).splitlines())
        self._check(False, msg, differing + diff)

    def assertListEqual(self, list1, list2, msg=None):
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        lines = []
        for title, extra in (("Items in the first set but not the second:", set1 - set2),
                             ("Items in the second set but not the first:", set2 - set1)):
            if extra:
                lines.append(title)
                lines.extend(repr(item) for item in extra)
        self._check(not lines, msg, "\n".join(lines))

    def assertIn(self, member, container, msg=None):
        self._check(member in container, msg, "%s not found in %s" % (safe_repr(member), safe_repr(container)))

    def assertNotIn(self, member, container, msg=None):
        self._check(member not in container, msg, "%s unexpectedly found in %s" % (safe_repr(member), safe_repr(container)))

    def assertIs(self, expr1, expr2, msg=None):
        self._check(expr1 is expr2, msg, "%s is not %s" % (safe_repr(expr1), safe_repr(expr2)))

    def assertIsNot(self, expr1, expr2, msg=None):
        self._check(expr1 is not expr2, msg, "unexpectedly identical: %s" % (safe_repr(expr1),))

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertIsInstance(d1, dict, "First argument is not a dictionary")
        self.assertIsInstance(d2, dict, "Second argument is not a dictionary")
        if d1 != d2:
            standard = "%s != %s" % (safe_repr(d1, True), safe_repr(d2, True))
            diff = "\n" + _diff(repr(d1).splitlines(), repr(d2).splitlines())
            self._check(False, msg, standard + diff)

    def assertCountEqual(self, first, second, msg=None):
        rest = list(second)
        missing = []
        for item in first:
            if item in rest:
                rest.remove(item)
            else:
                missing.append(item)
        if missing or rest:
            lines = ["Element counts were not equal:"]
            seen = []
            first, second = list(first), list(second)
            for item in missing + rest:
                if item not in seen:
                    seen.append(item)
                    lines.append("First has %d, Second has %d:  %r" % (first.count(item), second.count(item), item))
            self._check(False, msg, "\n".join(lines))

    def assertMultiLineEqual(self, first, second, msg=None):
        self.assertIsInstance(first, str, "First argument is not a string")
        self.assertIsInstance(second, str, "Second argument is not a string")
        if first != second:
            standard = "%s != %s" % (safe_repr(first, True), safe_repr(second, True))
            diff = "\n" + _diff(first.splitlines() or [""], second.splitlines() or [""])
            self._check(False, msg, standard + diff)

    def assertLess(self, a, b, msg=None):
        self._check(a < b, msg, "%s not less than %s" % (safe_repr(a), safe_repr(b)))

    def assertLessEqual(self, a, b, msg=None):
        self._check(a <= b, msg, "%s not less than or equal to %s" % (safe_repr(a), safe_repr(b)))

    def assertGreater(self, a, b, msg=None):
        self._check(a > b, msg, "%s not greater than %s" % (safe_repr(a), safe_repr(b)))

    def assertGreaterEqual(self, a, b, msg=None):
        self._check(a >= b, msg, "%s not greater than or equal to %s" % (safe_repr(a), safe_repr(b)))

    def assertIsNone(self, obj, msg=None):
        self._check(obj is None, msg, "%s is not None" % (safe_repr(obj),))

    def assertIsNotNone(self, obj, msg=None):
        self._check(obj is not None, msg, "unexpectedly None")

    def assertIsInstance(self, obj, cls, msg=None):
        self._check(isinstance(obj, cls), msg, "%s is not an instance of %r" % (safe_repr(obj), cls))

    def assertNotIsInstance(self, obj, cls, msg=None):
        self._check(not isinstance(obj, cls), msg, "%s is an instance of %r" % (safe_repr(obj), cls))

    def assertIsSubclass(self, cls, superclass, msg=None):
        self._check(issubclass(cls, superclass), msg, f"{cls!r} is not a subclass of {superclass!r}")

    def assertHasAttr(self, obj, name, msg=None):
        self._check(hasattr(obj, name), msg, f"{type(obj).__name__!r} object has no attribute {name!r}")

    def assertStartsWith(self, s, prefix, msg=None):
        self._check(s.startswith(prefix), msg, f"{s!r} doesn't start with {prefix!r}")

    def assertEndsWith(self, s, suffix, msg=None):
        self._check(s.endswith(suffix), msg, f"{s!r} doesn't end with {suffix!r}")

    def assertRegex(self, text, expected_regex, msg=None):
        if isinstance(expected_regex, (str, bytes)):
            expected_regex = re.compile(expected_regex)
        self._check(expected_regex.search(text), msg, "Regex didn't match: %r not found in %r" % (expected_regex.pattern, text))

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        if isinstance(unexpected_regex, (str, bytes)):
            unexpected_regex = re.compile(unexpected_regex)
        match = unexpected_regex.search(text)
        if match:
            standard = "Regex matched: %r matches %r in %r" % (text[match.start():match.end()], unexpected_regex.pattern, text)
            self._check(False, msg, standard)


def _diff(first, second):
    """List the lines that differ, "-" before those of first and "+" before those of second."""
    lines = []
    i = j = 0
    while i < len(first) or j < len(second):
        if i < len(first) and j < len(second) and first[i] == second[j]:
            lines.append("  " + first[i])
            i, j = i + 1, j + 1
        elif i < len(first):
            ahead = second.index(first[i], j) if first[i] in second[j:] else -1
            if ahead < 0:
                lines.append("- " + first[i])
                i += 1
                if j < len(second) and second[j] not in first[i:]:
                    lines.append("+ " + second[j])
                    j += 1
            else:
                lines.append("+ " + second[j])
                j += 1
        else:
            lines.append("+ " + second[j])
            j += 1
    return "\n".join(lines)


class FunctionTestCase(TestCase):
    """A test case made of functions."""

    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._setUpFunc = setUp
        self._tearDownFunc = tearDown
        self._testFunc = testFunc
        self._description = description

    def setUp(self):
        if self._setUpFunc is not None:
            self._setUpFunc()

    def tearDown(self):
        if self._tearDownFunc is not None:
            self._tearDownFunc()

    def runTest(self):
        self._testFunc()

    def id(self):
        return self._testFunc.__name__

    def __str__(self):
        return "%s (%s)" % (strclass(self.__class__), self._testFunc.__name__)


class _SubTest(TestCase):
    """A part of a test, with the parameters it ran with."""

    def __init__(self, test_case, message, params):
        super().__init__()
        self._message = message
        self.test_case = test_case
        self.params = params
        self.failureException = test_case.failureException

    def runTest(self):
        raise NotImplementedError("subtests cannot be run directly")

    def _subDescription(self):
        parts = []
        if self._message is not None:
            parts.append("[{}]".format(self._message))
        if self.params:
            parts.append("({})".format(", ".join("{}={!r}".format(k, v) for k, v in self.params.items())))
        return " ".join(parts) or "(<subtest>)"

    def id(self):
        return "{} {}".format(self.test_case.id(), self._subDescription())

    def shortDescription(self):
        return self.test_case.shortDescription()

    def __str__(self):
        return "{} {}".format(self.test_case, self._subDescription())


class _SubTestContext:
    def __init__(self, case, msg, params):
        self.case = case
        self.msg = msg
        self.params = params

    def __enter__(self):
        case = self.case
        self.outer = case._subtest
        params = self.params if self.outer is None else {**self.outer.params, **self.params}
        case._subtest = _SubTest(case, self.msg, params)

    def __exit__(self, exc_type, exc_value, traceback):
        case, subtest = self.case, self.case._subtest
        case._subtest = self.outer
        outcome = case._outcome
        if outcome is None or not outcome.result_supports_subtests:
            return False
        if exc_type is None:
            outcome.result.addSubTest(case, subtest, None)
            return False
        if issubclass(exc_type, KeyboardInterrupt):
            return False
        if issubclass(exc_type, SkipTest):
            outcome.result.addSkip(subtest, str(exc_value))
            return True
        if outcome.expecting_failure:
            outcome.expected_failure = (exc_type, exc_value, traceback)
            return False
        outcome.success = False
        outcome.result.addSubTest(case, subtest, (exc_type, exc_value, traceback))
        if outcome.result.failfast:
            raise _ShouldStop
        return True
