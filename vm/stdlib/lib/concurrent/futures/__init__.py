"""Executors: threads that do what is submitted to them."""

import itertools
import threading
from collections import namedtuple
from queue import SimpleQueue
from time import monotonic
import weakref

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


class BrokenProcessPool(BrokenExecutor):
    """A process of a pool has ended while it worked."""


class BrokenThreadPool(BrokenExecutor):
    """A worker could not begin."""


class Future:
    """A result that is there, or is to come."""

    def __init__(self):
        self._state = _PENDING
        self._result = None
        self._exception = None
        self._done_callbacks = []
        self._condition = threading.Condition()

    def __repr__(self):
        outcome = ""
        if self._state == _FINISHED:
            outcome = f" raised {type(self._exception).__name__}" if self._exception else f" returned {type(self._result).__name__}"
        return f"<{type(self).__name__} at {id(self):#x} state={self._state}{outcome}>"

    def cancel(self):
        with self._condition:
            if self._state in (_RUNNING, _FINISHED):
                return False
            if self._state == _CANCELLED:
                return True
            self._end(_CANCELLED)
        self._call_back()
        return True

    def cancelled(self):
        return self._state == _CANCELLED

    def running(self):
        return self._state == _RUNNING

    def done(self):
        return self._state in (_CANCELLED, _FINISHED)

    def add_done_callback(self, fn):
        with self._condition:
            if not self.done():
                self._done_callbacks.append(fn)
                return
        self._call(fn)

    def _call(self, fn):
        try:
            fn(self)
        except Exception:
            import logging
            logging.getLogger("concurrent.futures").exception("exception calling callback for %r", self)

    def _call_back(self):
        for fn in self._done_callbacks:
            self._call(fn)

    def _end(self, state):
        self._state = state
        self._condition.notify_all()

    def _wait(self, timeout):
        with self._condition:
            if not self._condition.wait_for(self.done, timeout):
                raise TimeoutError()
        if self._state == _CANCELLED:
            raise CancelledError()

    def result(self, timeout=None):
        self._wait(timeout)
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self, timeout=None):
        self._wait(timeout)
        return self._exception

    def set_running_or_notify_cancel(self):
        with self._condition:
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
        with self._condition:
            if self.done():
                raise InvalidStateError(f"{self._state.upper()}: {self!r}")
            self._result, self._exception = result, exception
            self._end(_FINISHED)
        self._call_back()


class Executor:
    """What runs work."""

    def submit(self, fn, /, *args, **kwargs):
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1, buffersize=None):
        """Yield the results in order. The work of all is submitted now, or buffersize items ahead of what is taken."""
        if buffersize is not None and not isinstance(buffersize, int):
            raise TypeError("buffersize must be an integer or None")
        if buffersize is not None and buffersize < 1:
            raise ValueError("buffersize must be None or > 0")
        end = None if timeout is None else monotonic() + timeout
        arguments = zip(*iterables)
        if buffersize is None:
            futures = [self.submit(fn, *args) for args in arguments]
        else:
            futures = [self.submit(fn, *args) for _, args in zip(range(buffersize), arguments)]

        def results():
            futures.reverse()
            try:
                while futures:
                    if buffersize is not None:
                        for args in arguments:
                            futures.insert(0, self.submit(fn, *args))
                            break
                    yield futures.pop().result(None if end is None else end - monotonic())
            finally:
                for future in futures:
                    future.cancel()

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
        self._initializer, self._initargs = initializer, initargs
        self._work = SimpleQueue()
        self._threads = []
        self._idle = 0  # workers that wait, less the work that waits for one
        self._broken = self._shutdown = False
        self._lock = threading.Lock()
        _pools.add(self)

    _thread_name_prefix = ""

    def submit(self, fn, /, *args, **kwargs):
        with self._lock:
            if self._broken:
                raise self._failure()
            if self._shutdown:
                raise RuntimeError("cannot schedule new futures after shutdown")
            future = Future()
            self._work.put((future, fn, args, kwargs))
            self._idle -= 1
            missing = self._idle < 0 and len(self._threads) < self._max_workers
            if missing:
                self._idle += 1
                worker = threading.Thread(target=self._run, name=f"{self._thread_name_prefix}_{len(self._threads)}", daemon=True)
                self._threads.append(worker)
        if missing:
            worker.start()
        return future

    def _run(self):
        try:
            self._begin()
        except BaseException:
            import logging
            logging.getLogger("concurrent.futures").critical("Exception in initializer:", exc_info=True)
            self._break()
            return
        while (work := self._work.get()) is not None:
            future, fn, args, kwargs = work
            if future.set_running_or_notify_cancel():
                try:
                    result = self._call(fn, args, kwargs)
                except BaseException as e:
                    future.set_exception(e)
                else:
                    future.set_result(result)
            del work, future, fn, args, kwargs
            with self._lock:
                self._idle += 1
        self._end()

    def _begin(self):
        if self._initializer is not None:
            self._initializer(*self._initargs)

    def _call(self, fn, args, kwargs):
        return fn(*args, **kwargs)

    def _end(self):
        pass

    @staticmethod
    def _failure():
        return BrokenThreadPool("A thread initializer failed, the thread pool is not usable anymore")

    def _break(self):
        """Fail all that waits: a worker could not begin."""
        self._broken = True
        while not self._work.empty():
            if (work := self._work.get()) is not None:
                work[0].set_exception(self._failure())

    def shutdown(self, wait=True, *, cancel_futures=False):
        with self._lock:
            self._shutdown = True
            while cancel_futures and not self._work.empty():
                if (work := self._work.get()) is not None:
                    work[0].cancel()
            for _ in self._threads:
                self._work.put(None)
        if wait:
            for worker in self._threads:
                worker.join()


