"""Results that are not there yet, and coroutines that a loop drives."""

import contextvars
import inspect
import weakref

TimeoutError = TimeoutError
_PENDING, _CANCELLED, _FINISHED = "PENDING", "CANCELLED", "FINISHED"
_current_tasks = {}  # loop: the task that runs
_all_tasks = weakref.WeakSet()


class CancelledError(BaseException):
    """The Future or Task was cancelled."""


class InvalidStateError(Exception):
    """The operation is not allowed in this state."""


def isfuture(obj):
    return hasattr(type(obj), "_asyncio_future_blocking") and obj._asyncio_future_blocking is not None


class Future:
    """A result that somebody will set; await waits for it."""

    _asyncio_future_blocking = False

    def __init__(self, *, loop=None):
        from ._loop import get_event_loop
        self._loop = get_event_loop() if loop is None else loop
        self._state, self._result, self._exception, self._callbacks = _PENDING, None, None, []
        self._cancel_message = None

    def __repr__(self):
        text = f"<{type(self).__name__} {self._state.lower()}"
        if self._state == _FINISHED:
            text += f" exception={self._exception!r}" if self._exception is not None else f" result={self._result!r}"
        return text + ">"

    def get_loop(self):
        return self._loop

    def done(self):
        return self._state != _PENDING

    def cancelled(self):
        return self._state == _CANCELLED

    def _made_cancelled(self):
        return CancelledError() if self._cancel_message is None else CancelledError(self._cancel_message)

    def result(self):
        if self._state == _CANCELLED:
            raise self._made_cancelled()
        if self._state == _PENDING:
            raise InvalidStateError("Result is not ready.")
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self):
        if self._state == _CANCELLED:
            raise self._made_cancelled()
        if self._state == _PENDING:
            raise InvalidStateError("Exception is not set.")
        return self._exception

    def _finish(self, state):
        self._state = state
        callbacks, self._callbacks = self._callbacks, []
        for callback, context in callbacks:
            self._loop.call_soon(callback, self, context=context)

    def set_result(self, result):
        if self.done():
            raise InvalidStateError(f"{self._state}: {self!r}")
        self._result = result
        self._finish(_FINISHED)

    def set_exception(self, exception):
        if self.done():
            raise InvalidStateError(f"{self._state}: {self!r}")
        if isinstance(exception, type):
            exception = exception()
        if isinstance(exception, StopIteration):
            raise TypeError("StopIteration interacts badly with generators and cannot be raised into a Future")
        self._exception = exception
        self._finish(_FINISHED)

    def cancel(self, msg=None):
        if self.done():
            return False
        self._cancel_message = msg
        self._finish(_CANCELLED)
        return True

    def add_done_callback(self, fn, *, context=None):
        if self.done():
            self._loop.call_soon(fn, self, context=context)
        else:
            self._callbacks.append((fn, context))

    def remove_done_callback(self, fn):
        kept = [pair for pair in self._callbacks if pair[0] != fn]
        removed = len(self._callbacks) - len(kept)
        self._callbacks = kept
        return removed

    def __await__(self):
        if not self.done():
            self._asyncio_future_blocking = True
            yield self
        if not self.done():
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


class Task(Future):
    """A coroutine that the loop drives to its end."""

    _number = 0

    def __init__(self, coro, *, loop=None, name=None, context=None, eager_start=False):
        super().__init__(loop=loop)
        if not inspect.iscoroutine(coro) and not inspect.isawaitable(coro):
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        if name is None:
            Task._number += 1
            name = f"Task-{Task._number}"
        self._coro, self._name, self._waits_for, self._must_cancel, self._cancels = coro, str(name), None, False, 0
        self._context = contextvars.copy_context() if context is None else context
        _all_tasks.add(self)
        self._loop.call_soon(self._step, context=self._context)

    def __repr__(self):
        return f"<Task {self._state.lower()} name={self._name!r} coro={self._coro!r}>"

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def get_coro(self):
        return self._coro

    def get_context(self):
        return self._context

    def set_result(self, result):
        raise RuntimeError("Task does not support set_result operation")

    def set_exception(self, exception):
        raise RuntimeError("Task does not support set_exception operation")

    def cancelling(self):
        return self._cancels

    def uncancel(self):
        if self._cancels:
            self._cancels -= 1
        return self._cancels

    def cancel(self, msg=None):
        if self.done():
            return False
        self._cancels += 1
        if self._waits_for is not None and self._waits_for.cancel(msg):
            return True
        self._must_cancel, self._cancel_message = True, msg
        return True

    def _step(self, error=None):
        if self.done():
            return
        if self._must_cancel:
            if not isinstance(error, CancelledError):
                error = self._made_cancelled()
            self._must_cancel = False
        self._waits_for = None
        outer = _current_tasks.get(self._loop)
        _current_tasks[self._loop] = self
        try:
            waited = self._coro.send(None) if error is None else self._coro.throw(error)
        except StopIteration as stop:
            if self._must_cancel:
                self._must_cancel = False
                super().cancel(self._cancel_message)
            else:
                super().set_result(stop.value)
        except CancelledError as exc:
            self._cancel_message = exc.args[0] if exc.args else None
            super().cancel(self._cancel_message)
        except (KeyboardInterrupt, SystemExit) as exc:
            super().set_exception(exc)
            raise
        except BaseException as exc:
            super().set_exception(exc)
        else:
            self._wait(waited)
        finally:
            _current_tasks[self._loop] = outer

    def _wait(self, waited):
        def again(error):
            self._loop.call_soon(self._step, error, context=self._context)

        if waited is None:
            again(None)
        elif not isfuture(waited):
            again(RuntimeError(f"Task got bad yield: {waited!r}"))
        elif waited is self:
            again(RuntimeError(f"Task cannot await on itself: {self!r}"))
        elif not waited._asyncio_future_blocking:
            again(RuntimeError(f"yield was used instead of yield from in task {self!r} with {waited!r}"))
        else:
            waited._asyncio_future_blocking = False
            waited.add_done_callback(self._wake, context=self._context)
            self._waits_for = waited
            if self._must_cancel and waited.cancel(self._cancel_message):
                self._must_cancel = False

    def _wake(self, future):
        try:
            future.result()
        except BaseException as error:
            self._step(error)
        else:
            self._step()
