"""Pools of processes, and of threads with the same methods."""

import itertools
import os
import queue
import threading
import time
import traceback

from multiprocessing import TimeoutError

__all__ = ["AsyncResult", "Pool", "ThreadPool"]

RUN, CLOSE, TERMINATE = "RUN", "CLOSE", "TERMINATE"


class AsyncResult:
    """What a call that runs in the pool will give."""

    def __init__(self, callback=None, error_callback=None):
        self._done = threading.Event()
        self._callback, self._error_callback = callback, error_callback

    def ready(self):
        return self._done.is_set()

    def successful(self):
        if not self.ready():
            raise ValueError(f"{self!r} not ready")
        return self._success

    def wait(self, timeout=None):
        self._done.wait(timeout)

    def get(self, timeout=None):
        self.wait(timeout)
        if not self.ready():
            raise TimeoutError
        if self._success:
            return self._value
        raise self._value

    def _settle(self, success, value):
        self._success, self._value = success, value
        told = self._callback if success else self._error_callback
        if told is not None:
            told(value)
        self._done.set()


class MapResult(AsyncResult):
    """The results of many calls, in order; the first failure is that of all."""

    def __init__(self, length, callback, error_callback):
        super().__init__(callback, error_callback)
        self._results, self._left, self._lock, self._failure = [None] * length, length, threading.Lock(), None
        if length == 0:
            self._settle(True, [])

    def _one(self, index, success, value):
        with self._lock:
            if success:
                self._results[index] = value
            elif self._failure is None:
                self._failure = value
            self._left -= 1
            last = self._left == 0
        if last:
            if self._failure is None:
                self._settle(True, self._results)
            else:
                self._settle(False, self._failure)


class IMapIterator:
    """The results of calls one by one: in order, or as they come."""

    def __init__(self, ordered):
        self._ordered = ordered
        self._came, self._early = queue.Queue(), {}
        self._next, self._length = 0, None

    def __iter__(self):
        return self

    def next(self, timeout=None):
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            if self._next == self._length:
                raise StopIteration
            if self._next in self._early:
                success, value = self._early.pop(self._next)
                break
            try:
                index, success, value = self._came.get(timeout=None if end is None else max(end - time.monotonic(), 0))
            except queue.Empty:
                raise TimeoutError from None
            if index is None:
                self._length = value
            elif not self._ordered or index == self._next:
                break
            else:
                self._early[index] = success, value
        self._next += 1
        if success:
            return value
        raise value

    __next__ = next

    def _one(self, index, success, value):
        self._came.put((index, success, value))


class _star:
    """A function of a tuple of its arguments."""

    def __init__(self, func):
        self.func = func

    def __call__(self, args):
        return self.func(*args)


