"""Results that come later."""

import threading
from typing import Generic, TypeVar

import torch

__all__ = ["Future", "collect_all", "wait_all"]

T = TypeVar("T")


class Future(Generic[T]):
    """A value, or an exception, that someone sets once; callbacks see the future itself."""

    __module__ = "torch.jit"

    def __init__(self, *, devices=None):
        devices = [torch.device(device) for device in devices or ()]
        for device in devices:
            if device.type != devices[0].type:
                raise ValueError(f"Expected all devices to be of the same type, but got a mismatch between {devices[0]} and {device}")
        for device in devices:
            if device.index is None:
                raise ValueError(f"Expected devices to have indices, got {device}")
        self._ready = threading.Event()
        self._value = self._error = None
        self._callbacks = []

    def done(self):
        return self._ready.is_set()

    def wait(self):
        self._ready.wait()
        return self.value()

    def value(self):
        if not self.done():
            raise RuntimeError("The future is not completed yet")
        if self._error is not None:
            raise self._error
        return self._value

    def _finish(self, value, error):
        if self.done():
            raise RuntimeError("Attempting to mark a completed Future as complete again. Note that a Future can only be marked completed once.")
        self._value, self._error = value, error
        self._ready.set()
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback(self)

    def set_result(self, result):
        self._finish(result, None)

    def set_exception(self, result):
        if not isinstance(result, Exception):
            raise AssertionError(f"{result} is of type {type(result)}, not an Exception.")
        self._finish(None, result)

    def add_done_callback(self, callback):
        if self.done():
            callback(self)
        else:
            self._callbacks.append(callback)

    def then(self, callback):
        made = Future()

        def run(future):
            try:
                made.set_result(callback(future))
            except Exception as e:
                made.set_exception(RuntimeError(f"Got the following error when running the callback: {type(e).__name__}: {e}"))

        self.add_done_callback(run)
        return made


def collect_all(futures):
    """A future of the list of futures, done when all are."""
    made, waiting = Future(), [len(futures)]
    if not futures:
        made.set_result([])

    def one_less(_):
        waiting[0] -= 1
        if waiting[0] == 0:
            made.set_result(list(futures))

    for future in futures:
        future.add_done_callback(one_less)
    return made


def wait_all(futures):
    return [f.wait() for f in collect_all(futures).wait()]
