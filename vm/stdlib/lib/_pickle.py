"""The writer of pickles, and the functions of pickle."""

import io
import itertools
import struct
import sys
from _codecs import encode
from copyreg import _extension_registry, dispatch_table
from functools import partial

from _picklenames import HIGHEST_PROTOCOL, PickleError, PicklingError, UnpicklingError, old_place
from _unpickle import Unpickler

DEFAULT_PROTOCOL = 5

_BATCH = 1000  # items that one instruction appends
_FRAME = 1 << 16  # bytes after which a frame ends, and that are written outside of frames


class PickleBuffer:
    """Names memory that a pickle of protocol 5 may leave out."""
    __module__ = "pickle"

    def __init__(self, buffer):
        self._view = memoryview(buffer)

    def raw(self):
        if self._view is None:
            raise ValueError("operation forbidden on released PickleBuffer object")
        return self._view.cast("B") if self._view.ndim != 1 or self._view.format != "B" else self._view

    def release(self):
        self._view = None

    def __buffer__(self, flags):
        return self.raw()


class Pickler:
    """Writes objects to a file."""

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        if not hasattr(file, "write"):
            raise TypeError("file must have a 'write' attribute")
        self._write = file.write
        self.proto = DEFAULT_PROTOCOL if protocol is None else HIGHEST_PROTOCOL if protocol < 0 else protocol
        if self.proto > HIGHEST_PROTOCOL:
            raise ValueError("pickle protocol must be <= %d" % HIGHEST_PROTOCOL)
        if buffer_callback is not None and self.proto < 5:
            raise ValueError("buffer_callback needs protocol >= 5")
        self.bin, self.fast, self.memo = int(self.proto >= 1), 0, {}
        self._old_names = fix_imports and self.proto < 3
        self._buffer_callback = buffer_callback

    def clear_memo(self):
        self.memo.clear()

    def persistent_id(self, obj):
        """Return an id for objects that are stored elsewhere, else None."""
        return None

    def reducer_override(self, obj):
        return NotImplemented

    def dump(self, obj):
        self._out, self._frame, self._length = [], [], 0
        if self.proto >= 2:
            self._out.append(b"\x80" + bytes([self.proto]))
        self._save(obj)
        self._put(b".")
        self._close_frame()
        self._write(b"".join(self._out))

    def _put(self, data):
        self._frame.append(data)
        self._length += len(data)

    def _close_frame(self):
        if self.proto >= 4 and self._length >= 4:
            self._out.append(b"\x95" + self._length.to_bytes(8, "little"))
        self._out += self._frame
        self._frame, self._length = [], 0

    def _put_large(self, header, data):
        """Write an instruction with its data, which stand outside of frames where they are long."""
        if len(data) < _FRAME:
            self._put(header + data)
            return
        self._close_frame()
        self._out += [header, data]

    def _memoize(self, obj):
        # The object is kept alive, so that its id stays its own.
        if self.fast:
            return
        index = len(self.memo)
        self.memo[id(obj)] = index, obj
        if self.proto >= 4:
            self._put(b"\x94")
        elif not self.bin:
            self._put(b"p%d\n" % index)
        else:
            self._put(b"q" + bytes([index]) if index < 256 else b"r" + index.to_bytes(4, "little"))

    def _get(self, index):
        if not self.bin:
            self._put(b"g%d\n" % index)
        else:
            self._put(b"h" + bytes([index]) if index < 256 else b"j" + index.to_bytes(4, "little"))

    def _save(self, obj, persistent=True):
        if self._length >= _FRAME:
            self._close_frame()
        pid = self.persistent_id(obj) if persistent else None
        if pid is not None:
            self._save_persistent(pid)
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
                    reduced = obj.__reduce_ex__(self.proto)
                except AttributeError:
                    raise PicklingError("Can't pickle %r object: %r" % (type(obj).__name__, obj)) from None
        if isinstance(reduced, str):
            self._save_global(obj, reduced)
            return
        if not isinstance(reduced, tuple):
            raise _noted_error(PicklingError("__reduce__ must return a string or tuple, not %s" % type(reduced).__name__), obj)
        if not 2 <= len(reduced) <= 6:
            raise _noted_error(PicklingError("tuple returned by __reduce__ must contain 2 through 6 elements"), obj)
        try:
            self._save_reduce(obj, *reduced)
        except BaseException as error:
            _noted_error(error, obj)
            raise

    def _save_persistent(self, pid):
        if self.bin:
            self._save(pid, False)
            self._put(b"Q")
            return
        try:
            self._put(b"P" + str(pid).encode("ascii") + b"\n")
        except UnicodeEncodeError:
            raise PicklingError("persistent IDs in protocol 0 must be ASCII strings") from None

    def _noted(self, value, note, *about):
        """Save a part of an object; errors say which part it was."""
        try:
            self._save(value)
        except BaseException as error:
            error.add_note("when serializing " + note % about)
            raise

    def _save_reduce(self, obj, function, args, state=None, listitems=None, dictitems=None, state_setter=None):
        if not isinstance(args, tuple):
            raise PicklingError("second item of the tuple returned by __reduce__ must be a tuple, not %s" % type(args).__name__)
        if not callable(function):
            raise PicklingError("first item of the tuple returned by __reduce__ must be callable, not %s" % type(function).__name__)
        kind = _kind(obj)
        name = getattr(function, "__name__", "")
        if self.proto >= 2 and name == "__newobj_ex__":
            self._save_newobj_ex(kind, *args)
        elif self.proto >= 2 and name == "__newobj__":
            self._noted(args[0], "%s class", kind)
            self._noted(tuple(args[1:]), "%s __new__ arguments", kind)
            self._put(b"\x81")
        else:
            self._noted(function, "%s reconstructor", kind)
            self._noted(args, "%s reconstructor arguments", kind)
            self._put(b"R")
        if id(obj) in self.memo:
            # The object was reached again through its own arguments.
            self._put(b"0")
            self._get(self.memo[id(obj)][0])
        else:
            self._memoize(obj)
        if listitems is not None:
            self._append_items(kind, listitems)
        if dictitems is not None:
            self._set_items(kind, dictitems)
        if state is not None:
            if state_setter is None:
                self._noted(state, "%s state", kind)
                self._put(b"b")
            else:
                self._noted(state_setter, "%s state setter", kind)
                self._save(obj)
                self._noted(state, "%s state", kind)
                self._put(b"\x86R0" if self.proto >= 2 else b"tR0")

    def _save_newobj_ex(self, kind, cls, args, kwargs):
        if self.proto >= 4:
            self._noted(cls, "%s class", kind)
            self._noted(args, "%s __new__ arguments", kind)
            self._noted(kwargs, "%s __new__ arguments", kind)
            self._put(b"\x92")
        else:
            self._noted(partial(cls.__new__, cls, *args, **kwargs), "%s reconstructor", kind)
            self._save(())
            self._put(b"R")

    def _append_items(self, kind, items):
        whole, numbered, numbers = type(items) is list and self.bin, False, itertools.count()
        for batch in itertools.batched(items, _BATCH) if self.bin else ((x,) for x in items):
            # CPython appends a last single item as a batch where the list is a plain one.
            many = len(batch) > 1 or whole and numbered
            self._put(b"(" if many else b"")
            for x in batch:
                self._noted(x, "%s item %d", kind, next(numbers))
            numbered = True
            self._put(b"e" if many else b"a")

    def _set_items(self, kind, items):
        for batch in itertools.batched(items, _BATCH) if self.bin else ((x,) for x in items):
            self._put(b"(" if len(batch) > 1 else b"")
            for k, v in batch:
                self._save(k)
                self._noted(v, "%s item %r", kind, k)
            self._put(b"u" if len(batch) > 1 else b"s")

    def _save_none(self, obj):
        self._put(b"N")

    def _save_bool(self, obj):
        if self.proto >= 2:
            self._put(b"\x88" if obj else b"\x89")
        else:
            self._put(b"I01\n" if obj else b"I00\n")

    def _save_int(self, obj):
        if not -2 ** 31 <= obj < 2 ** 31:
            self._save_long(obj)
        elif not self.bin:
            self._put(b"I%d\n" % obj)
        elif 0 <= obj < 256:
            self._put(b"K" + bytes([obj]))
        elif 0 <= obj < 65536:
            self._put(b"M" + obj.to_bytes(2, "little"))
        else:
            self._put(b"J" + obj.to_bytes(4, "little", signed=True))

    def _save_long(self, obj):
        if self.proto < 2:
            self._put(b"L%dL\n" % obj)
            return
        size = obj.bit_length() // 8 + 1
        if obj < 0 and size > 1 and -obj == 1 << (8 * size - 9):
            size -= 1  # the sign fits into the byte below
        data = obj.to_bytes(size, "little", signed=True)
        self._put(b"\x8a" + bytes([size]) + data if size < 256 else b"\x8b" + size.to_bytes(4, "little") + data)

    def _save_float(self, obj):
        self._put(b"G" + struct.pack(">d", obj) if self.bin else b"F" + repr(obj).encode("ascii") + b"\n")

    def _save_complex(self, obj):
        self._save_reduce(obj, complex, (obj.real, obj.imag))

    def _save_str(self, obj):
        if self.bin:
            data = obj.encode("utf-8", "surrogatepass")
            if len(data) < 256 and self.proto >= 4:
                self._put(b"\x8c" + bytes([len(data)]) + data)
            else:
                self._put_large(b"X" + len(data).to_bytes(4, "little"), data)
        else:
            text = obj.replace("\\", "\\u005c")
            for control in "\0\n\r\x1a":
                text = text.replace(control, "\\u%04x" % ord(control))
            self._put(b"V" + text.encode("raw-unicode-escape") + b"\n")
        self._memoize(obj)

    def _save_bytes(self, obj):
        if self.proto < 3:
            self._save_reduce(obj, encode, (str(obj, "latin1"), "latin1")) if obj else self._save_reduce(obj, bytes, ())
            return
        if len(obj) < 256:
            self._put(b"C" + bytes([len(obj)]) + obj)
        else:
            self._put_large(b"B" + len(obj).to_bytes(4, "little"), obj)
        self._memoize(obj)

    def _save_bytearray(self, obj):
        if self.proto >= 5:
            self._put_large(b"\x96" + len(obj).to_bytes(8, "little"), bytes(obj))
            self._memoize(obj)
        else:
            self._save_reduce(obj, bytearray, (bytes(obj),) if obj else ())

    def _save_picklebuffer(self, obj):
        if self.proto < 5:
            raise PicklingError("PickleBuffer can only be pickled with protocol >= 5")
        view = obj.raw()
        if not view.contiguous:
            raise PicklingError("PickleBuffer can not be pickled when pointing to a non-contiguous buffer")
        if self._buffer_callback is None or self._buffer_callback(obj):
            self._save_bytes(view.tobytes()) if view.readonly else self._save_bytearray(bytearray(view))
        else:
            self._put(b"\x97\x98" if view.readonly else b"\x97")

    def _save_tuple(self, obj):
        if not obj:
            self._put(b")" if self.bin else b"(t")
            return
        short = len(obj) <= 3 and self.proto >= 2
        self._put(b"" if short else b"(")
        for i, x in enumerate(obj):
            self._noted(x, "%s item %d", "tuple", i)
        known = self.memo.get(id(obj))
        if known is not None:  # the tuple contains itself, by way of a list or dict
            self._put(b"0" * len(obj) if short else b"1" if self.bin else b"0" * (len(obj) + 1))
            self._get(known[0])
            return
        self._put((b"\x85", b"\x86", b"\x87")[len(obj) - 1] if short else b"t")
        self._memoize(obj)

    def _save_list(self, obj):
        self._put(b"]" if self.bin else b"(l")
        self._memoize(obj)
        self._append_items("list", obj)

    def _save_dict(self, obj):
        self._put(b"}" if self.bin else b"(d")
        self._memoize(obj)
        self._set_items("dict", obj.items())
        if self.bin and len(obj) > 1 and len(obj) % _BATCH == 0:
            self._put(b"(u")  # a full batch is followed by one more, as CPython does it

    def _save_set(self, obj):
        if self.proto < 4:
            self._save_reduce(obj, set, (list(obj),))
            return
        self._put(b"\x8f")
        self._memoize(obj)
        for batch in itertools.batched(obj, _BATCH):
            self._put(b"(")
            for x in batch:
                self._noted(x, "%s element", "set")
            self._put(b"\x90")

    def _save_frozenset(self, obj):
        if self.proto < 4:
            self._save_reduce(obj, frozenset, (list(obj),))
            return
        self._put(b"(")
        for x in obj:
            self._noted(x, "%s element", "frozenset")
        known = self.memo.get(id(obj))
        if known is not None:
            self._put(b"1")
            self._get(known[0])
            return
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
        code = _extension_registry.get((module_name, name)) if self.proto >= 2 else None
        if code is not None:
            size = 1 if code < 256 else 2 if code < 65536 else 4
            self._put({1: b"\x82", 2: b"\x83", 4: b"\x84"}[size] + code.to_bytes(size, "little"))
            return
        if self.proto >= 4:
            self._save(module_name)
            self._save(name)
            self._put(b"\x93")
        elif "." in name:
            # Attributes of attributes, since a name has no dots here.
            first, *rest = name.split(".")
            for _ in rest:
                self._save(getattr)
                self._put(b"" if self.proto >= 2 else b"(")
            self._put_name(module_name, first)
            for attribute in rest:
                self._save(attribute)
                self._put(b"\x86R" if self.proto >= 2 else b"tR")
        else:
            self._put_name(module_name, name)
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
            found = _named(name, module_name)
        except ImportError as e:
            raise PicklingError("Can't pickle %r: %s" % (obj, e)) from None
        except (KeyError, AttributeError):
            raise PicklingError("Can't pickle %r: it's not found as %s.%s" % (obj, module_name, name)) from None
        if found is not obj:
            raise PicklingError("Can't pickle %r: it's not the same object as %s.%s" % (obj, module_name, name))
        return module_name, name

    def _put_name(self, module_name, name):
        if self._old_names:
            module_name, name = old_place(module_name, name)
        encoding = "utf-8" if self.proto == 3 else "ascii"
        self._put(b"c" + module_name.encode(encoding) + b"\n" + name.encode(encoding) + b"\n")


