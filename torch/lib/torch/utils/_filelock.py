"""Locks on files. Programs here run in one process: a lock makes its file and says whether it is held, and nobody waits."""

import os


class FileLock:
    """Held from acquire() to release(), or while entered."""

    def __init__(self, lock_file, timeout=-1):
        self.lock_file, self.timeout = os.fspath(lock_file), timeout
        self._depth = 0

    @property
    def is_locked(self):
        return self._depth > 0

    def acquire(self, timeout=None):
        with open(self.lock_file, "a"):
            self._depth += 1
        return self

    def release(self, force=False):
        self._depth = 0 if force else max(self._depth - 1, 0)

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()
