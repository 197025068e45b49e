"""Locks between processes."""

import _processes
import os
import threading
import time

from .reduction import share

__all__ = ["Barrier", "BoundedSemaphore", "Condition", "Event", "Lock", "RLock", "Semaphore"]


class _Counted:
    """A number in all processes that cannot fall below 0."""

    def _shared(self):
        return (self._number,)

    @classmethod
    def _over(cls, *held):
        obj = cls.__new__(cls)
        obj._number, *rest = held
        obj._restore(*rest)
        return obj

    def _restore(self):
        pass

    def acquire(self, block=True, timeout=None):
        return self._number.acquire((None if timeout is None else max(timeout, 0)) if block else 0)

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    def get_value(self):
        return self._number.value()


@share
class Semaphore(_Counted):
    def __init__(self, value=1, *, ctx=None):
        self._number = _processes.semaphore(value)

    def release(self):
        self._number.release(1)

    def __repr__(self):
        return f"<{type(self).__name__}(value={self.get_value()})>"


@share
class BoundedSemaphore(Semaphore):
    def __init__(self, value=1, *, ctx=None):
        super().__init__(value)
        self._most = value

    def _shared(self):
        return self._number, self._most

    def _restore(self, most):
        self._most = most

    def release(self):
        if self.get_value() >= self._most:
            raise ValueError("semaphore or lock released too many times")
        super().release()

    def __repr__(self):
        return f"<{type(self).__name__}(value={self.get_value()}, maxvalue={self._most})>"


@share
class Lock(_Counted):
    def __init__(self, *, ctx=None):
        self._number = _processes.semaphore(1)

    def release(self):
        if self.get_value() > 0:
            raise ValueError("semaphore or lock released too many times")
        self._number.release(1)

    def locked(self):
        return self.get_value() == 0

    def __repr__(self):
        return f"<{type(self).__name__}(owner={'None' if self.get_value() else 'SomeOtherProcess'})>"


@share
class RLock(_Counted):
    """A lock that its owner, a thread of a process, can take again."""

    def __init__(self, *, ctx=None):
        self._number = _processes.semaphore(1)
        self._restore()

    def _restore(self):
        self._owner, self._depth = None, 0

    def acquire(self, block=True, timeout=None):
        me = os.getpid(), threading.get_ident()
        if self._owner != me:
            if not super().acquire(block, timeout):
                return False
            self._owner = me
        self._depth += 1
        return True

    def release(self):
        if self._owner != (os.getpid(), threading.get_ident()):
            raise AssertionError("attempt to release recursive lock not owned by thread")
        self._depth -= 1
        if self._depth == 0:
            self._owner = None
            self._number.release(1)

    def locked(self):
        return self.get_value() == 0

    def __repr__(self):
        return f"<{type(self).__name__}({'None' if self.get_value() else 'SomeOtherProcess'}, {self._depth})>"


@share
class Condition:
    """Processes that wait for a change, with a lock around it."""

    def __init__(self, lock=None, *, ctx=None):
        self._hold(lock or RLock(), _processes.semaphore(0), _processes.semaphore(0))

    def _hold(self, lock, sleepers, signals):
        self._lock, self._sleepers, self._signals = lock, sleepers, signals
        self.acquire, self.release = lock.acquire, lock.release

    def _shared(self):
        return self._lock, self._sleepers, self._signals

    @classmethod
    def _over(cls, *held):
        condition = cls.__new__(cls)
        condition._hold(*held)
        return condition

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc):
        return self._lock.__exit__(*exc)

    def wait(self, timeout=None):
        depth = getattr(self._lock, "_depth", 1)
        self._sleepers.release(1)
        for _ in range(depth):
            self._lock.release()
        try:
            woken = self._signals.acquire(timeout)
            if not woken and not self._sleepers.acquire(0):
                woken = self._signals.acquire(0)  # a signal was on its way
            return woken
        finally:
            for _ in range(depth):
                self._lock.acquire()

    def notify(self, n=1):
        for _ in range(n):
            if not self._sleepers.acquire(0):
                break
            self._signals.release(1)

    def notify_all(self):
        self.notify(self._sleepers.value())

    def wait_for(self, predicate, timeout=None):
        end = None if timeout is None else time.monotonic() + timeout
        while not (result := predicate()):
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
        return result


@share
class Event(_Counted):
    """A flag that processes wait for."""

    def __init__(self, *, ctx=None):
        self._number = _processes.semaphore(0)

    def is_set(self):
        return self._number.value() > 0

    def set(self):
        if not self.is_set():
            self._number.release(1)

    def clear(self):
        while self._number.acquire(0):
            pass

    def wait(self, timeout=None):
        if self._number.acquire(timeout):
            self._number.release(1)
            return True
        return False

    def __repr__(self):
        return f"<{type(self).__name__} at {hex(id(self))} {'set' if self.is_set() else 'unset'}>"


@share
class Barrier:
    """A place where a number of processes wait for each other."""

    def __init__(self, parties, action=None, timeout=None, *, ctx=None):
        if parties < 1:
            raise ValueError("parties must be >= 1")
        self._parties, self._action, self._timeout = parties, action, timeout
        self._changed, self._count, self._round, self._broken = Condition(), _processes.semaphore(0), _processes.semaphore(0), Event()

    def _shared(self):
        return self._parties, self._action, self._timeout, self._changed, self._count, self._round, self._broken

    @classmethod
    def _over(cls, *held):
        barrier = cls.__new__(cls)
        barrier._parties, barrier._action, barrier._timeout, barrier._changed, barrier._count, barrier._round, barrier._broken = held
        return barrier

    def wait(self, timeout=None):
        with self._changed:
            if self._broken.is_set():
                raise threading.BrokenBarrierError
            place, begun = self._count.value(), self._round.value()
            self._count.release(1)
            if place + 1 == self._parties:
                if self._action is not None:
                    self._action()
                for _ in range(self._parties):
                    self._count.acquire(0)
                self._round.release(1)
                self._changed.notify_all()
            elif not self._changed.wait_for(lambda: self._round.value() != begun or self._broken.is_set(), self._timeout if timeout is None else timeout):
                self.abort()
            if self._round.value() == begun and self._broken.is_set():
                raise threading.BrokenBarrierError
            return place

    def abort(self):
        with self._changed:
            self._broken.set()
            self._changed.notify_all()

    def reset(self):
        with self._changed:
            while self._count.acquire(0):
                pass
            self._broken.clear()

    @property
    def parties(self):
        return self._parties

    @property
    def n_waiting(self):
        return self._count.value()

    @property
    def broken(self):
        return self._broken.is_set()
