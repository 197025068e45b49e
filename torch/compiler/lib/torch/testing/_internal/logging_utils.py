"""Tests of what the compiler logs."""

import contextlib
import functools
import io
import logging
import os
import unittest
import unittest.mock

import torch._logging
from torch._dynamo.test_case import TestCase


@contextlib.contextmanager
def preserve_log_state():
    saved = torch._logging._get_state()
    try:
        yield
    finally:
        torch._logging._set_state(saved)


def log_settings(settings):
    """Logs as TORCH_LOGS=settings for a while."""
    stack = contextlib.ExitStack()
    stack.enter_context(preserve_log_state())
    torch._logging.set_logs()
    torch._logging._set_from_text(settings)
    return stack


def log_api(**kwargs):
    stack = contextlib.ExitStack()
    stack.enter_context(preserve_log_state())
    torch._logging.set_logs(**kwargs)
    return stack


def kwargs_to_settings(**kwargs):
    parts = []
    for name, value in kwargs.items():
        if isinstance(value, bool):
            if value:
                parts.append(name)
        elif value == logging.DEBUG:
            parts.append("+" + name)
        elif value == logging.INFO:
            parts.append(name)
        elif value == logging.ERROR:
            parts.append("-" + name)
        else:
            raise ValueError("Invalid value for setting")
    return ",".join(parts)


def make_logging_test(**kwargs):
    """The test gets the list of records that are logged with these settings."""

    def wrapper(fn):
        @functools.wraps(fn)
        def test_fn(self):
            torch._dynamo.reset()
            records = []
            if len(kwargs) == 0:
                with self._handler_watcher(records):
                    fn(self, records)
                return
            with log_api(**kwargs), self._handler_watcher(records):
                fn(self, records)

        return test_fn

    return wrapper


def make_settings_test(settings):
    def wrapper(fn):
        @functools.wraps(fn)
        def test_fn(self):
            torch._dynamo.reset()
            records = []
            with log_settings(settings), self._handler_watcher(records):
                fn(self, records)

        return test_fn

    return wrapper


class LoggingTestCase(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        patch = unittest.mock.patch
        for context in (patch.dict(os.environ, {"___LOG_TESTING": ""}), patch("torch._dynamo.config.suppress_errors", True),
                        patch("torch._dynamo.config.verbose", False)):
            cls._exit_stack.enter_context(context)

    def hasRecord(self, records, m):
        return len([r for r in records if m in r.getMessage()]) > 0

    def getRecord(self, records, m):
        matching = [r for r in records if m in r.getMessage() or m in str(r.msg)]
        if len(matching) != 1:
            self.fail(f"{len(matching)} records and not one have {m!r}: {matching or records}")
        return matching[0]

    @contextlib.contextmanager
    def _handler_watcher(self, records):
        class Handler(logging.Handler):
            def emit(self, record):
                records.append(record)

        handler = Handler(logging.DEBUG)
        logger = logging.getLogger("torch")
        logger.addHandler(handler)
        try:
            with torch._logging._quiet():
                yield
        finally:
            logger.removeHandler(handler)


def logs_to_string(module, log_option):
    """A stream with what the logger of a module says, and a context in which it is filled."""
    stream = io.StringIO()

    @contextlib.contextmanager
    def context():
        handler = logging.StreamHandler(stream=stream)
        logger = logging.getLogger(module)
        logger.addHandler(handler)
        try:
            with log_api(**{log_option: True}), torch._logging._quiet():
                yield
        finally:
            logger.removeHandler(handler)

    return stream, context


def multiple_logs_to_string(module, *log_options):
    stream, _ = logs_to_string(module, log_options[0])
    streams = [io.StringIO() for _ in log_options]

    @contextlib.contextmanager
    def context():
        handlers = []
        for s, option in zip(streams, log_options):
            handler = logging.StreamHandler(stream=s)
            logger = logging.getLogger(f"{module}.__{option}")
            logger.addHandler(handler)
            handlers.append((logger, handler))
        try:
            with log_api(**{option: True for option in log_options}):
                yield
        finally:
            for logger, handler in handlers:
                logger.removeHandler(handler)

    return streams, context
