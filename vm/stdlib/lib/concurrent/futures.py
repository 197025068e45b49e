"""Executors. Work runs when it is submitted (see threading)."""


from collections import namedtuple

__all__ = ["ALL_COMPLETED", "BrokenExecutor", "CancelledError", "Executor", "FIRST_COMPLETED", "FIRST_EXCEPTION", "Future",
           "InvalidStateError", "ProcessPoolExecutor", "ThreadPoolExecutor", "TimeoutError", "as_completed", "wait"]

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"
_PENDING, _RUNNING, _CANCELLED, _FINISHED = "pending", "running", "cancelled", "finished"

DoneAndNotDoneFutures = namedtuple("DoneAndNotDoneFutures", "done not_done")
TimeoutError = TimeoutError
_UNSET = object()


class Error(Exception):
    """Base of the errors of this module."""


class CancelledError(Error):
    """The result of a future that was cancelled was asked for."""


class InvalidStateError(Error):
    """What was asked of a future is not possible in its state."""


class BrokenExecutor(RuntimeError):
    """An executor cannot go on."""


class Future:
    """A result that is there, or is to come."""

    def __init__(self):
        self._state = _PENDING
        self._result = None
        self._exception = None
        self._done_callbacks = []

    def __repr__(self):
        outcome = ""
        if self._state == _FINISHED:
            outcome = f" raised {type(self._exception).__name__}" if self._exception else f" returned {type(self._result).__name__}"
        return f"<{type(self).__name__} at {id(self):#x} state={self._state}{outcome}>"

    def cancel(self):
        if self._state in (_RUNNING, _FINISHED):
            return False
        if self._state != _CANCELLED:
            self._state = _CANCELLED
            self._notify()
        return True

    def cancelled(self):
        return self._state == _CANCELLED

    def running(self):
        return self._state == _RUNNING

    def done(self):
        return self._state in (_CANCELLED, _FINISHED)

    def add_done_callback(self, fn):
        self._done_callbacks.append(fn)
        if self.done():
            self._call(fn)

    def _call(self, fn):
        try:
            fn(self)
        except Exception:
            import logging
            logging.getLogger("concurrent.futures").exception("exception calling callback for %r", self)

    def _notify(self):
        for fn in self._done_callbacks:
            self._call(fn)

    def _wait(self):
        if self._state == _CANCELLED:
            raise CancelledError()
        if self._state != _FINISHED:
            raise TimeoutError()  # nobody else can finish it

    def result(self, timeout=None):
        self._wait()
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self, timeout=None):
        self._wait()
        return self._exception

    def set_running_or_notify_cancel(self):
        if self._state == _CANCELLED:
            return False
        if self._state != _PENDING:
            raise RuntimeError("Future in unexpected state")
        self._state = _RUNNING
        return True

    def set_result(self, result):
        self._finish(result, None)

    def set_exception(self, exception):
        self._finish(None, exception)

    def _finish(self, result, exception):
        if self.done():
            raise InvalidStateError(f"{self._state.upper()}: {self!r}")
        self._result, self._exception, self._state = result, exception, _FINISHED
        self._notify()


class Executor:
    """What runs work."""

    def submit(self, fn, /, *args, **kwargs):
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1, buffersize=None):
        """Yield the results in order. The work of all is done now, or buffersize items ahead of what is taken."""
        if buffersize is not None and not isinstance(buffersize, int):
            raise TypeError("buffersize must be an integer or None")
        if buffersize is not None and buffersize < 1:
            raise ValueError("buffersize must be None or > 0")
        arguments = zip(*iterables)
        if buffersize is None:
            futures = [self.submit(fn, *args) for args in arguments]
        else:
            futures = [self.submit(fn, *args) for _, args in zip(range(buffersize), arguments)]

        def results():
            futures.reverse()
            while futures:
                if buffersize is not None:
                    for args in arguments:
                        futures.insert(0, self.submit(fn, *args))
                        break
                yield futures.pop().result()

        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False


class _PoolExecutor(Executor):
    def __init__(self, max_workers=None, initializer=None, initargs=()):
        import os
        if max_workers is None:
            max_workers = min(32, (os.process_cpu_count() or 1) + 4)
        if max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        self._max_workers = max_workers
        self._initializer = initializer
        self._initargs = initargs
        self._shutdown = False

    def submit(self, fn, /, *args, **kwargs):
        if self._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        if self._initializer is not None:
            # The one worker there is begins with this.
            initializer, self._initializer = self._initializer, None
            initializer(*self._initargs)
        future = Future()
        future.set_running_or_notify_cancel()
        try:
            result = fn(*args, **kwargs)
        except BaseException as e:
            future.set_exception(e)
        else:
            future.set_result(result)
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shutdown = True


class ThreadPoolExecutor(_PoolExecutor):
    """Runs work in threads."""

    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=(), **ctxkwargs):
        super().__init__(max_workers, initializer, initargs)
        self._thread_name_prefix = thread_name_prefix


class ProcessPoolExecutor(_PoolExecutor):
    """Runs work as if in other processes; it shares the memory of this one."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        super().__init__(max_workers, initializer, initargs)


def as_completed(fs, timeout=None):
    """Yield the futures as they are done."""
    futures = list(dict.fromkeys(fs))
    yield from (f for f in futures if f.done())
    pending = sum(not f.done() for f in futures)
    if pending:
        raise TimeoutError("%d (of %d) futures unfinished" % (pending, len(futures)))


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """Return the futures that are done, and those that are not."""
    futures = set(fs)
    done = {f for f in futures if f.done()}
    if done != futures and return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError("Invalid return condition: %r" % return_when)
    return DoneAndNotDoneFutures(done, futures - done)
