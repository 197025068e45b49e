"""The reader of pickles."""

import copyreg
import struct
import sys
from _picklenames import HIGHEST_PROTOCOL, UnpicklingError, new_place


class _Stop(Exception):
    def __init__(self, value):
        self.value = value


class Unpickler:
    """Reads objects from a file."""

    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        self._file, self._encoding, self._errors, self._fix_imports = file, encoding, errors, fix_imports
        self._buffers = None if buffers is None else iter(buffers)
        self.memo = {}
        self.proto = 0

    def _old_text(self, data):
        """A str of Python 2."""
        return data if self._encoding == "bytes" else data.decode(self._encoding, self._errors)

    def persistent_load(self, pid):
        raise UnpicklingError("unsupported persistent id encountered")

    def find_class(self, module, name):
        """Return the class or function of a name."""
        if self.proto < 3 and self._fix_imports:
            module, name = new_place(module, name)
        __import__(module)
        found = sys.modules[module]
        for part in name.split(".") if self.proto >= 4 or module == "__main__" else (name,):
            found = getattr(found, part)
        return found

    def load(self):
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

    def _protocol(self):
        self.proto = self._number(1)
        if self.proto > HIGHEST_PROTOCOL:
            raise ValueError("unsupported pickle protocol: %d" % self.proto)

    def _read(self, n):
        data = self._file.read(n)
        if len(data) < n:
            raise UnpicklingError("pickle data was truncated")
        return data

    def _number(self, n):
        return int.from_bytes(self._read(n), "little")

    def _raw_line(self):
        line = self._file.readline()
        if not line.endswith(b"\n"):
            raise UnpicklingError("pickle data was truncated")
        return line[:-1]

    def _line(self):
        return self._raw_line().decode("utf-8")

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

    def _extension(self, n):
        code = self._number(n)
        if code not in copyreg._extension_cache:
            if code <= 0:
                raise UnpicklingError("EXT specifies code <= 0")
            if code not in copyreg._inverted_registry:
                raise ValueError("unregistered extension code %d" % code)
            copyreg._extension_cache[code] = self.find_class(*copyreg._inverted_registry[code])
        self._push(copyreg._extension_cache[code])

    def _instance(self, cls, args):
        """An instance as protocols 0 and 1 make them of classes of Python 2."""
        plain = not args and isinstance(cls, type) and not hasattr(cls, "__getinitargs__")
        self._push(cls.__new__(cls) if plain else cls(*args))

    def _inst(self):
        module = self._line()
        cls = self.find_class(module, self._line())
        self._instance(cls, self._pop_mark())

    def _obj(self):
        cls, *args = self._pop_mark()
        self._instance(cls, args)

    def _next_buffer(self):
        if self._buffers is None:
            raise UnpicklingError("pickle stream refers to out-of-band data but no *buffers* argument was given")
        try:
            self._push(next(self._buffers))
        except StopIteration:
            raise UnpicklingError("not enough out-of-band buffers") from None

    def _readonly_buffer(self):
        view = memoryview(self._stack[-1])
        if not view.readonly:
            self._stack[-1] = view.toreadonly()

    def _unicode(self, n):
        self._push(str(self._read(n), "utf-8", "surrogatepass"))


_LOADERS = {
    0x80: Unpickler._protocol, 0x95: lambda u: u._read(8), ord("."): Unpickler._stop, ord("("): Unpickler._mark,
    ord("0"): Unpickler._pop, ord("1"): lambda u: u._pop_mark() and None, ord("2"): lambda u: u._push(u._stack[-1]),
    ord("N"): lambda u: u._push(None), 0x88: lambda u: u._push(True), 0x89: lambda u: u._push(False),
    ord("I"): Unpickler._int_line, ord("L"): lambda u: u._push(int(u._line().rstrip("L"))),
    ord("F"): lambda u: u._push(float(u._line())), ord("K"): lambda u: u._push(u._number(1)),
    ord("M"): lambda u: u._push(u._number(2)),
    ord("J"): lambda u: u._push(int.from_bytes(u._read(4), "little", signed=True)),
    0x8a: lambda u: u._push(int.from_bytes(u._read(u._number(1)), "little", signed=True)),
    0x8b: lambda u: u._push(int.from_bytes(u._read(u._number(4)), "little", signed=True)),
    ord("G"): lambda u: u._push(struct.unpack(">d", u._read(8))[0]),
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
    ord("V"): lambda u: u._push(u._raw_line().decode("raw-unicode-escape")),
    0x94: lambda u: u.memo.__setitem__(len(u.memo), u._stack[-1]),
    ord("q"): lambda u: u.memo.__setitem__(u._number(1), u._stack[-1]),
    ord("r"): lambda u: u.memo.__setitem__(u._number(4), u._stack[-1]),
    ord("h"): lambda u: u._push(u.memo[u._number(1)]), ord("j"): lambda u: u._push(u.memo[u._number(4)]),
    ord("Q"): lambda u: u._push(u.persistent_load(u._stack.pop())),
    ord("P"): lambda u: u._push(u.persistent_load(u._line())),
    ord("p"): lambda u: u.memo.__setitem__(int(u._line()), u._stack[-1]), ord("g"): lambda u: u._push(u.memo[int(u._line())]),
    0x82: lambda u: u._extension(1), 0x83: lambda u: u._extension(2), 0x84: lambda u: u._extension(4),
    ord("i"): Unpickler._inst, ord("o"): Unpickler._obj, 0x97: Unpickler._next_buffer, 0x98: Unpickler._readonly_buffer,
}
