"""What assertRaises, assertWarns and assertLogs return."""

import re
import sys
import types
from collections import namedtuple

__unittest = True


def _is_subtype(expected, base):
    if isinstance(expected, tuple):
        return all(_is_subtype(e, base) for e in expected)
    return isinstance(expected, type) and issubclass(expected, base)


class _AssertContext:
    """What the contexts have in common: the test case, and the message."""

    def __init__(self, test_case):
        self.test_case = test_case

    def _fail(self, standard):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, standard))


class _AssertRaisesBase(_AssertContext):
    def __init__(self, expected, test_case, expected_regex=None):
        super().__init__(test_case)
        self.expected = expected
        self.obj_name = None
        if expected_regex is not None:
            expected_regex = re.compile(expected_regex)
        self.expected_regex = expected_regex
        self.msg = None

    def handle(self, name, args, kwargs):
        """Call args[0] under the context, or return the context when there is nothing to call."""
        try:
            if not _is_subtype(self.expected, self._base_type):
                raise TypeError("%s() arg 1 must be %s" % (name, self._base_type_str))
            if not args:
                self.msg = kwargs.pop("msg", None)
                if kwargs:
                    raise TypeError("%r is an invalid keyword argument for this function" % (next(iter(kwargs)),))
                return self
            callable_obj, *args = args
            self.obj_name = getattr(callable_obj, "__name__", None) or str(callable_obj)
            with self:
                callable_obj(*args, **kwargs)
        finally:
            self = None  # no cycle through the traceback

    def _expected_name(self):
        return getattr(self.expected, "__name__", None) or str(self.expected)

    def _fail_missing(self, what):
        if self.obj_name:
            self._fail("{} not {} by {}".format(self._expected_name(), what, self.obj_name))
        self._fail("{} not {}".format(self._expected_name(), what))

    def _fail_mismatch(self, value):
        self._fail('"{}" does not match "{}"'.format(self.expected_regex.pattern, str(value)))


class AssertRaisesContext(_AssertRaisesBase):
    _base_type = BaseException
    _base_type_str = "an exception type or tuple of exception types"

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        if exc_type is None:
            self._fail_missing("raised")
        if not issubclass(exc_type, self.expected):
            return False
        self.exception = exc_value.with_traceback(None)
        if self.expected_regex is not None and not self.expected_regex.search(str(exc_value)):
            self._fail_mismatch(exc_value)
        return True

    __class_getitem__ = classmethod(types.GenericAlias)


class AssertWarnsContext(_AssertRaisesBase):
    _base_type = Warning
    _base_type_str = "a warning type or tuple of warning types"

    def __enter__(self):
        import warnings
        # A warning that was shown once must be seen again.
        for module in filter(lambda m: getattr(m, "__warningregistry__", None), [*sys.modules.values()]):
            module.__warningregistry__ = {}
        recording = self.warnings_manager = warnings.catch_warnings(record=True)
        self.warnings = recording.__enter__()
        warnings.simplefilter("always", self.expected)
        return self

    def __exit__(self, *exc_info):
        self.warnings_manager.__exit__(*exc_info)
        if exc_info[0] is not None:
            return
        first_matching = None
        for m in self.warnings:
            w = m.message
            if not isinstance(w, self.expected):
                continue
            if first_matching is None:
                first_matching = w
            if self.expected_regex is not None and not self.expected_regex.search(str(w)):
                continue
            self.warning, self.filename, self.lineno = w, m.filename, m.lineno
            return
        if first_matching is not None:
            self._fail_mismatch(first_matching)
        self._fail_missing("triggered")


LoggingWatcher = namedtuple("_LoggingWatcher", ["records", "output"])


class AssertLogsContext(_AssertContext):
    LOGGING_FORMAT = "%(levelname)s:%(name)s:%(message)s"

    def __init__(self, test_case, logger_name, level, no_logs):
        super().__init__(test_case)
        import logging
        self.logger_name = logger_name
        self.level = logging._nameToLevel.get(level, level) if level else logging.INFO
        self.msg = None
        self.no_logs = no_logs

    def __enter__(self):
        import logging

        class Capture(logging.Handler):
            def __init__(self):
                super().__init__()
                self.watcher = LoggingWatcher([], [])

            def emit(self, record):
                self.watcher.records.append(record)
                self.watcher.output.append(self.format(record))

        logger = self.logger_name if isinstance(self.logger_name, logging.Logger) else logging.getLogger(self.logger_name)
        self.logger = logger
        handler = Capture()
        handler.setLevel(self.level)
        handler.setFormatter(logging.Formatter(self.LOGGING_FORMAT))
        self.watcher = handler.watcher
        self.old = logger.handlers[:], logger.level, logger.propagate
        logger.handlers = [handler]
        logger.setLevel(self.level)
        logger.propagate = False
        return None if self.no_logs else handler.watcher

    def __exit__(self, exc_type, exc_value, tb):
        import logging
        self.logger.handlers, level, self.logger.propagate = self.old
        self.logger.setLevel(level)
        if exc_type is not None:
            return False
        if self.no_logs:
            if self.watcher.records:
                self._fail("Unexpected logs found: {!r}".format(self.watcher.output))
        elif not self.watcher.records:
            self._fail("no logs of level {} or higher triggered on {}".format(logging.getLevelName(self.level), self.logger.name))
