"""Threads, of which there is one: start() runs a thread's target to its end.

Programs that only want work done elsewhere and join it behave as they do with real
threads. One that waits for what another thread has yet to do cannot go on, and gets
a RuntimeError that says so instead of hanging.
"""

import sys

__all__ = ["Barrier", "BoundedSemaphore", "BrokenBarrierError", "Condition", "Event", "Lock", "RLock", "Semaphore", "Thread", "Timer",
           "TIMEOUT_MAX", "ExceptHookArgs", "active_count", "current_thread", "enumerate", "excepthook", "get_ident", "get_native_id", "local",
           "main_thread", "ThreadError"]

ThreadError = RuntimeError
TIMEOUT_MAX = 9223372036.0


def _would_block(what):
    return RuntimeError(f"{what} would wait forever: magneto runs threads one after another")


class Lock:
    def __init__(self):
        self._held = False

    def acquire(self, blocking=True, timeout=-1):
        if not self._held:
            self._held = True
            return True
        if not blocking or timeout >= 0:
            return False
        raise _would_block("Lock.acquire()")

    def release(self):
        if not self._held:
            raise RuntimeError("release unlocked lock")
        self._held = False

    def locked(self):
        return self._held

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


class RLock:
    def __init__(self):
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        self._count += 1
        return True

    def release(self):
        if self._count == 0:
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1

    def locked(self):
        return self._count > 0

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


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
            raise _would_block("Event.wait()")
        return self._flag


class Condition:
    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc_info):
        return self._lock.__exit__(*exc_info)

    def wait(self, timeout=None):
        if timeout is None:
            raise _would_block("Condition.wait()")
        return False

    def wait_for(self, predicate, timeout=None):
        result = predicate()
        if not result and timeout is None:
            raise _would_block("Condition.wait_for()")
        return result

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
        if self._value > 0:
            self._value -= 1
            return True
        if not blocking or timeout is not None:
            return False
        raise _would_block("Semaphore.acquire()")

    def release(self, n=1):
        if n < 1:
            raise ValueError("n must be one or more")
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._initial = value

    def release(self, n=1):
        if self._value + n > self._initial:
            raise ValueError("Semaphore released too many times")
        super().release(n)


class BrokenBarrierError(RuntimeError):
    """A barrier was reset or broken."""


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        if parties < 1:
            raise ValueError("parties must be >= 1")
        self._parties = parties
        self._action = action
        self._broken = False

    parties = property(lambda self: self._parties)
    broken = property(lambda self: self._broken)
    n_waiting = property(lambda self: 0)

    def wait(self, timeout=None):
        if self._broken:
            raise BrokenBarrierError
        if self._parties > 1:
            if timeout is None:
                raise _would_block("Barrier.wait()")
            self._broken = True
            raise BrokenBarrierError
        if self._action is not None:
            try:
                self._action()
            except BaseException:
                self._broken = True
                raise
        return 0

    def reset(self):
        self._broken = False

    def abort(self):
        self._broken = True


class local:
    """Attributes of a thread: each has a __dict__ of its own, filled by __init__ when the thread first uses the object."""

    __slots__ = ("_local__state", "__dict__", "__weakref__")

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        self = object.__new__(cls)
        values = object.__getattribute__(self, "__dict__")
        object.__setattr__(self, "_local__state", [_current.ident, {_current.ident: values}, args, kwargs])
        return self

    def __getattribute__(self, name):
        _enter(self)
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        if name == "__dict__":
            raise AttributeError(f"{type(self).__name__!r} object attribute '__dict__' is read-only")
        _enter(self)
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name == "__dict__":
            raise AttributeError(f"{type(self).__name__!r} object attribute '__dict__' is read-only")
        _enter(self)
        object.__delattr__(self, name)


def _enter(self):
    """Give the object the __dict__ that belongs to the current thread."""
    state = object.__getattribute__(self, "_local__state")
    ident = _current.ident
    if state[0] == ident:
        return
    state[0] = ident
    values = state[1].get(ident)
    fresh = values is None
    if fresh:
        values = state[1][ident] = {}
    object.__setattr__(self, "__dict__", values)
    if fresh and type(self).__init__ is not object.__init__:
        type(self).__init__(self, *state[2], **state[3])


_count = 0


class Thread:
    """A function to run; start() runs it."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None, context=None):
        global _count
        if group is not None:
            raise AssertionError("group argument must be None for now")
        if name is None:
            _count += 1
            name = f"Thread-{_count}"
            if target is not None and hasattr(target, "__name__"):
                name += f" ({target.__name__})"
        self.name = str(name)
        self.daemon = bool(daemon)
        self.ident = None
        self.native_id = None
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self._started = self._finished = False

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        global _current, _last_ident
        if self._started:
            raise RuntimeError("threads can only be started once")
        self._started = True
        _last_ident += 1
        self.ident = self.native_id = _last_ident
        before, _current = _current, self
        _alive.append(self)
        try:
            self.run()
        except SystemExit:
            pass
        except Exception:
            excepthook(ExceptHookArgs(*sys.exc_info(), self))
        finally:
            self._finished = True
            _alive.remove(self)
            _current = before

    def join(self, timeout=None):
        if not self._started:
            raise RuntimeError("cannot join thread before it is started")
        if self is _current:
            raise RuntimeError("cannot join current thread")

    def is_alive(self):
        return self._started and not self._finished

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name

    def __repr__(self):
        status = "initial" if not self._started else "stopped" if self._finished else "started"
        if self.daemon:
            status += " daemon"
        if self.ident is not None:
            status += " %s" % self.ident
        return "<%s(%s, %s)>" % (self.__class__.__name__, self.name, status)


class _MainThread(Thread):
    def __init__(self):
        super().__init__(name="MainThread", daemon=False)
        self._started = True
        self.ident = self.native_id = 1


class Timer(Thread):
    """A thread that waits before it calls its function."""

    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval = interval
        self.function = function
        self.args = args or []
        self.kwargs = kwargs or {}
        self.finished = Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        import time
        time.sleep(self.interval)
        if not self.finished.is_set():
            self.function(*self.args, **self.kwargs)
        self.finished.set()


class ExceptHookArgs:
    def __init__(self, exc_type, exc_value, exc_traceback, thread):
        self.exc_type = exc_type
        self.exc_value = exc_value
        self.exc_traceback = exc_traceback
        self.thread = thread


def excepthook(args, /):
    """Print the exception that ended a thread."""
    import traceback
    name = args.thread.name if args.thread is not None else get_ident()
    sys.stderr.write(f"Exception in thread {name}:\n")
    sys.stderr.write("".join(traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback)))


_last_ident = 1
_main = _current = _MainThread()
_alive = [_main]


def current_thread():
    return _current


currentThread = current_thread


def main_thread():
    return _main


def get_ident():
    return _current.ident


get_native_id = get_ident


def stack_size(size=0, /):
    """Return the size of the stacks of new threads; they take what they need."""
    if size < 0:
        raise ValueError("size must be 0 or a positive value")
    if 0 < size < 53248:
        raise ValueError("size must be at least 53248 bytes")
    return 0


def active_count():
    return len(_alive)


def enumerate():
    return list(_alive)
