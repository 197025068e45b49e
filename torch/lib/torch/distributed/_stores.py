"""Notes by which processes find each other. Those of one family of processes see the same notes under the same address or file."""

import collections
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


def _not_implemented(self, *args):
    raise RuntimeError("Not implemented.")


def _no_queues(self, *args, **kwargs):
    raise NotImplementedError("queue support is not implemented.")


class Store:
    """Notes under names. Programs may write stores of their own."""

    def __init__(self):
        self._timeout = _DEFAULT

    @property
    def timeout(self):
        return self._timeout

    def set_timeout(self, timeout):
        self._timeout = timeout

    def has_extended_api(self):
        return False

    append = multi_get = multi_set = _not_implemented
    queue_push = queue_pop = queue_len = _no_queues


class _Board(Store):
    """A store on a board that the processes of a family share."""

    def clone(self):
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    def set(self, key, value):
        self._board.set(key, _bytes(value))

    def get(self, key):
        found = self._board.get(key, self._timeout.total_seconds())
        if found is None:
            raise DistStoreError("Wait timeout")
        return found

    def add(self, key, amount):
        while True:
            old = self._board.get(key, 0.0)
            total = int(old or b"0") + amount
            if self._board.swap(key, old, str(total).encode()):
                return total

    def check(self, keys):
        return all(self._board.get(k, 0.0) is not None for k in keys)

    def wait(self, keys, timeout=None):
        end = time.monotonic() + (self._timeout if timeout is None else timeout).total_seconds()
        for key in keys:
            if self._board.get(key, max(0.0, end - time.monotonic())) is None:
                raise DistStoreError("Wait timeout")

    def compare_set(self, key, expected, value):
        expected, value = _bytes(expected), _bytes(value)
        old = self._board.get(key, 0.0)
        if old is None and not expected or old == expected:
            if self._board.swap(key, old, value):
                return value
            return self.compare_set(key, expected, value)
        return expected if old is None else old

    def delete_key(self, key):
        return self._board.remove(key)

    def num_keys(self):
        return self._board.size()

    def list_keys(self):
        return self._board.names()

    def append(self, key, value):
        while True:
            old = self._board.get(key, 0.0)
            if self._board.swap(key, old, (old or b"") + _bytes(value)):
                return

    def multi_get(self, keys):
        return [self.get(k) for k in keys]

    def multi_set(self, keys, values):
        for key, value in zip(keys, values):
            self.set(key, value)

    def has_extended_api(self):
        return True


class HashStore(_Board):
    """Notes of one process, which may also queue up under a name."""

    _numbers = itertools.count()

    def __init__(self):
        super().__init__()
        self._board = _processes.named(f"hash {os.getpid()} {next(self._numbers)}")
        self._queues = collections.defaultdict(collections.deque)

    def queue_push(self, key, value):
        self._queues[key].append(_bytes(value))

    def queue_pop(self, key, block=True):
        end = time.monotonic() + self._timeout.total_seconds()
        while True:
            try:
                return self._queues[key].popleft()
            except IndexError:
                if not block:
                    raise QueueEmptyError("queue is empty") from None
            if time.monotonic() >= end:
                raise DistStoreError(f"Wait timeout, queue_pop timeout for key: {key}")
            time.sleep(0.001)

    def queue_len(self, key):
        return len(self._queues[key])


class FileStore(_Board):
    """Notes that all processes with the same file name see. The file itself is not written."""

    def __init__(self, file_name, world_size=-1):
        super().__init__()
        self.path = file_name
        self._board = _processes.named(f"file {os.path.abspath(file_name)}")

    def num_keys(self):
        return super().num_keys() + 1  # the number of those that have opened the file


class TCPStore(_Board):
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
        self.prefix, self._store = prefix, store

    underlying_store = property(lambda self: self._store)
    timeout = property(lambda self: self._store.timeout)
    _timeout = timeout
    _board = property(lambda self: self._store._board)

    @property
    def _underlying_non_prefix_store(self):
        store = self._store
        while isinstance(store, PrefixStore):
            store = store._store
        return store

    def set_timeout(self, timeout):
        self._store.set_timeout(timeout)

    def clone(self):
        return PrefixStore(self.prefix, self._store.clone())

    def _name(self, key):
        return f"{self.prefix}/{key}"

    def _names(self, keys):
        return [self._name(key) for key in keys]

    def _whole_name(self, key):
        """The name on the board."""
        name = self._name(key)
        return self._store._whole_name(name) if isinstance(self._store, PrefixStore) else name

    def set(self, key, value):
        self._store.set(self._name(key), _bytes(value))

    def get(self, key):
        return self._store.get(self._name(key))

    def add(self, key, amount):
        return self._store.add(self._name(key), amount)

    def check(self, keys):
        return self._store.check(self._names(keys))

    def wait(self, keys, timeout=None):
        self._store.wait(self._names(keys), *([] if timeout is None else [timeout]))

    def compare_set(self, key, expected, value):
        return self._store.compare_set(self._name(key), _bytes(expected), _bytes(value))

    def delete_key(self, key):
        return self._store.delete_key(self._name(key))

    def num_keys(self):
        return self._store.num_keys()

    def list_keys(self):
        start = self.prefix + "/"
        return [name.removeprefix(start) for name in self._store.list_keys() if name.startswith(start)]

    def has_extended_api(self):
        return self._store.has_extended_api()

    def append(self, key, value):
        self._store.append(self._name(key), _bytes(value))

    def multi_get(self, keys):
        return self._store.multi_get(self._names(keys))

    def multi_set(self, keys, values):
        self._store.multi_set(self._names(keys), [_bytes(value) for value in values])

    def queue_push(self, key, value):
        self._store.queue_push(self._name(key), _bytes(value))

    def queue_pop(self, key, block=True):
        return self._store.queue_pop(self._name(key), block)

    def queue_len(self, key):
        return self._store.queue_len(self._name(key))


class FakeStore(Store):
    """Keeps nothing: what is asked for is there and empty."""

    def set(self, key, value):
        pass

    def get(self, key):
        return b""

    def add(self, key, amount):
        return amount

    def check(self, keys):
        return True

    def wait(self, keys, timeout=None):
        pass

    def compare_set(self, key, expected, value):
        return _bytes(value)

    def delete_key(self, key):
        return True

    def num_keys(self):
        return 0


for _class in (Store, HashStore, FileStore, TCPStore, PrefixStore):
    _class.__module__ = "torch.distributed.distributed_c10d"
FakeStore.__module__ = "torch._C._distributed_c10d"
