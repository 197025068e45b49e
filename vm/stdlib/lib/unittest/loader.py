"""Finding tests."""

import functools
import os
import sys
import traceback
import types
from fnmatch import fnmatch, fnmatchcase

from . import case, suite, util

__unittest = True


class _FailedTest(case.TestCase):
    """Fails with what went wrong while a test was looked for."""

    _testMethodName = None

    def __init__(self, method_name, exception):
        self._exception = exception
        super().__init__(method_name)

    def __getattr__(self, name):
        if name != self._testMethodName:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

        def testFailure():
            raise self._exception

        return testFailure


class TestLoader:
    """Makes suites of classes, modules and names."""

    testMethodPrefix = "test"
    sortTestMethodsUsing = staticmethod(util.three_way_cmp)
    testNamePatterns = None
    suiteClass = suite.TestSuite
    _top_level_dir = None

    def __init__(self):
        super().__init__()
        self.errors = []

    def loadTestsFromTestCase(self, testCaseClass):
        if issubclass(testCaseClass, suite.TestSuite):
            raise TypeError("Test cases should not be derived from TestSuite. Maybe you meant to derive from TestCase?")
        if testCaseClass in (case.TestCase, case.FunctionTestCase):
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
            if _is_case(obj):
                tests.append(self.loadTestsFromTestCase(obj))
        load_tests = getattr(module, "load_tests", None)
        tests = self.suiteClass(tests)
        if load_tests is None:
            return tests
        try:
            return load_tests(self, tests, pattern)
        except Exception as e:
            return self._failed(module.__name__, e, "Failed to call load_tests:\n%s" % traceback.format_exc())

    def loadTestsFromName(self, name, module=None):
        parts = name.split(".")
        failed_import = None
        if module is None:
            names = parts[:]
            while True:
                try:
                    module = __import__(".".join(names))
                    break
                except ImportError:
                    last = names.pop()
                    failed_import = last, "Failed to import test module: %s\n%s" % (last, traceback.format_exc())
                    if not names:
                        return self._failed(last, ImportError(failed_import[1]), failed_import[1])
            parts = parts[1:]
        parent, obj = None, module
        for part in parts:
            try:
                parent, obj = obj, getattr(obj, part)
            except AttributeError as e:
                if getattr(obj, "__path__", None) is not None and failed_import is not None:
                    # A module of the package that could not be imported, more likely than an attribute.
                    last, message = failed_import
                    return self._failed(last, ImportError(message), message)
                return self._failed(part, e, "Failed to access attribute:\n%s" % traceback.format_exc())
        return self._tests_of(obj, parent, parts)

    def _tests_of(self, obj, parent, parts):
        if isinstance(obj, types.ModuleType):
            return self.loadTestsFromModule(obj)
        if _is_case(obj):
            return self.loadTestsFromTestCase(obj)
        if isinstance(obj, types.FunctionType) and isinstance(parent, type) and issubclass(parent, case.TestCase):
            instance = parent(parts[-1])
            if not isinstance(getattr(instance, parts[-1]), types.FunctionType):
                return self.suiteClass([instance])  # not a static method, which is called below
        elif isinstance(obj, suite.TestSuite):
            return obj
        if not callable(obj):
            raise TypeError("don't know how to make test from: %s" % obj)
        test = obj()
        if isinstance(test, suite.TestSuite):
            return test
        if isinstance(test, case.TestCase):
            return self.suiteClass([test])
        raise TypeError("calling %s returned %s, not a test" % (obj, test))

    def loadTestsFromNames(self, names, module=None):
        return self.suiteClass([self.loadTestsFromName(name, module) for name in names])

    def getTestCaseNames(self, testCaseClass):
        def wanted(name):
            if not name.startswith(self.testMethodPrefix) or not callable(getattr(testCaseClass, name)):
                return False
            full = f"{util.strclass(testCaseClass)}.{name}"
            return self.testNamePatterns is None or any(fnmatchcase(full, pattern) for pattern in self.testNamePatterns)

        names = list(filter(wanted, dir(testCaseClass)))
        if self.sortTestMethodsUsing:
            names.sort(key=functools.cmp_to_key(self.sortTestMethodsUsing))
        return names

    def discover(self, start_dir, pattern="test*.py", top_level_dir=None):
        """Find the tests in the files of a folder or package whose names fit a pattern."""
        original_top = self._top_level_dir
        explicit_top = top_level_dir is not None or self._top_level_dir is not None
        top = top_level_dir or self._top_level_dir or start_dir
        top = os.path.abspath(top)
        if os.path.isdir(os.path.abspath(start_dir)):
            start_dir = os.path.abspath(start_dir)
            importable = start_dir == top or os.path.isfile(os.path.join(start_dir, "__init__.py"))
        else:
            try:
                __import__(start_dir)
            except ImportError:
                importable = False
            else:
                package = sys.modules[start_dir]
                depth = start_dir.count(".") + 1
                folder = os.path.dirname(os.path.abspath(package.__file__)) if getattr(package, "__file__", None) else list(package.__path__)[0]
                importable = True
                start_dir = folder
                if not explicit_top:
                    for _ in range(depth):
                        folder = os.path.dirname(folder)
                    top = folder
        if not importable:
            raise ImportError("Start directory is not importable: %r" % start_dir)
        if top not in sys.path:
            sys.path.insert(0, top)
        self._top_level_dir = top
        tests = list(self._find_tests(start_dir, pattern))
        self._top_level_dir = original_top
        return self.suiteClass(tests)

    def _module_name(self, path):
        if path == self._top_level_dir:
            return "."
        return os.path.splitext(os.path.relpath(path, self._top_level_dir))[0].replace(os.path.sep, ".")

    def _find_tests(self, folder, pattern):
        name = self._module_name(folder)
        if name != "." and fnmatch(os.path.basename(folder), pattern):
            tests, recurse = self._package_tests(name, pattern)
            if tests is not None:
                yield tests
            if not recurse:
                return
        for entry in sorted(os.listdir(folder)):
            path = os.path.join(folder, entry)
            if os.path.isfile(path):
                if entry.endswith(".py") and entry[:-3].isidentifier() and fnmatch(entry, pattern):
                    yield self._module_tests(self._module_name(path), pattern)
            elif os.path.isfile(os.path.join(path, "__init__.py")):
                tests, recurse = self._package_tests(self._module_name(path), pattern)
                if tests is not None:
                    yield tests
                if recurse:
                    for entry_tests in self._find_tests(path, pattern):
                        yield entry_tests

    def _package_tests(self, name, pattern):
        """Return the tests of a package itself, and whether to look into its files."""
        module, failure = self._import(name)
        if failure is not None:
            return failure, False
        if not fnmatch(name.rpartition(".")[2], pattern):
            load_tests = getattr(module, "load_tests", None)
            if load_tests is None:
                return None, True
        tests = self.loadTestsFromModule(module, pattern=pattern)
        return tests, getattr(module, "load_tests", None) is None

    def _module_tests(self, name, pattern):
        module, failure = self._import(name)
        return failure if failure is not None else self.loadTestsFromModule(module, pattern=pattern)

    def _import(self, name):
        try:
            __import__(name)
        except case.SkipTest as e:
            @case.skip(str(e))
            def testSkipped(self):
                pass

            skipped = type("ModuleSkipped", (case.TestCase,), {name: testSkipped})
            return None, self.suiteClass((skipped(name),))
        except:
            message = "Failed to import test module: %s\n%s" % (name, traceback.format_exc())
            return None, self._failed(name, ImportError(message), message)
        return sys.modules[name], None

    def _failed(self, name, exception, message):
        self.errors.append(message)
        return self.suiteClass((_FailedTest(name, exception),))


def _is_case(obj):
    return isinstance(obj, type) and issubclass(obj, case.TestCase) and obj not in (case.TestCase, case.FunctionTestCase)


defaultTestLoader = TestLoader()
