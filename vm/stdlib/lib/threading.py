"""Threads. The VM runs one at a time: a thread runs to its end when it is started."""

import time as _time

__all__ = ["Barrier", "BoundedSemaphore", "Condition", "Event", "Lock", "RLock", "Semaphore", "Thread", "Timer", "active_count",
           "current_thread", "enumerate", "get_ident", "local", "main_thread"]


class Lock:
    def __init__(self):
        self._locked = False

    def acquire(self, blocking=True, timeout=-1):
        if self._locked:
            if not blocking or timeout >= 0:
                return False
            raise RuntimeError("deadlock: the lock is held and no other thread can release it")
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        self._locked = False

    def locked(self):
        return self._locked

    def __enter__(self):
        self.acquire()
        return True

    def __exit__(self, *exc_info):
        self.release()


class RLock:
    def __init__(self):
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        self._count += 1
        return True

    def release(self):
        if not self._count:
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1

    def __enter__(self):
        self.acquire()
        return True

    def __exit__(self, *exc_info):
        self.release()


class Condition:
    def __init__(self, lock=None):
        self._lock = lock or RLock()
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc_info):
        return self._lock.__exit__(*exc_info)

    def wait(self, timeout=None):
        if timeout is None:
            raise RuntimeError("deadlock: nothing can notify the waiting thread")
        return False

    def wait_for(self, predicate, timeout=None):
        return predicate() or self.wait(timeout)

    def notify(self, n=1):
        pass

    def notify_all(self):
        pass


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if self._value == 0:
            if not blocking or timeout is not None:
                return False
            raise RuntimeError("deadlock: the semaphore is exhausted and no other thread can release it")
        self._value -= 1
        return True

    def release(self, n=1):
        self._value += n

    __enter__ = acquire

    def __exit__(self, *exc_info):
        self.release()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._initial = value

    def release(self, n=1):
        if self._value + n > self._initial:
            raise ValueError("Semaphore released too many times")
        self._value += n


class Event:
    def __init__(self):
        self._flag = False

    def is_set(self):
        return self._flag

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        if not self._flag and timeout is None:
            raise RuntimeError("deadlock: nothing can set the event")
        return self._flag


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self.parties = parties
        self._action = action

    def wait(self, timeout=None):
        if self.parties > 1:
            raise RuntimeError("deadlock: the other parties cannot arrive")
        return 0


class local:
    pass


_counter = 0


class Thread:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None, context=None):
        global _counter
        if name is None:
            _counter += 1
            name = f"Thread-{_counter}"
            if target is not None and hasattr(target, "__name__"):
                name += f" ({target.__name__})"
        self.name = name
        self.daemon = bool(daemon)
        self._target = target
        self._args = args
        self._kwargs = kwargs or {}
        self._started = False
        self._running = False
        self.ident = None

    def start(self):
        if self._started:
            raise RuntimeError("threads can only be started once")
        self._started = self._running = True
        self.ident = id(self)
        _stack.append(self)
        try:
            self.run()
        except SystemExit:
            pass
        except BaseException as e:
            excepthook(ExceptHookArgs((type(e), e, e.__traceback__, self)))
        finally:
            _stack.pop()
            self._running = False

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def join(self, timeout=None):
        if not self._started:
            raise RuntimeError("cannot join thread before it is started")

    def is_alive(self):
        return self._running

    @property
    def native_id(self):
        return self.ident

    def __repr__(self):
        status = "started" if self._running else "stopped" if self._started else "initial"
        return f"<{type(self).__name__}({self.name}, {status} {self.ident})>"


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__(target=function, args=args or (), kwargs=kwargs)
        self.interval = interval
        self._cancelled = False

    def cancel(self):
        self._cancelled = True

    def run(self):
        _time.sleep(self.interval)
        if not self._cancelled:
            super().run()


class ExceptHookArgs(tuple):
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])


def excepthook(args, /):
    import sys
    import traceback
    print(f"Exception in thread {args.thread.name}:", file=sys.stderr)
    traceback.print_exception(args.exc_value)


_main = Thread(name="MainThread")
_main._started = _main._running = True
_main.ident = id(_main)
_stack = [_main]


def current_thread():
    return _stack[-1]


def main_thread():
    return _main


def get_ident():
    return _stack[-1].ident


get_native_id = get_ident


def active_count():
    return len(_stack)


def enumerate():
    return list(_stack)


def settrace(func):
    pass


TIMEOUT_MAX = 9223372036.0
