"""Warnings in tests."""

import contextlib
import functools
import re
import warnings


class WarningsRecorder:
    """The warnings of a block; its attributes are those of the last one."""

    def __init__(self, warnings_list):
        self._warnings, self._last = warnings_list, 0

    def __getattr__(self, attr):
        if len(self._warnings) > self._last:
            return getattr(self._warnings[-1], attr)
        if attr in ("message", "category", "filename", "lineno", "file", "line", "source"):
            return None
        raise AttributeError(f"{self!r} has no attribute {attr!r}")

    @property
    def warnings(self):
        return self._warnings[self._last:]

    def reset(self):
        self._last = len(self._warnings)


@contextlib.contextmanager
def check_warnings(*filters, **kwargs):
    quiet = kwargs.get("quiet", not filters)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield WarningsRecorder(caught)
    left = list(caught)
    for message, category in filters or (("", Warning),):
        matching = [w for w in left if re.match(message, str(w.message), re.I) and issubclass(w.category, category)]
        if not matching and not quiet:
            raise AssertionError(f"filter ({message!r}, {category.__name__}) did not catch any warning")
        left = [w for w in left if w not in matching]
    if left:
        raise AssertionError(f"unhandled warning {left[0]}")


@contextlib.contextmanager
def check_no_warnings(testcase, message="", category=Warning, force_gc=False):
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("always", message=message, category=category)
        yield
    testcase.assertEqual(caught, [])


def check_no_resource_warning(testcase):
    return check_no_warnings(testcase, category=ResourceWarning, force_gc=True)


def ignore_warnings(*, category):
    def decorator(test):
        @functools.wraps(test)
        def wrapper(self, *args, **kwargs):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", category=category)
                return test(self, *args, **kwargs)

        return wrapper

    return decorator


@contextlib.contextmanager
def save_restore_warnings_filters():
    with warnings.catch_warnings():
        yield


def check_syntax_warning(testcase, statement, errtext="", *, lineno=1, offset=None):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SyntaxWarning)
        compile(statement, "<testcase>", "exec")
    testcase.assertEqual(len(caught), 1, caught)
    testcase.assertRegex(str(caught[0].message), errtext)
