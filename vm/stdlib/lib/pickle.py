"""Objects as bytes, in the format of CPython's pickle: written as protocol 2 where that or less is asked for, else as protocol 4."""

import io
import math
import sys
from copyreg import dispatch_table

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump", "dumps", "load", "loads",
           "HIGHEST_PROTOCOL", "DEFAULT_PROTOCOL"]

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 5
format_version = "5.0"


class PickleError(Exception):
    __module__ = "_pickle"


class PicklingError(PickleError):
    __module__ = "_pickle"


class UnpicklingError(PickleError):
    __module__ = "_pickle"


def _pack_double(x):
    """Return the eight bytes of a float, the most significant first."""
    sign = 1 if math.copysign(1.0, x) < 0 else 0
    x = abs(x)
    if x != x:
        exponent, fraction = 2047, 1 << 51
        sign = 0
    elif x == math.inf:
        exponent, fraction = 2047, 0
    elif x == 0:
        exponent, fraction = 0, 0
    else:
        m, e = math.frexp(x)  # x == m * 2**e with 0.5 <= m < 1
        exponent = e + 1022
        if exponent > 0:
            fraction = int(m * (1 << 53)) - (1 << 52)
        else:
            fraction, exponent = int(math.ldexp(x, 1074)), 0
    return (sign << 63 | exponent << 52 | fraction).to_bytes(8, "big")


def _unpack_double(data):
    bits = int.from_bytes(data, "big")
    sign = -1.0 if bits >> 63 else 1.0
    exponent, fraction = bits >> 52 & 2047, bits & (1 << 52) - 1
    if exponent == 2047:
        return sign * (math.nan if fraction else math.inf)
    if exponent == 0:
        return sign * math.ldexp(float(fraction), -1074)
    return sign * math.ldexp(float(fraction | 1 << 52), exponent - 1075)


