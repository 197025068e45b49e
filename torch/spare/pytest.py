"""What test files of PyTorch that unittest runs take from pytest: errors and warnings that are expected, marks, skips."""
import importlib
import math
import re
import traceback
import unittest
import warnings as _warnings

__version__ = "8.0.0"


class _Failed(AssertionError):
    pass


Failed = _Failed


def skip(reason="", *, allow_module_level=False):
    raise unittest.SkipTest(reason)


def xfail(reason=""):
    raise unittest.SkipTest(reason)


def fail(reason="", pytrace=True):
    raise _Failed(reason)


def importorskip(modname, minversion=None, reason=None):
    try:
        return importlib.import_module(modname)
    except ImportError:
        raise unittest.SkipTest(reason or f"could not import {modname!r}") from None


def main(args=None, plugins=None):
    return unittest.main("__main__")


class ExceptionInfo:
    """The error that a block has raised."""

    def __init__(self):
        self.value = None

    type = property(lambda self: type(self.value))
    tb = property(lambda self: self.value.__traceback__)
    typename = property(lambda self: type(self.value).__name__)

    def match(self, regexp):
        if not re.search(regexp, str(self.value)):
            raise AssertionError(f"Regex pattern did not match.\n Regex: {regexp!r}\n Input: {str(self.value)!r}")
        return True

    def exconly(self, tryshort=False):
        return "".join(traceback.format_exception_only(self.type, self.value)).rstrip()


class _Raises:
    def __init__(self, expected, match):
        self.expected, self.pattern, self.info = expected, match, ExceptionInfo()

    def __enter__(self):
        return self.info

    def __exit__(self, kind, value, tb):
        if kind is None:
            raise _Failed(f"DID NOT RAISE {self.expected!r}")
        if not issubclass(kind, self.expected):
            return False
        self.info.value = value
        if self.pattern is not None:
            self.info.match(self.pattern)
        return True


def raises(expected_exception, *args, match=None, **kwargs):
    """A context in which an error is expected; with a function, its call is."""
    kinds = expected_exception if isinstance(expected_exception, tuple) else (expected_exception,)
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            raise TypeError(f"expected exception must be a BaseException type, not {kind.__class__.__name__}")
    if not args:
        return _Raises(expected_exception, match)
    function, *rest = args
    with _Raises(expected_exception, match) as info:
        function(*rest, **kwargs)
    return info


class _Warns(_warnings.catch_warnings):
    def __init__(self, expected, match):
        super().__init__(record=True)
        self.expected, self.pattern, self.list = expected, match, None

    def __enter__(self):
        self.list = super().__enter__()
        _warnings.simplefilter("always")
        return self.list

    def __exit__(self, *exc):
        super().__exit__(*exc)
        if exc[0] is not None or self.expected is None:
            return
        given = [w for w in self.list if issubclass(w.category, self.expected)]
        if not given:
            raise _Failed(f"DID NOT WARN. No warnings of type {self.expected} were emitted.")
        if self.pattern is not None and not any(re.search(self.pattern, str(w.message)) for w in given):
            raise _Failed(f"DID NOT WARN. No warnings of type {self.expected} matching the regex were emitted.\n Regex: {self.pattern}")


def warns(expected_warning=Warning, *args, match=None, **kwargs):
    if not args:
        return _Warns(expected_warning, match)
    function, *rest = args
    with _Warns(expected_warning, match):
        return function(*rest, **kwargs)


def deprecated_call(*args, match=None, **kwargs):
    return warns((DeprecationWarning, PendingDeprecationWarning, FutureWarning), *args, match=match, **kwargs)


class approx:
    """A number, or numbers in a sequence or a dictionary, that others equal within tolerances."""

    def __init__(self, expected, rel=None, abs=None, nan_ok=False):
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel, abs, nan_ok

    def _near(self, actual, expected):
        if expected != expected:
            return self.nan_ok and actual != actual
        if actual == expected:
            return True
        if isinstance(expected, (float, complex)) and (math.isinf(abs(expected))):
            return False
        relative = 1e-6 if self.rel is None else self.rel
        bound = max(relative * abs(expected) if self.rel is not None or self.abs is None else 0.0, 1e-12 if self.abs is None else self.abs)
        return abs(actual - expected) <= bound

    def __eq__(self, actual):
        e = self.expected
        if isinstance(e, dict):
            return set(actual) == set(e) and all(self._near(actual[k], e[k]) for k in e)
        if isinstance(e, (list, tuple)) or hasattr(e, "__len__"):
            return len(actual) == len(e) and all(self._near(a, b) for a, b in zip(actual, e))
        return self._near(actual, e)

    def __repr__(self):
        return f"approx({self.expected!r})"

    __hash__ = None


class _Parameters(tuple):
    """The values of one run of a test, as pytest.param gives them."""


def param(*values, marks=(), id=None):
    made = _Parameters(values)
    made.marks, made.id = marks if isinstance(marks, (list, tuple)) else (marks,), id
    return made


class _Mark:
    """pytest.mark: skips are those of unittest; what only pytest itself looks at leaves a test as it is."""

    @staticmethod
    def skip(test=None, *, reason=""):
        return unittest.skip(reason)(test) if callable(test) else unittest.skip(test or reason)

    @staticmethod
    def skipif(condition, *, reason=""):
        return unittest.skipIf(bool(condition), reason)

    @staticmethod
    def xfail(condition=True, *, reason="", raises=None, run=True, strict=False):
        if callable(condition) and not isinstance(condition, bool):
            return unittest.expectedFailure(condition)
        return unittest.expectedFailure if condition else lambda test: test

    @staticmethod
    def parametrize(argnames, argvalues, *, indirect=False, ids=None, scope=None):
        """The test runs once with each of the values."""
        names = [n.strip() for n in argnames.split(",")] if isinstance(argnames, str) else list(argnames)

        def decorate(test):
            def runs(self, *args, **kwargs):
                for values in argvalues:
                    row = values if len(names) > 1 or isinstance(values, _Parameters) else (values,)
                    with self.subTest(**dict(zip(names, row))):
                        test(self, *args, **kwargs, **dict(zip(names, row)))

            runs.__name__, runs.__qualname__, runs.__doc__ = test.__name__, test.__qualname__, test.__doc__
            return runs

        return decorate

    def __getattr__(self, name):
        def mark(*args, **kwargs):
            return args[0] if len(args) == 1 and not kwargs and callable(args[0]) else lambda test: test

        return mark


mark = _Mark()


def fixture(function=None, *, scope="function", params=None, autouse=False, ids=None, name=None):
    return function if function is not None else lambda f: f


class MonkeyPatch:
    """Changes of attributes and items that are taken back."""

    def __init__(self):
        self._undo = []

    def setattr(self, target, name, value, raising=True):
        missing = object()
        old = getattr(target, name, missing)
        if old is missing and raising:
            raise AttributeError(f"{target!r} has no attribute {name!r}")
        self._undo.append(lambda: delattr(target, name) if old is missing else setattr(target, name, old))
        setattr(target, name, value)

    def setitem(self, mapping, key, value):
        missing = object()
        old = mapping.get(key, missing)
        self._undo.append(lambda: mapping.pop(key, None) if old is missing else mapping.__setitem__(key, old))
        mapping[key] = value

    def undo(self):
        while self._undo:
            self._undo.pop()()


skip.Exception = unittest.SkipTest
fail.Exception = _Failed