def _noted_error(error, obj):
    error.add_note("when serializing %s object" % _kind(obj))
    return error


def _kind(obj):
    """The name of an object's class as notes of errors have it."""
    cls = type(obj)
    return cls.__qualname__ if cls.__module__ in (None, "builtins", "__main__") else cls.__module__ + "." + cls.__qualname__


def _named(name, module_name):
    """Return the object that a module holds under a dotted name."""
    __import__(module_name)
    found = sys.modules[module_name]
    for part in name.split("."):
        found = getattr(found, part)
    return found


_SAVERS = {type(None): Pickler._save_none, bool: Pickler._save_bool, int: Pickler._save_int, float: Pickler._save_float,
           complex: Pickler._save_complex, str: Pickler._save_str, bytes: Pickler._save_bytes,
           bytearray: Pickler._save_bytearray, tuple: Pickler._save_tuple, list: Pickler._save_list,
           dict: Pickler._save_dict, set: Pickler._save_set, frozenset: Pickler._save_frozenset, type: Pickler._save_type,
           type(lambda: 0): Pickler._save_global, type(len): Pickler._save_method, type([].append): Pickler._save_method,
           type(Pickler(io.BytesIO()).dump): Pickler._save_method, type(...): Pickler._save_singleton,
           type(NotImplemented): Pickler._save_singleton, PickleBuffer: Pickler._save_picklebuffer,
           range: Pickler._save_range, slice: Pickler._save_range}


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    file = io.BytesIO()
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)
    return file.getvalue()


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return Unpickler(io.BytesIO(data), fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()