def _encode_long(x):
    if x == 0:
        return b""
    return x.to_bytes(x.bit_length() // 8 + 1, "little", signed=True)


def _named(obj, name, module_name):
    """Return the object that a module holds under a dotted name."""
    __import__(module_name)
    found = sys.modules[module_name]
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _encoded(text, encoding):
    """What _codecs.encode does; pickles name it so."""
    return text.encode(encoding)


class Pickler:
    """Writes objects to a file."""

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        self._write = file.write
        self.proto = DEFAULT_PROTOCOL if protocol is None else HIGHEST_PROTOCOL if protocol < 0 else protocol
        if self.proto > HIGHEST_PROTOCOL:
            raise ValueError("pickle protocol must be <= %d" % HIGHEST_PROTOCOL)
        self.memo = {}

    def clear_memo(self):
        self.memo.clear()

    def persistent_id(self, obj):
        """Return an id for objects that are stored elsewhere, else None."""
        return None

    def reducer_override(self, obj):
        return NotImplemented

    def dump(self, obj):
        self._out = []
        self._put(b"\x80\x02" if self.proto < 4 else b"\x80\x04")
        self._save(obj)
        self._put(b".")
        self._write(b"".join(self._out))

    def _put(self, data):
        self._out.append(data)

    def _memoize(self, obj):
        # The object is kept alive, so that its id stays its own.
        index = len(self.memo)
        self.memo[id(obj)] = index, obj
        if self.proto >= 4:
            self._put(b"\x94")
        else:
            self._put(b"q" + bytes([index]) if index < 256 else b"r" + index.to_bytes(4, "little"))

    def _get(self, index):
        self._put(b"h" + bytes([index]) if index < 256 else b"j" + index.to_bytes(4, "little"))

    def _save(self, obj):
        pid = self.persistent_id(obj)
        if pid is not None:
            self._save(pid)
            self._put(b"Q")
            return
        known = self.memo.get(id(obj))
        if known is not None:
            self._get(known[0])
            return
        reduced = self.reducer_override(obj)
        if reduced is NotImplemented:
            method = _SAVERS.get(type(obj))
            if method is not None:
                method(self, obj)
                return
            reduce = getattr(self, "dispatch_table", dispatch_table).get(type(obj))
            if reduce is not None:
                reduced = reduce(obj)
            elif isinstance(obj, type):
                self._save_global(obj)
                return
            else:
                try:
                    reduced = obj.__reduce_ex__(4)
                except AttributeError:
                    raise PicklingError("Can't pickle %r object: %r" % (type(obj).__name__, obj)) from None
        if isinstance(reduced, str):
            self._save_global(obj, reduced)
            return
        self._save_reduce(obj, *reduced)

    def _save_reduce(self, obj, function, args, state=None, listitems=None, dictitems=None, state_setter=None):
        if function is _encoded:
            self._put_name("_codecs", "encode")
            self._save(args)
            self._put(b"R")
        elif getattr(function, "__name__", "") == "__newobj__":
            self._save(args[0])
            self._save(tuple(args[1:]))
            self._put(b"\x81")
        else:
            self._save(function)
            self._save(args)
            self._put(b"R")
        if id(obj) in self.memo:
            # The object was reached again through its own arguments.
            self._put(b"0")
            self._get(self.memo[id(obj)][0])
        else:
            self._memoize(obj)
        if listitems is not None:
            self._append_items(listitems)
        if dictitems is not None:
            self._set_items(dictitems)
        if state is not None:
            if state_setter is None:
                self._save(state)
                self._put(b"b")
            else:
                self._save(state_setter)
                self._save(obj)
                self._save(state)
                self._put(b"\x86R0")

    def _append_items(self, items):
        items = list(items)
        for start in range(0, len(items), 1000):
            part = items[start:start + 1000]
            self._put(b"(" if len(part) > 1 else b"")
            for x in part:
                self._save(x)
            self._put(b"e" if len(part) > 1 else b"a")

    def _set_items(self, items):
        items = list(items)
        for start in range(0, len(items), 1000):
            part = items[start:start + 1000]
            self._put(b"(" if len(part) > 1 else b"")
            for k, v in part:
                self._save(k)
                self._save(v)
            self._put(b"u" if len(part) > 1 else b"s")

    def _save_none(self, obj):
        self._put(b"N")

    def _save_bool(self, obj):
        self._put(b"\x88" if obj else b"\x89")

    def _save_int(self, obj):
        if 0 <= obj < 256:
            self._put(b"K" + bytes([obj]))
        elif 0 <= obj < 65536:
            self._put(b"M" + obj.to_bytes(2, "little"))
        elif -2 ** 31 <= obj < 2 ** 31:
            self._put(b"J" + obj.to_bytes(4, "little", signed=True))
        else:
            data = _encode_long(obj)
            if len(data) < 256:
                self._put(b"\x8a" + bytes([len(data)]) + data)
            else:
                self._put(b"\x8b" + len(data).to_bytes(4, "little") + data)

    def _save_float(self, obj):
        self._put(b"G" + _pack_double(obj))

    def _save_complex(self, obj):
        self._save_reduce(obj, complex, (obj.real, obj.imag))

    def _save_str(self, obj):
        data = obj.encode("utf-8", "surrogatepass")
        if len(data) < 256 and self.proto >= 4:
            self._put(b"\x8c" + bytes([len(data)]) + data)
        else:
            self._put(b"X" + len(data).to_bytes(4, "little") + data)
        self._memoize(obj)

    def _save_bytes(self, obj):
        if self.proto < 3:
            self._save_reduce(obj, _encoded, (str(obj, "latin1"), "latin1")) if obj else self._save_reduce(obj, bytes, ())
            return
        if len(obj) < 256:
            self._put(b"C" + bytes([len(obj)]) + obj)
        else:
            self._put(b"B" + len(obj).to_bytes(4, "little") + obj)
        self._memoize(obj)

    def _save_bytearray(self, obj):
        self._save_reduce(obj, bytearray, (bytes(obj),))

    def _save_tuple(self, obj):
        if not obj:
            self._put(b")")
            return
        if len(obj) > 3:
            self._put(b"(")
        for x in obj:
            self._save(x)
        known = self.memo.get(id(obj))
        if known is not None:  # the tuple contains itself, by way of a list or dict
            self._put(b"1" if len(obj) > 3 else b"0" * len(obj))
            self._get(known[0])
            return
        self._put(b"t" if len(obj) > 3 else (b"\x85", b"\x86", b"\x87")[len(obj) - 1])
        self._memoize(obj)

    def _save_list(self, obj):
        self._put(b"]")
        self._memoize(obj)
        self._append_items(obj)

    def _save_dict(self, obj):
        self._put(b"}")
        self._memoize(obj)
        self._set_items(obj.items())

    def _save_set(self, obj):
        if self.proto < 4:
            self._save_reduce(obj, set, (list(obj),))
            return
        self._put(b"\x8f")
        self._memoize(obj)
        if obj:
            self._put(b"(")
            for x in obj:
                self._save(x)
            self._put(b"\x90")

    def _save_frozenset(self, obj):
        if self.proto < 4:
            self._save_reduce(obj, frozenset, (list(obj),))
            return
        self._put(b"(")
        for x in obj:
            self._save(x)
        self._put(b"\x91")
        self._memoize(obj)

    def _save_type(self, obj):
        if obj is type(None):
            self._save_reduce(obj, type, (None,))
        elif obj is type(NotImplemented):
            self._save_reduce(obj, type, (NotImplemented,))
        elif obj is type(...):
            self._save_reduce(obj, type, (...,))
        else:
            self._save_global(obj)

    def _save_range(self, obj):
        self._save_reduce(obj, type(obj), (obj.start, obj.stop, obj.step))

    def _save_singleton(self, obj):
        self._save_global(obj, "Ellipsis" if obj is ... else "NotImplemented")

    def _save_method(self, obj):
        if getattr(obj, "__self__", None) is None or type(obj.__self__) is type(sys):
            self._save_global(obj)
        else:
            self._save_reduce(obj, getattr, (obj.__self__, obj.__name__))

    def _save_global(self, obj, name=None):
        module_name, name = self._place(obj, name)
        if self.proto < 4:
            self._put_name("__builtin__" if module_name == "builtins" and self.proto < 3 else module_name, name)
        else:
            self._save(module_name)
            self._save(name)
            self._put(b"\x93")
        self._memoize(obj)

    def _place(self, obj, name=None):
        """The module and the dotted name that an object is found by."""
        if name is None:
            name = getattr(obj, "__qualname__", None) or obj.__name__
        module_name = getattr(obj, "__module__", None)
        if module_name is None:
            module_name = "builtins" if obj is ... or obj is NotImplemented or not hasattr(sys.modules.get("__main__"), name) else "__main__"
        if "<locals>" in name:
            raise PicklingError("Can't pickle local object %r" % (obj,))
        try:
            found = _named(obj, name, module_name)
        except ImportError as e:
            raise PicklingError("Can't pickle %r: %s" % (obj, e)) from None
        except (KeyError, AttributeError):
            raise PicklingError("Can't pickle %r: it's not found as %s.%s" % (obj, module_name, name)) from None
        if found is not obj:
            raise PicklingError("Can't pickle %r: it's not the same object as %s.%s" % (obj, module_name, name))
        return module_name, name

    def _put_name(self, module_name, name):
        self._put(b"c" + module_name.encode("utf-8") + b"\n" + name.encode("utf-8") + b"\n")


_SAVERS = {type(None): Pickler._save_none, bool: Pickler._save_bool, int: Pickler._save_int, float: Pickler._save_float,
           complex: Pickler._save_complex, str: Pickler._save_str, bytes: Pickler._save_bytes,
           bytearray: Pickler._save_bytearray, tuple: Pickler._save_tuple, list: Pickler._save_list,
           dict: Pickler._save_dict, set: Pickler._save_set, frozenset: Pickler._save_frozenset, type: Pickler._save_type,
           type(lambda: 0): Pickler._save_global, type(len): Pickler._save_method, type([].append): Pickler._save_method,
           type(Pickler(io.BytesIO()).dump): Pickler._save_method, type(...): Pickler._save_singleton,
           type(NotImplemented): Pickler._save_singleton,
           range: Pickler._save_range, slice: Pickler._save_range}


class _Stop(Exception):
    def __init__(self, value):
        self.value = value


class Unpickler:
    """Reads objects from a file."""

    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        self._file, self._encoding = file, encoding

    def _old_text(self, data):
        """A str of Python 2."""
        return data if self._encoding == "bytes" else data.decode(self._encoding)

    def persistent_load(self, pid):
        raise UnpicklingError("unsupported persistent id encountered")

    def find_class(self, module, name):
        """Return the class or function of a name."""
        if module == "__builtin__":
            module = "builtins"
        if (module, name) == ("_codecs", "encode"):
            return _encoded
        return _named(None, name, module)

    def load(self):
        self.memo = {}
        self._stack = []
        self._marks = []
        read = self._file.read
        dispatch = _LOADERS
        try:
            while True:
                code = read(1)
                if not code:
                    raise EOFError("Ran out of input")
                method = dispatch.get(code[0])
                if method is None:
                    raise UnpicklingError("invalid load key, '%s'." % (chr(code[0]) if 32 <= code[0] < 127 else "\\x%02x" % code[0]))
                method(self)
        except _Stop as stop:
            return stop.value

    def _read(self, n):
        data = self._file.read(n)
        if len(data) < n:
            raise UnpicklingError("pickle data was truncated")
        return data

    def _number(self, n):
        return int.from_bytes(self._read(n), "little")

    def _line(self):
        line = self._file.readline()
        if not line.endswith(b"\n"):
            raise UnpicklingError("pickle data was truncated")
        return line[:-1].decode("utf-8")

    def _pop_mark(self):
        items = self._stack
        self._stack = self._marks.pop()
        return items

    def _push(self, value):
        self._stack.append(value)

    def _build(self):
        state = self._stack.pop()
        obj = self._stack[-1]
        setstate = getattr(obj, "__setstate__", None)
        if setstate is not None:
            setstate(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        if state:
            obj.__dict__.update(state)
        for name, value in (slots or {}).items():
            setattr(obj, name, value)

    def _reduce(self):
        args = self._stack.pop()
        self._stack[-1] = self._stack[-1](*args)

    def _newobj(self):
        args = self._stack.pop()
        cls = self._stack[-1]
        self._stack[-1] = cls.__new__(cls, *args)

    def _newobj_ex(self):
        kwargs = self._stack.pop()
        args = self._stack.pop()
        cls = self._stack[-1]
        self._stack[-1] = cls.__new__(cls, *args, **kwargs)

    def _mark(self):
        self._marks.append(self._stack)
        self._stack = []

    def _stop(self):
        raise _Stop(self._stack.pop())

    def _tuple(self, n):
        items = tuple(self._stack[-n:])
        del self._stack[-n:]
        self._push(items)

    def _appends(self):
        items = self._pop_mark()
        target = self._stack[-1]
        if type(target) is list or hasattr(target, "extend"):
            target.extend(items)
        else:
            for x in items:
                target.append(x)

    def _append(self):
        value = self._stack.pop()
        self._stack[-1].append(value)

    def _setitems(self):
        items = self._pop_mark()
        target = self._stack[-1]
        for i in range(0, len(items), 2):
            target[items[i]] = items[i + 1]

    def _setitem(self):
        value = self._stack.pop()
        key = self._stack.pop()
        self._stack[-1][key] = value

    def _additems(self):
        items = self._pop_mark()
        target = self._stack[-1]
        for x in items:
            target.add(x)

    def _stack_global(self):
        name = self._stack.pop()
        module = self._stack.pop()
        self._push(self.find_class(module, name))

    def _global(self):
        module = self._line()
        self._push(self.find_class(module, self._line()))

    def _dict(self):
        items = self._pop_mark()
        self._push({items[i]: items[i + 1] for i in range(0, len(items), 2)})

    def _pop(self):
        if self._stack:
            self._stack.pop()
        else:
            self._pop_mark()

    def _int_line(self):
        text = self._line()
        self._push({"00": False, "01": True}.get(text, None) if text in ("00", "01") else int(text))

    def _unicode(self, n):
        self._push(str(self._read(n), "utf-8", "surrogatepass"))


_LOADERS = {
    0x80: lambda u: u._read(1), 0x95: lambda u: u._read(8), ord("."): Unpickler._stop, ord("("): Unpickler._mark,
    ord("0"): Unpickler._pop, ord("1"): lambda u: u._pop_mark() and None, ord("2"): lambda u: u._push(u._stack[-1]),
    ord("N"): lambda u: u._push(None), 0x88: lambda u: u._push(True), 0x89: lambda u: u._push(False),
    ord("I"): Unpickler._int_line, ord("L"): lambda u: u._push(int(u._line().rstrip("L"))),
    ord("F"): lambda u: u._push(float(u._line())), ord("K"): lambda u: u._push(u._number(1)),
    ord("M"): lambda u: u._push(u._number(2)),
    ord("J"): lambda u: u._push(int.from_bytes(u._read(4), "little", signed=True)),
    0x8a: lambda u: u._push(int.from_bytes(u._read(u._number(1)), "little", signed=True)),
    0x8b: lambda u: u._push(int.from_bytes(u._read(u._number(4)), "little", signed=True)),
    ord("G"): lambda u: u._push(_unpack_double(u._read(8))),
    ord("X"): lambda u: u._unicode(u._number(4)), 0x8c: lambda u: u._unicode(u._number(1)),
    0x8d: lambda u: u._unicode(u._number(8)), ord("C"): lambda u: u._push(u._read(u._number(1))),
    ord("B"): lambda u: u._push(u._read(u._number(4))), 0x8e: lambda u: u._push(u._read(u._number(8))),
    0x96: lambda u: u._push(bytearray(u._read(u._number(8)))),
    ord(")"): lambda u: u._push(()), 0x85: lambda u: u._tuple(1), 0x86: lambda u: u._tuple(2), 0x87: lambda u: u._tuple(3),
    ord("t"): lambda u: u._push(tuple(u._pop_mark())), ord("]"): lambda u: u._push([]),
    ord("l"): lambda u: u._push(list(u._pop_mark())), ord("e"): Unpickler._appends, ord("a"): Unpickler._append,
    ord("}"): lambda u: u._push({}), ord("d"): Unpickler._dict, ord("u"): Unpickler._setitems, ord("s"): Unpickler._setitem,
    0x8f: lambda u: u._push(set()), 0x90: Unpickler._additems, 0x91: lambda u: u._push(frozenset(u._pop_mark())),
    0x93: Unpickler._stack_global, ord("c"): Unpickler._global, ord("R"): lambda u: u._reduce(), 0x81: lambda u: u._newobj(),
    0x92: lambda u: u._newobj_ex(), ord("b"): lambda u: u._build(),
    ord("U"): lambda u: u._push(u._old_text(u._read(u._number(1)))), ord("T"): lambda u: u._push(u._old_text(u._read(u._number(4)))),
    ord("S"): lambda u: u._push(u._old_text(u._line().strip("'\"").encode("latin1"))),
    ord("V"): lambda u: u._push(u._line().encode("latin1").decode("raw-unicode-escape")),
    0x94: lambda u: u.memo.__setitem__(len(u.memo), u._stack[-1]),
    ord("q"): lambda u: u.memo.__setitem__(u._number(1), u._stack[-1]),
    ord("r"): lambda u: u.memo.__setitem__(u._number(4), u._stack[-1]),
    ord("h"): lambda u: u._push(u.memo[u._number(1)]), ord("j"): lambda u: u._push(u.memo[u._number(4)]),
    ord("Q"): lambda u: u._push(u.persistent_load(u._stack.pop())),
    ord("P"): lambda u: u._push(u.persistent_load(u._line())),
}


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    Pickler(file, protocol).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    file = io.BytesIO()
    Pickler(file, protocol).dump(obj)
    return file.getvalue()


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    return Unpickler(file).load()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return Unpickler(io.BytesIO(data)).load()
