"""Numbers of C, as libraries name them that look whether there is machine code to call. There is none for magneto: no library can be loaded."""

import struct as _struct


class _SimpleCData:
    _type_ = None

    def __init__(self, value=None):
        self.value = self._zero if value is None else value

    def __init_subclass__(cls):
        cls._zero = 0.0 if cls._type_ in "fd" else 0

    def __setattr__(self, name, value):
        if name == "value":
            value = self._stored(value)
        object.__setattr__(self, name, value)

    @classmethod
    def _stored(cls, value):
        """What memory of the type keeps of a value: integers wrap."""
        if cls._type_ in "fd":
            return _struct.unpack(cls._type_, _struct.pack(cls._type_, value))[0]
        if not isinstance(value, int):
            raise TypeError(f"an integer is required (got type {type(value).__name__})")
        bits = 8 * _struct.calcsize(cls._type_)
        value &= (1 << bits) - 1
        if cls._type_.islower() and value >> (bits - 1):
            value -= 1 << bits
        return value

    def __repr__(self):
        return f"{type(self).__name__}({self.value!r})"


def _simple(name, code):
    return type(name, (_SimpleCData,), {"_type_": code, "__module__": "ctypes"})


c_byte, c_ubyte = _simple("c_byte", "b"), _simple("c_ubyte", "B")
c_short, c_ushort = _simple("c_short", "h"), _simple("c_ushort", "H")
c_int, c_uint = _simple("c_int", "i"), _simple("c_uint", "I")
c_long, c_ulong = _simple("c_long", "l"), _simple("c_ulong", "L")
c_longlong, c_ulonglong = c_long, c_ulong
c_int8, c_uint8, c_int16, c_uint16 = c_byte, c_ubyte, c_short, c_ushort
c_int32, c_uint32, c_int64, c_uint64 = c_int, c_uint, c_long, c_ulong
c_size_t, c_ssize_t = c_ulong, c_long
c_float, c_double = _simple("c_float", "f"), _simple("c_double", "d")


def sizeof(what):
    """The size in bytes of a number or of its type."""
    code = getattr(what, "_type_", None)
    if not isinstance(code, str):
        raise TypeError("this type has no size")
    return _struct.calcsize(code)


class CDLL:
    """A library that could be called; loading one always fails."""

    def __init__(self, name, *args, **kwargs):
        raise OSError(f"{name or 'the program itself'}: cannot load machine code into magneto")


PyDLL = CDLL


class LibraryLoader:
    def __init__(self, kind):
        self._kind = kind

    def LoadLibrary(self, name):
        return self._kind(name)


cdll, pydll = LibraryLoader(CDLL), LibraryLoader(PyDLL)


def __getattr__(name):
    if name.startswith("__") or name in ("windll", "oledll", "WinDLL", "WinError"):
        raise AttributeError(f"module 'ctypes' has no attribute '{name}'")
    raise AttributeError(f"module 'ctypes' has no attribute '{name}': magneto has numbers of C and no pointers, structures or calls")
