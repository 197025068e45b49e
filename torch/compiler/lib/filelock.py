"""Locks between processes, as the package filelock gives them: who makes the file holds the lock, also where that package has the system lock an open file."""

import contextlib
import os
import time

__version__ = "4.1.1"
__all__ = ["AcquireReturnProxy", "BaseFileLock", "FileLock", "SoftFileLock", "Timeout"]


class Timeout(TimeoutError):
    """The lock was not to be had in the time that was given."""

    def __init__(self, lock_file):
        super().__init__()
        self._lock_file = lock_file

    def __reduce__(self):
        return self.__class__, (self._lock_file,)

    def __str__(self):
        return f"The file lock '{self._lock_file}' could not be acquired."

    def __repr__(self):
        return f"{self.__class__.__name__}({self.lock_file!r})"

    @property
    def lock_file(self):
        return self._lock_file


class AcquireReturnProxy:
    """What acquire gives: a context that releases the lock once."""

    def __init__(self, lock):
        self.lock = lock

    def __enter__(self):
        return self.lock

    def __exit__(self, *exc):
        self.lock.release()


class BaseFileLock(contextlib.ContextDecorator):
    """A lock that one holder may take several times; the last release gives it up."""

    def __init__(self, lock_file, timeout=-1, mode=0o644, thread_local=True, *, blocking=True, is_singleton=False, poll_interval=0.05):
        self.lock_file = os.fspath(lock_file)
        self.timeout = float(timeout)
        self.mode = mode
        self.blocking = blocking
        self.poll_interval = poll_interval
        self.lock_counter = 0
        self._fd = None

    @property
    def is_locked(self):
        return self._fd is not None

    def _acquire(self):
        raise NotImplementedError

    def _release(self):
        raise NotImplementedError

    def acquire(self, timeout=None, poll_interval=None, *, poll_intervall=None, blocking=None):
        timeout = self.timeout if timeout is None else timeout
        blocking = self.blocking if blocking is None else blocking
        poll = poll_interval or poll_intervall or self.poll_interval
        self.lock_counter += 1
        start = time.perf_counter()
        try:
            while not self.is_locked:
                self._acquire()
                if self.is_locked:
                    break
                if blocking is False or 0 <= timeout < time.perf_counter() - start:
                    raise Timeout(self.lock_file)
                time.sleep(poll)
        except BaseException:
            self.lock_counter = max(0, self.lock_counter - 1)
            raise
        return AcquireReturnProxy(self)

    def release(self, force=False):
        if not self.is_locked:
            return
        self.lock_counter -= 1
        if self.lock_counter == 0 or force:
            self._release()
            self.lock_counter = 0

    def __enter__(self):
        self.acquire()
        return self

    def __exit__(self, *exc):
        self.release()


class SoftFileLock(BaseFileLock):
    """A lock whose holder is who could make the file."""

    def _acquire(self):
        try:
            self._fd = os.open(self.lock_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, self.mode)
        except FileExistsError:
            pass

    def _release(self):
        os.close(self._fd)
        self._fd = None
        with contextlib.suppress(OSError):
            os.remove(self.lock_file)


FileLock = SoftFileLock
