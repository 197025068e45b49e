"""Notes by which processes find each other. Those of one family of processes see the same notes under the same address or file."""

import datetime
import itertools
import os
import time

import _processes

_DEFAULT = datetime.timedelta(minutes=5)


class DistError(RuntimeError):
    """What goes wrong between processes."""


class DistBackendError(DistError):
    """A backend fails."""


class DistNetworkError(DistError):
    """A connection fails."""


class DistStoreError(DistError):
    """A store fails."""


class QueueEmptyError(DistStoreError):
    """A queue has nothing."""


def _bytes(value):
    return value.encode() if isinstance(value, str) else bytes(value)


class Store:
    """Notes under names."""

    def __init__(self):
        self._timeout = _DEFAULT

    @property
    def timeout(self):
        return self._timeout

    def set_timeout(self, timeout):
        self._timeout = timeout

    def _name(self, key):
        return key

    def set(self, key, value):
        self._board.set(self._name(key), _bytes(value))

    def get(self, key):
        found = self._board.get(self._name(key), self._timeout.total_seconds())
        if found is None:
            raise DistStoreError("Wait timeout")
        return found

    def add(self, key, amount):
        while True:
            old = self._board.get(self._name(key), 0.0)
            total = int(old or b"0") + amount
            if self._board.swap(self._name(key), old, str(total).encode()):
                return total

    def check(self, keys):
        return all(self._board.get(self._name(k), 0.0) is not None for k in keys)

    def wait(self, keys, timeout=None):
        end = time.monotonic() + (self._timeout if timeout is None else timeout).total_seconds()
        for key in keys:
            if self._board.get(self._name(key), max(0.0, end - time.monotonic())) is None:
                raise DistStoreError("Wait timeout")

    def compare_set(self, key, expected, value):
        expected, value = _bytes(expected), _bytes(value)
        old = self._board.get(self._name(key), 0.0)
        if old is None and not expected or old == expected:
            if self._board.swap(self._name(key), old, value):
                return value
            return self.compare_set(key, expected, value)
        return expected if old is None else old

    def delete_key(self, key):
        return self._board.remove(self._name(key))

    def num_keys(self):
        return self._board.size()

    def append(self, key, value):
        while True:
            old = self._board.get(self._name(key), 0.0)
            if self._board.swap(self._name(key), old, (old or b"") + _bytes(value)):
                return

    def multi_get(self, keys):
        return [self.get(k) for k in keys]

    def multi_set(self, keys, values):
        for key, value in zip(keys, values):
            self.set(key, value)

    def has_extended_api(self):
        return True


class HashStore(Store):
    """Notes of one process."""

    _numbers = itertools.count()

    def __init__(self):
        super().__init__()
        self._board = _processes.named(f"hash {os.getpid()} {next(self._numbers)}")


class FileStore(Store):
    """Notes that all processes with the same file name see. The file itself is not written."""

    def __init__(self, file_name, world_size=-1):
        super().__init__()
        self.path = file_name
        self._board = _processes.named(f"file {os.path.abspath(file_name)}")


class TCPStore(Store):
    """Notes that all processes with the same address see."""

    def __init__(self, host_name, port=0, world_size=None, is_master=False, timeout=_DEFAULT, wait_for_workers=True, multi_tenant=False, master_listen_fd=None, use_libuv=True):
        super().__init__()
        self.host, self._timeout = host_name, timeout
        if is_master and port == 0:
            port = 1 << 16 | os.getpid() & 0xffff
        self.port, self.libuvBackend = port, use_libuv
        self._board = _processes.named(f"tcp {port}")
        if world_size is not None and world_size > 0 and wait_for_workers:
            self.add("init/", 1)
            end = time.monotonic() + timeout.total_seconds()
            while is_master and int(self.get("init/")) < world_size:
                if time.monotonic() > end:
                    raise DistStoreError(f"Timed out after {int(timeout.total_seconds()) + 1} seconds waiting for clients. {int(self.get('init/'))}/{world_size} clients joined.")
                time.sleep(0.002)


class PrefixStore(Store):
    """The notes of another store whose names begin with a prefix."""

    def __init__(self, prefix, store):
        self.prefix, self._store, self._board = prefix, store, store._board

    underlying_store = property(lambda self: self._store)
    timeout = property(lambda self: self._store.timeout)
    _timeout = timeout

    def set_timeout(self, timeout):
        self._store.set_timeout(timeout)

    def _name(self, key):
        return self._store._name(f"{self.prefix}/{key}")