_pools = weakref.WeakSet()


def _finish_pools():
    """Let the pools do, before the program ends, what was submitted."""
    for pool in list(_pools):
        pool.shutdown()


threading._register_atexit(_finish_pools)


class ThreadPoolExecutor(_PoolExecutor):
    """Runs work in threads."""

    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=(), **ctxkwargs):
        super().__init__(max_workers, initializer, initargs)
        self._thread_name_prefix = thread_name_prefix or f"ThreadPoolExecutor-{next(self._numbers)}"

    _numbers = itertools.count()


class ProcessPoolExecutor(_PoolExecutor):
    """Runs work in other processes. Each has a thread here that waits for its answers."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        import os
        super().__init__(max_workers or os.process_cpu_count() or 1 if max_workers is None else max_workers, initializer, initargs)
        self._context, self._local = mp_context, threading.local()

    @staticmethod
    def _failure():
        return BrokenProcessPool("A child process terminated abruptly, the process pool is not usable anymore")

    def _begin(self):
        import multiprocessing
        from multiprocessing.pool import worker

        local = self._local
        local.connection, theirs = multiprocessing.Pipe()
        local.process = (self._context or multiprocessing.get_context()).Process(target=worker, args=(theirs, self._initializer, self._initargs), daemon=True)
        local.process.start()
        theirs.close()

    def _call(self, fn, args, kwargs):
        from multiprocessing.pool import ask

        try:
            return ask(self._local.connection, self._local.process, fn, args, kwargs)
        except (EOFError, BrokenPipeError):
            self._broken = True
            raise BrokenProcessPool("A process in the process pool was terminated abruptly while the future was running or pending.") from None

    def _end(self):
        self._local.connection.send(None)
        self._local.process.join()


def _first(futures, enough, timeout):
    """Wait until enough(futures) is true, and tell whether it is."""
    changed = threading.Condition()

    def tell(future):
        with changed:
            changed.notify_all()

    for future in futures:
        future.add_done_callback(tell)
    with changed:
        return changed.wait_for(lambda: enough(futures), timeout)


def as_completed(fs, timeout=None):
    """Yield the futures as they are done."""
    end = None if timeout is None else monotonic() + timeout
    pending = list(dict.fromkeys(fs))
    total = len(pending)
    while pending:
        if not _first(pending, lambda fs: any(f.done() for f in fs), None if end is None else end - monotonic()):
            raise TimeoutError("%d (of %d) futures unfinished" % (len(pending), total))
        done = [f for f in pending if f.done()]
        pending = [f for f in pending if f not in done]
        yield from done


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """Return the futures that are done, and those that are not."""
    failed = lambda f: not f.cancelled() and f._exception is not None
    enough = {ALL_COMPLETED: lambda fs: all(f.done() for f in fs), FIRST_COMPLETED: lambda fs: any(f.done() for f in fs),
              FIRST_EXCEPTION: lambda fs: any(f.done() and failed(f) for f in fs) or all(f.done() for f in fs)}
    futures = set(fs)
    if return_when in enough:
        _first(futures, enough[return_when], timeout)
    elif not all(f.done() for f in futures):
        raise ValueError("Invalid return condition: %r" % return_when)
    done = {f for f in futures if f.done()}
    return DoneAndNotDoneFutures(done, futures - done)
