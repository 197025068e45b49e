"""Threads. They take turns: one runs until it waits, ends, or has run for a while."""

import sys
from _threads import ident as get_ident, lock as Lock, start as _start, undisturbed as _undisturbed, values as _thread_values
from time import monotonic as _now

__all__ = ["Barrier", "BoundedSemaphore", "BrokenBarrierError", "Condition", "Event", "Lock", "RLock", "Semaphore", "Thread", "Timer",
           "TIMEOUT_MAX", "ExceptHookArgs", "active_count", "current_thread", "enumerate", "excepthook", "get_ident", "get_native_id", "local",
           "main_thread", "ThreadError"]

ThreadError = RuntimeError
TIMEOUT_MAX = 9223372036.0


class RLock:
    """A lock that the thread which has it can take again."""

    def __init__(self):
        self._lock = Lock()
        self._owner = None
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        me = get_ident()
        if self._owner != me:
            if not self._lock.acquire(blocking, timeout):
                return False
            self._owner = me
        self._count += 1
        return True

    def release(self):
        if self._owner != get_ident():
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1
        if not self._count:
            self._owner = None
            self._lock.release()

    def locked(self):
        return self._lock.locked()

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()

    def __repr__(self):
        state = "locked" if self._count else "unlocked"
        return f"<{state} _thread.RLock object owner={self._owner or 0} count={self._count} at {id(self):#x}>"

    # A condition lets go of all at once while it waits.

    def _release_save(self):
        state, self._count, self._owner = (self._count, self._owner), 0, None
        self._lock.release()
        return state

    def _acquire_restore(self, state):
        self._lock.acquire()
        self._count, self._owner = state

    def _is_owned(self):
        return self._owner == get_ident()


class Condition:
    """Something that threads wait for, under a lock. Each that waits does so at a lock of its own, the gate."""

    def __init__(self, lock=None):
        self._lock = lock = RLock() if lock is None else lock
        self.acquire, self.release = lock.acquire, lock.release
        for name in ("_release_save", "_acquire_restore", "_is_owned"):
            if hasattr(lock, name):
                setattr(self, name, getattr(lock, name))
        self._gates = []

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc_info):
        return self._lock.__exit__(*exc_info)

    def __repr__(self):
        return f"<Condition({self._lock}, {len(self._gates)})>"

    def _release_save(self):
        self._lock.release()

    def _acquire_restore(self, state):
        self._lock.acquire()

    def _is_owned(self):
        return self._lock.locked()

    def wait(self, timeout=None):
        if not self._is_owned():
            raise RuntimeError("cannot wait on un-acquired lock")
        gate = Lock()
        gate.acquire()
        self._gates.append(gate)
        state = self._release_save()
        opened = False
        try:
            opened = gate.acquire(timeout=-1 if timeout is None else max(timeout, 0))
            return opened
        finally:
            self._acquire_restore(state)
            if not opened and gate in self._gates:
                self._gates.remove(gate)

    def wait_for(self, predicate, timeout=None):
        end = None if timeout is None else _now() + timeout
        while not (result := predicate()):
            if end is None:
                self.wait()
            elif (left := end - _now()) > 0:
                self.wait(left)
            else:
                break
        return result

    def notify(self, n=1):
        if not self._is_owned():
            raise RuntimeError("cannot notify on un-acquired lock")
        for gate in self._gates[:n]:
            self._gates.remove(gate)
            gate.release()

    def notify_all(self):
        self.notify(len(self._gates))

    notifyAll = notify_all


class Event:
    """A flag that threads wait for."""

    def __init__(self):
        self._cond = Condition(Lock())
        self._flag = False

    def is_set(self):
        return self._flag

    isSet = is_set

    def wait(self, timeout=None):
        with self._cond:
            return self._flag or self._cond.wait(timeout)

    def _turn(self, on):
        with self._cond:
            self._flag = on
            if on:
                self._cond.notify_all()

    def set(self):
        self._turn(True)

    def clear(self):
        self._turn(False)

    def __repr__(self):
        return f"<threading.Event at {id(self):#x}: {'set' if self._flag else 'unset'}>"


