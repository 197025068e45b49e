"""Numbers in memory that processes share."""

import _processes

from .reduction import share
from .synchronize import RLock

__all__ = ["Array", "RawArray", "RawValue", "Value", "copy", "synchronized"]

# The codes of struct for what ctypes calls its types.
_CODES = {"c_bool": "?", "c_char": "c", "c_byte": "b", "c_ubyte": "B", "c_short": "h", "c_ushort": "H", "c_int": "i", "c_uint": "I", "c_long": "q", "c_ulong": "Q",
          "c_longlong": "q", "c_ulonglong": "Q", "c_int8": "b", "c_uint8": "B", "c_int16": "h", "c_uint16": "H", "c_int32": "i", "c_uint32": "I", "c_int64": "q",
          "c_uint64": "Q", "c_size_t": "Q", "c_float": "f", "c_double": "d"}


def _code(typecode_or_type):
    if isinstance(typecode_or_type, str):
        return {"l": "q", "L": "Q"}.get(typecode_or_type, typecode_or_type)
    try:
        return _CODES[typecode_or_type.__name__]
    except KeyError:
        raise NotImplementedError(f"multiprocessing: shared memory of {typecode_or_type.__name__}") from None


_SIZES = {"c": 1, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "q": 8, "Q": 8, "f": 4, "d": 8}


class _Memory:
    def _hold(self, memory, code, lock):
        self._memory, self._code, self._lock = memory, code, lock
        self._view = memoryview(memory).cast(code)

    def _shared(self):
        return self._memory, self._code, self._lock

    @classmethod
    def _over(cls, *held):
        obj = cls.__new__(cls)
        obj._hold(*held)
        return obj

    def get_obj(self):
        return self

    def get_lock(self):
        return self._lock

    def acquire(self, *args):
        return self._lock.acquire(*args)

    def release(self):
        return self._lock.release()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc):
        return self._lock.__exit__(*exc)


def _write(view, index, code, value):
    if code in "fd":
        value = float(value)
    elif code in "?":
        value = bool(value)
    elif code != "c":
        bits = 8 * _SIZES[code]
        value = int(value) & (1 << bits) - 1  # as C converts
        if code in "bhiq" and value >> bits - 1:
            value -= 1 << bits
    view[index] = value


@share
class Synchronized(_Memory):
    """One number."""

    @property
    def value(self):
        return self._view[0]

    @value.setter
    def value(self, value):
        _write(self._view, 0, self._code, value)

    def __repr__(self):
        return f"<{type(self).__name__} wrapper for {self.value!r}>"


@share
class SynchronizedArray(_Memory):
    """Several numbers."""

    def __len__(self):
        return len(self._view)

    def __getitem__(self, index):
        if isinstance(index, slice):
            found = [self._view[i] for i in range(*index.indices(len(self)))]
            return b"".join(found) if self._code == "c" else found
        return self._view[index]

    def __setitem__(self, index, value):
        if not isinstance(index, slice):
            return _write(self._view, index, self._code, value)
        places = range(*index.indices(len(self)))
        values = [value[i:i + 1] for i in range(len(value))] if self._code == "c" else list(value)
        if len(values) != len(places):
            raise ValueError("Can only assign sequence of same size")
        for i, v in zip(places, values):
            _write(self._view, i, self._code, v)

    def __iter__(self):
        return iter(self[:]) if self._code != "c" else (self._view[i] for i in range(len(self)))

    @property
    def value(self):
        if self._code != "c":
            raise AttributeError(f"'{type(self).__name__}' object has no attribute 'value'")
        return self[:].split(b"\0", 1)[0]

    @value.setter
    def value(self, text):
        if len(text) > len(self):
            raise ValueError("bytes too long (%d, maximum length %d)" % (len(text), len(self)))
        self[:len(text)] = text
        if len(text) < len(self):
            self[len(text)] = b"\0"

    raw = property(lambda self: self[:])

    def __repr__(self):
        return f"<{type(self).__name__} wrapper for {self[:]!r}>"

    def __buffer__(self, flags):
        return memoryview(self._memory).cast(self._code)


def RawValue(typecode_or_type, *args):
    code = _code(typecode_or_type)
    made = Synchronized._over(_processes.memory(_SIZES[code]), code, None)
    if args:
        made.value, = args
    return made


def RawArray(typecode_or_type, size_or_initializer):
    code = _code(typecode_or_type)
    if isinstance(size_or_initializer, int):
        return SynchronizedArray._over(_processes.memory(_SIZES[code] * size_or_initializer), code, None)
    values = size_or_initializer if isinstance(size_or_initializer, bytes) else list(size_or_initializer)
    made = SynchronizedArray._over(_processes.memory(_SIZES[code] * len(values)), code, None)
    made[:] = values
    return made


def _locked(made, lock):
    made._lock = RLock() if lock in (True, None) else None if lock is False else lock
    return made


def Value(typecode_or_type, *args, lock=True, ctx=None):
    return _locked(RawValue(typecode_or_type, *args), lock)


def Array(typecode_or_type, size_or_initializer, *, lock=True, ctx=None):
    return _locked(RawArray(typecode_or_type, size_or_initializer), lock)


def synchronized(obj, lock=None, ctx=None):
    return _locked(obj, lock)


def copy(obj):
    made = type(obj)._over(_processes.memory(len(memoryview(obj._memory))), obj._code, None)
    memoryview(made._memory)[:] = memoryview(obj._memory)
    return made