class ThreadPool:
    """Threads that take calls from a queue."""

    def __init__(self, processes=None, initializer=None, initargs=()):
        if processes is None:
            processes = os.process_cpu_count() or 1
        if processes < 1:
            raise ValueError("Number of processes must be at least 1")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        self._state, self._tasks = RUN, queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._work, args=(initializer, initargs), daemon=True) for _ in range(processes)]
        for thread in self._threads:
            thread.start()

    def __repr__(self):
        return f"<{type(self).__module__}.{type(self).__qualname__} state={self._state} pool_size={len(self._threads)}>"

    def _work(self, initializer, initargs):
        self._begin(initializer, initargs)
        while (task := self._tasks.get()) is not None:
            func, args, kwds, tell = task
            if self._state == TERMINATE:
                continue
            try:
                result = True, self._call(func, args, kwds)
            except Exception as e:
                result = False, e
            tell(*result)

        self._end()

    def _begin(self, initializer, initargs):
        if initializer is not None:
            initializer(*initargs)

    def _call(self, func, args, kwds):
        return func(*args, **kwds)

    def _end(self):
        pass

    def _check_running(self):
        if self._state != RUN:
            raise ValueError("Pool not running")

    def apply(self, func, args=(), kwds={}):
        return self.apply_async(func, args, kwds).get()

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        self._check_running()
        result = AsyncResult(callback, error_callback)
        self._tasks.put((func, args, kwds, result._settle))
        return result

    def map(self, func, iterable, chunksize=None):
        return self.map_async(func, iterable, chunksize).get()

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        self._check_running()
        items = list(iterable)
        result = MapResult(len(items), callback, error_callback)
        for index, item in enumerate(items):
            self._tasks.put((func, (item,), {}, self._at(result, index)))
        return result

    def starmap(self, func, iterable, chunksize=None):
        return self.map(_star(func), iterable, chunksize)

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        return self.map_async(_star(func), iterable, chunksize, callback, error_callback)

    def imap(self, func, iterable, chunksize=1):
        return self._imap(func, iterable, True)

    def imap_unordered(self, func, iterable, chunksize=1):
        return self._imap(func, iterable, False)

    def _imap(self, func, iterable, ordered):
        self._check_running()
        result = IMapIterator(ordered)

        def feed():
            count = itertools.count()
            try:
                for item in iterable:
                    self._tasks.put((func, (item,), {}, self._at(result, next(count))))
            except Exception as e:
                result._one(next(count), False, e)
            result._one(None, True, next(count))

        threading.Thread(target=feed, daemon=True).start()
        return result

    @staticmethod
    def _at(result, index):
        return lambda success, value: result._one(index, success, value)

    def close(self):
        if self._state == RUN:
            self._state = CLOSE
            for _ in self._threads:
                self._tasks.put(None)

    def terminate(self):
        self.close()
        self._state = TERMINATE

    def join(self):
        if self._state == RUN:
            raise ValueError("Pool is still running")
        for thread in self._threads:
            thread.join()

    def __enter__(self):
        self._check_running()
        return self

    def __exit__(self, *exc):
        self.terminate()


class RemoteTraceback(Exception):
    """The traceback of an error in another process, as its cause."""

    def __init__(self, tb):
        self.tb = tb

    def __str__(self):
        return self.tb


class MaybeEncodingError(Exception):
    """A result cannot be sent."""

    def __init__(self, exc, value):
        self.exc, self.value = repr(exc), repr(value)
        super().__init__(self.exc, self.value)

    def __str__(self):
        return f"Error sending result: '{self.value}'. Reason: '{self.exc}'"


def worker(connection, initializer, initargs):
    """Answer calls in a process of a pool."""
    if initializer is not None:
        initializer(*initargs)
    while (call := connection.recv()) is not None:
        func, args, kwds = call
        try:
            answer = True, func(*args, **kwds), None
        except Exception as error:
            answer = False, error, "".join(traceback.format_exception(error))
        try:
            connection.send(answer)
        except Exception as error:
            connection.send((False, MaybeEncodingError(error, answer[1]), None))


class Pool(ThreadPool):
    """Processes that take calls. Each has a thread here that waits for its answers."""

    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None, context=None):
        if maxtasksperchild is not None and (not isinstance(maxtasksperchild, int) or maxtasksperchild <= 0):
            raise ValueError("maxtasksperchild must be a positive int or None")
        from .context import default

        self._ctx, self._most, self._pool, self._local = context or default, maxtasksperchild, [], threading.local()
        super().__init__(processes, initializer, initargs)

    def _begin(self, initializer, initargs):
        self._local.begin = initializer, initargs
        self._start()

    def _start(self):
        from .connection import Pipe

        local = self._local
        local.connection, theirs = Pipe()
        local.calls = 0
        local.process = self._ctx.Process(target=worker, args=(theirs, *local.begin), daemon=True)
        local.process.name = local.process.name.replace("Process", "PoolWorker")
        local.process.start()
        theirs.close()
        self._pool.append(local.process)

    def _call(self, func, args, kwds):
        local = self._local
        if self._most is not None and local.calls == self._most:
            self._end()
            self._start()
        local.calls += 1
        local.connection.send((func, args, kwds))
        success, result, told = local.connection.recv()
        if success:
            return result
        if told is not None:
            result.__cause__ = RemoteTraceback(f'\n"""\n{told}"""')
        raise result

    def _end(self):
        if self._state != TERMINATE:
            self._local.connection.send(None)
            self._local.process.join()
        self._pool.remove(self._local.process)

    def terminate(self):
        super().terminate()
        for process in self._pool:
            process.terminate()

    def __reduce__(self):
        raise NotImplementedError("pool objects cannot be passed between processes or pickled")