class Semaphore:
    """Lets a number of threads in."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._cond = Condition(Lock())
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        with self._cond:
            if not self._cond.wait_for(lambda: self._value > 0, timeout if blocking else 0):
                return False
            self._value -= 1
            return True

    def release(self, n=1):
        if n < 1:
            raise ValueError("n must be one or more")
        with self._cond:
            self._check(n)
            self._value += n
            self._cond.notify(n)

    def _check(self, n):
        pass

    def __repr__(self):
        return f"<threading.{type(self).__name__} at {id(self):#x}: value={self._value}>"

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


class BoundedSemaphore(Semaphore):
    """One that is released no more often than it was acquired."""

    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def _check(self, n):
        if self._value + n > self._initial_value:
            raise ValueError("Semaphore released too many times")

    def __repr__(self):
        return f"{super().__repr__()[:-1]}/{self._initial_value}>"


class BrokenBarrierError(RuntimeError):
    """A barrier was reset or broken."""


class Barrier:
    """Is passed when a number of threads have come to it."""

    def __init__(self, parties, action=None, timeout=None):
        if parties < 1:
            raise ValueError("parties must be >= 1")
        self._cond = Condition(Lock())
        self._parties, self._action, self._timeout = parties, action, timeout
        self._round = self._new_round()
        self._broken = False

    parties = property(lambda self: self._parties)
    broken = property(lambda self: self._broken)
    n_waiting = property(lambda self: self._round["arrived"])

    @staticmethod
    def _new_round():
        return {"arrived": 0, "open": False, "broken": False}

    def wait(self, timeout=None):
        if timeout is None:
            timeout = self._timeout
        with self._cond:
            if self._broken:
                raise BrokenBarrierError
            now = self._round
            index = now["arrived"]
            now["arrived"] += 1
            if now["arrived"] == self._parties:
                self._let_through()
            elif not self._cond.wait_for(lambda: now["open"] or now["broken"], timeout):
                self._break()
            if now["broken"]:
                raise BrokenBarrierError
            return index

    def _let_through(self):
        try:
            if self._action is not None:
                self._action()
        except BaseException:
            self._break()
            raise
        self._round["open"] = True
        self._round = self._new_round()
        self._cond.notify_all()

    def _break(self):
        self._broken = self._round["broken"] = True
        self._cond.notify_all()

    def __repr__(self):
        state = "broken" if self._broken else f"waiters={self.n_waiting}/{self._parties}"
        return f"<threading.Barrier at {id(self):#x}: {state}>"

    def reset(self):
        with self._cond:
            if self._round["arrived"]:
                self._round["broken"] = True
                self._round = self._new_round()
                self._cond.notify_all()
            self._broken = False

    def abort(self):
        with self._cond:
            self._break()


class local:
    """Attributes of a thread: each has a __dict__ of its own, filled by __init__ when the thread first uses the object."""

    __slots__ = ("_local__state", "__dict__", "__weakref__")

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        self = object.__new__(cls)
        values = object.__getattribute__(self, "__dict__")
        object.__setattr__(self, "_local__state", [get_ident(), {get_ident(): values}, args, kwargs])
        return self

    def __getattribute__(self, name):
        return _undisturbed(_access, self, object.__getattribute__, name)

    def __setattr__(self, name, value):
        if name == "__dict__":
            raise AttributeError(f"{type(self).__name__!r} object attribute '__dict__' is read-only")
        _undisturbed(_access, self, object.__setattr__, name, value)

    def __delattr__(self, name):
        if name == "__dict__":
            raise AttributeError(f"{type(self).__name__!r} object attribute '__dict__' is read-only")
        _undisturbed(_access, self, object.__delattr__, name)


def _access(self, do, *args):
    """Give the object the __dict__ that belongs to the current thread, and do something with an attribute."""
    state = object.__getattribute__(self, "_local__state")
    ident = get_ident()
    if state[0] != ident:
        state[0] = ident
        values = state[1].get(ident)
        fresh = values is None
        if fresh:
            values = state[1][ident] = {}
            _thread_values().setdefault("local", []).append(state)
        object.__setattr__(self, "__dict__", values)
        if fresh and type(self).__init__ is not object.__init__:
            type(self).__init__(self, *state[2], **state[3])
    return do(self, *args)


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
        self.daemon = current_thread().daemon if daemon is None else bool(daemon)
        self.ident = None
        self.native_id = None
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self._context = context
        self._started = self._finished = False
        self._done = Event()

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        if self._started:
            raise RuntimeError("threads can only be started once")
        self._started = True
        _start(self._register, self._bootstrap)

    def _register(self):
        self.ident = self.native_id = get_ident()
        _alive[self.ident] = self

    def _bootstrap(self):
        try:
            if self._context is None:
                self.run()
            else:
                self._context.run(self.run)
        except BaseException:
            excepthook(ExceptHookArgs(*sys.exc_info(), self))
        finally:
            self._finished = True
            for state in _thread_values().get("local", ()):
                del state[1][self.ident]
            del _alive[self.ident]
            self._done.set()

    def join(self, timeout=None):
        if not self._started:
            raise RuntimeError("cannot join thread before it is started")
        if self is current_thread():
            raise RuntimeError("cannot join current thread")
        self._done.wait(None if timeout is None else max(timeout, 0))

    def is_alive(self):
        return self._started and not self._finished

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name

    def isDaemon(self):
        return self.daemon

    def setDaemon(self, daemonic):
        self.daemon = daemonic

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
        if not self.finished.wait(self.interval):
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
    if args.exc_type is SystemExit:
        return
    import traceback
    name = args.thread.name if args.thread is not None else get_ident()
    sys.stderr.write(f"Exception in thread {name}:\n")
    sys.stderr.write("".join(traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback)))


_main = _MainThread()
_alive = {_main.ident: _main}


def current_thread():
    return _alive[get_ident()]


currentThread = current_thread


def main_thread():
    return _main


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


activeCount = active_count


def enumerate():
    return list(_alive.values())


_at_exit = []


def _register_atexit(func, *args, **kwargs):
    """Call func before the end of the program waits for its threads."""
    _at_exit.append(lambda: func(*args, **kwargs))


def _shutdown():
    """Wait, at the end of the program, for the threads that are no daemons."""
    while _at_exit:
        _at_exit.pop()()
    while waited_for := [t for t in _alive.values() if not t.daemon and t is not _main]:
        waited_for[0].join()
