"""Stopping a run of tests in good order on Ctrl-C."""

import signal
import weakref
from functools import wraps

__unittest = True

_results = weakref.WeakKeyDictionary()
_handler = None


class _InterruptHandler:
    def __init__(self, default_handler):
        self.called = False
        self.original_handler = default_handler
        self.default_handler = default_handler if callable(default_handler) else lambda signum, frame: None

    def __call__(self, signum, frame):
        if signal.getsignal(signal.SIGINT) is not self or self.called:
            self.default_handler(signum, frame)
        self.called = True
        for result in _results.keys():
            result.stop()


def registerResult(result):
    _results[result] = 1


def removeResult(result):
    return bool(_results.pop(result, None))


def installHandler():
    global _handler
    if _handler is None:
        _handler = _InterruptHandler(signal.getsignal(signal.SIGINT))
        signal.signal(signal.SIGINT, _handler)


def _without_handler(method):
    """Let a test run with the handler of interrupts that was there before."""

    @wraps(method)
    def test(*args, **kwargs):
        ours = signal.getsignal(signal.SIGINT)
        removeHandler()
        try:
            return method(*args, **kwargs)
        finally:
            signal.signal(signal.SIGINT, ours)

    return test


def removeHandler(method=None):
    global _handler
    if method is not None:
        return _without_handler(method)
    if _handler is not None:
        signal.signal(signal.SIGINT, _handler.original_handler)
        _handler = None
