"""Finding tests."""

import sys

from .case import FunctionTestCase, TestCase
from .suite import BaseTestSuite, TestSuite


class TestLoader:
    """Makes suites of classes, modules and names."""

    testMethodPrefix = "test"
    sortTestMethodsUsing = True
    testNamePatterns = None
    suiteClass = TestSuite

    def __init__(self):
        self.errors = []

    def loadTestsFromTestCase(self, testCaseClass):
        if issubclass(testCaseClass, BaseTestSuite):
            raise TypeError("Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?")
        if testCaseClass in (TestCase, FunctionTestCase):
            names = []
        else:
            names = self.getTestCaseNames(testCaseClass)
            if not names and hasattr(testCaseClass, "runTest"):
                names = ["runTest"]
        return self.suiteClass(map(testCaseClass, names))

    def loadTestsFromModule(self, module, *, pattern=None):
        tests = []
        for name in dir(module):
            obj = getattr(module, name)
            if isinstance(obj, type) and issubclass(obj, TestCase) and obj not in (TestCase, FunctionTestCase):
                tests.append(self.loadTestsFromTestCase(obj))
        load_tests = getattr(module, "load_tests", None)
        suite = self.suiteClass(tests)
        if load_tests is not None:
            return load_tests(self, suite, pattern)
        return suite

    def loadTestsFromName(self, name, module=None):
        parts = name.split(".")
        if module is None:
            for n in range(len(parts), 0, -1):
                try:
                    module = __import__(".".join(parts[:n]))
                    break
                except ImportError:
                    continue
            else:
                raise ImportError("cannot import %r" % name)
            parts = parts[1:]
        obj, parent = module, None
        for part in parts:
            parent, obj = obj, getattr(obj, part)
        if isinstance(obj, type) and issubclass(obj, TestCase):
            return self.loadTestsFromTestCase(obj)
        if isinstance(parent, type) and issubclass(parent, TestCase):
            return self.suiteClass([parent(parts[-1])])
        if isinstance(obj, TestSuite):
            return obj
        if type(obj) is type(sys):
            return self.loadTestsFromModule(obj)
        if callable(obj):
            test = obj()
            if isinstance(test, TestSuite):
                return test
            if isinstance(test, TestCase):
                return self.suiteClass([test])
        raise TypeError("don't know how to make test from: %s" % obj)

    def loadTestsFromNames(self, names, module=None):
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def getTestCaseNames(self, testCaseClass):
        names = [n for n in dir(testCaseClass) if n.startswith(self.testMethodPrefix) and callable(getattr(testCaseClass, n))]
        if self.testNamePatterns is not None:
            full = "%s.%s." % (testCaseClass.__module__, testCaseClass.__qualname__)
            names = [n for n in names if any(_matches(full + n, p) for p in self.testNamePatterns)]
        return sorted(names) if self.sortTestMethodsUsing else names


def _matches(name, pattern):
    """Match a name with a pattern in which "*" stands for anything."""
    pieces = pattern.split("*")
    if len(pieces) == 1:
        return name == pattern
    if not name.startswith(pieces[0]) or not name.endswith(pieces[-1]):
        return False
    at = len(pieces[0])
    for piece in pieces[1:-1]:
        at = name.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return at + len(pieces[-1]) <= len(name)


defaultTestLoader = TestLoader()
