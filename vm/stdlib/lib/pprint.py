"""Printing of nested data, one item a line where it does not fit."""

import sys
import types
from collections import ChainMap, UserDict, UserList, UserString
from io import StringIO

__all__ = ["PrettyPrinter", "isreadable", "isrecursive", "pformat", "pp", "pprint", "saferepr"]


def saferepr(object):
    return PrettyPrinter()._repr(object, set(), 0)


def isrecursive(object):
    return "<Recursion on " in saferepr(object)


def isreadable(object):
    return "<" not in saferepr(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    printer = PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers)
    return printer.pformat(object)


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    printer = PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers)
    printer.pprint(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    """Print with the items of dicts in their own order."""
    kwargs["sort_dicts"] = sort_dicts
    pprint(object, *args, **kwargs)


def _sort_key(obj):
    return (str(type(obj)), id(obj))


def _sorted(items, key=None):
    try:
        return sorted(items, key=key)
    except TypeError:
        if key is None:
            return sorted(items, key=_sort_key)
        return sorted(items, key=lambda item: _sort_key(key(item)))


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._depth = depth
        self._indent = indent
        self._width = width
        self._stream = stream if stream is not None else sys.stdout
        self._compact = compact
        self._sort_dicts = sort_dicts
        self._underscore = underscore_numbers

    def pprint(self, object):
        if self._stream is not None:
            self._stream.write(self.pformat(object) + "\n")

    def pformat(self, object):
        out = []
        self._format(object, out, 0, 0, set(), 0)
        return "".join(out)

    def isrecursive(self, object):
        return isrecursive(object)

    def isreadable(self, object):
        return isreadable(object)

    def format(self, object, context, maxlevels, level):
        return self._safe_repr(object, set(context), level), True, False

    def _format(self, obj, out, indent, allowance, context, level):
        if id(obj) in context:
            out.append(_recursion(obj))
            return
        text = self._repr(obj, context, level)
        width = self._width - indent - allowance
        if len(text) > width:
            method = self._method(obj)
            if method is not None:
                context.add(id(obj))
                method(obj, out, indent, allowance, context, level + 1)
                context.discard(id(obj))
                return
        out.append(text)

    def _method(self, obj):
        cls = type(obj)
        r = cls.__repr__
        if r is dict.__repr__:
            return self._format_dict
        if r is list.__repr__:
            return lambda *a: self._format_sequence("[", "]", *a)
        if r is tuple.__repr__:
            return lambda *a: self._format_sequence("(", ",)" if len(obj) == 1 else ")", *a)
        if r is set.__repr__ and obj:
            return lambda o, *a: self._format_set(o, *a)
        if r is frozenset.__repr__ and obj:
            return lambda o, *a: self._format_set(o, *a)
        if r is str.__repr__:
            return self._format_str
        if r is bytes.__repr__:
            return self._format_bytes
        if r is bytearray.__repr__:
            return self._format_bytearray
        if r is types.MappingProxyType.__repr__:
            return self._format_mappingproxy
        if hasattr(cls, "__dataclass_fields__") and "__create_fn__" in getattr(getattr(r, "__wrapped__", None), "__qualname__", ""):
            return self._format_dataclass
        if hasattr(cls, "__dataclass_fields__") and getattr(r, "__wrapped__", None) is not None:
            return self._format_dataclass
        if r is types.SimpleNamespace.__repr__:
            return self._format_namespace
        if r is UserDict.__repr__ or r is UserList.__repr__ or r is UserString.__repr__:
            return lambda o, out, indent, allowance, context, level: self._format(o.data, out, indent, allowance, context, level - 1)
        if r is ChainMap.__repr__ and obj.maps:
            return self._format_chain_map
        if cls.__module__ == "collections":
            if cls.__name__ == "OrderedDict" and obj:
                return self._format_ordered_dict
            if cls.__name__ == "defaultdict":
                return self._format_default_dict
            if cls.__name__ == "Counter" and obj:
                return self._format_counter
            if cls.__name__ == "deque":
                return self._format_deque
        return None

    def _format_dict(self, obj, out, indent, allowance, context, level):
        out.append("{")
        if self._indent > 1:
            out.append((self._indent - 1) * " ")
        if obj:
            items = _sorted(obj.items(), key=lambda kv: kv[0]) if self._sort_dicts else list(obj.items())
            self._format_dict_items(items, out, indent, allowance + 1, context, level)
        out.append("}")

    def _format_dict_items(self, items, out, indent, allowance, context, level):
        indent += self._indent
        separator = ",\n" + " " * indent
        for i, (key, value) in enumerate(items):
            text = self._repr(key, context, level)
            out.append(text)
            out.append(": ")
            last = i == len(items) - 1
            self._format(value, out, indent + len(text) + 2, allowance if last else 1, context, level)
            if not last:
                out.append(separator)

    def _format_sequence(self, left, right, obj, out, indent, allowance, context, level):
        out.append(left)
        self._format_items(obj, out, indent, allowance + len(right), context, level)
        out.append(right)

    def _format_set(self, obj, out, indent, allowance, context, level):
        cls = type(obj)
        if cls is set:
            left, right = "{", "}"
        else:
            left, right = cls.__name__ + "({", "})"
            indent += len(cls.__name__) + 1
        out.append(left)
        self._format_items(_sorted(obj), out, indent, allowance + len(right), context, level)
        out.append(right)

    def _format_items(self, items, out, indent, allowance, context, level):
        indent += self._indent
        if self._indent > 1:
            out.append((self._indent - 1) * " ")
        separator = ",\n" + " " * indent
        joint = ""
        width = room = self._width - indent + 1
        items = list(items)
        for i, item in enumerate(items):
            last = i == len(items) - 1
            if last:
                room -= allowance
                width -= allowance
            if self._compact:
                text = self._repr(item, context, level)
                needed = len(text) + 2
                if width < needed:
                    width = room
                    if joint:
                        joint = separator
                if width >= needed:
                    width -= needed
                    out.append(joint)
                    joint = ", "
                    out.append(text)
                    continue
            out.append(joint)
            joint = separator
            self._format(item, out, indent, allowance if last else 1, context, level)

    def _format_str(self, obj, out, indent, allowance, context, level):
        if not obj:
            out.append(repr(obj))
            return
        chunks = []
        lines = obj.splitlines(True)
        if level == 1:
            indent += 1
            allowance += 1
        room = width = self._width - indent
        for i, line in enumerate(lines):
            if i == len(lines) - 1:
                room -= allowance
            if len(repr(line)) <= room:
                chunks.append(repr(line))
                continue
            words, current = _words(line), ""
            width = self._width - indent
            for j, word in enumerate(words):
                candidate = current + word
                if j == len(words) - 1 and i == len(lines) - 1:
                    width -= allowance
                if len(repr(candidate)) > width:
                    if current:
                        chunks.append(repr(current))
                    current = word
                else:
                    current = candidate
            if current:
                chunks.append(repr(current))
        if len(chunks) == 1:
            out.append(chunks[0])
            return
        if level == 1:
            out.append("(")
        out.append(("\n" + " " * indent).join(chunks))
        if level == 1:
            out.append(")")

    def _format_bytes(self, obj, out, indent, allowance, context, level):
        if len(obj) <= 4:
            out.append(repr(obj))
            return
        parens = level == 1
        if parens:
            indent += 1
            allowance += 1
            out.append("(")
        separator = ""
        for text in _wrapped_bytes(obj, self._width - indent, allowance):
            out.append(separator + text)
            separator = "\n" + " " * indent
        if parens:
            out.append(")")

    def _format_bytearray(self, obj, out, indent, allowance, context, level):
        out.append("bytearray(")
        self._format_bytes(bytes(obj), out, indent + 10, allowance + 1, context, level + 1)
        out.append(")")

    def _format_mappingproxy(self, obj, out, indent, allowance, context, level):
        out.append("mappingproxy(")
        self._format(obj.copy(), out, indent + 13, allowance + 1, context, level)
        out.append(")")

    def _format_chain_map(self, obj, out, indent, allowance, context, level):
        name = type(obj).__name__
        out.append(name + "(")
        indent += len(name) + 1
        for i, m in enumerate(obj.maps):
            last = i == len(obj.maps) - 1
            self._format(m, out, indent, allowance + 1 if last else 1, context, level)
            out.append(")" if last else ",\n" + " " * indent)

    def _format_attributes(self, name, items, out, indent, allowance, context, level):
        indent += len(name) + 1
        out.append(name + "(")
        separator = ",\n" + " " * indent
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            out.append(key + "=")
            if id(value) in context:
                out.append("...")
            else:
                self._format(value, out, indent + len(key) + 1, allowance + 1 if last else 1, context, level)
            if not last:
                out.append(separator)
        out.append(")")

    def _format_dataclass(self, obj, out, indent, allowance, context, level):
        items = [(f.name, getattr(obj, f.name)) for f in obj.__dataclass_fields__.values() if f.repr and hasattr(obj, f.name)]
        self._format_attributes(type(obj).__name__, items, out, indent, allowance, context, level)

    def _format_namespace(self, obj, out, indent, allowance, context, level):
        name = "namespace" if type(obj) is types.SimpleNamespace else type(obj).__name__
        self._format_attributes(name, list(obj.__dict__.items()), out, indent, allowance, context, level)

    def _format_ordered_dict(self, obj, out, indent, allowance, context, level):
        name = type(obj).__name__
        out.append(name + "(")
        self._format([*obj.items()], out, indent + len(name) + 1, allowance + 1, context, level)
        out.append(")")

    def _format_default_dict(self, obj, out, indent, allowance, context, level):
        factory = self._repr(obj.default_factory, context, level)
        indent += len(type(obj).__name__) + 1
        out.append("%s(%s,\n%s" % (type(obj).__name__, factory, " " * indent))
        self._format_dict(dict(obj), out, indent, allowance + 1, context, level)
        out.append(")")

    def _format_counter(self, obj, out, indent, allowance, context, level):
        name = type(obj).__name__
        out.append(name + "({")
        if self._indent > 1:
            out.append((self._indent - 1) * " ")
        self._format_dict_items(obj.most_common(), out, indent + len(name) + 1, allowance + 2, context, level)
        out.append("})")

    def _format_deque(self, obj, out, indent, allowance, context, level):
        name = type(obj).__name__
        indent += len(name) + 1
        out.append(name + "([")
        if obj.maxlen is None:
            self._format_items(obj, out, indent, allowance + 2, context, level)
            out.append("])")
        else:
            self._format_items(obj, out, indent, 2, context, level)
            out.append("],\n%smaxlen=%s)" % (" " * indent, self._repr(obj.maxlen, context, level)))

    def _repr(self, obj, context, level):
        """repr() by format(), which derived classes may have changed."""
        if type(self).format is PrettyPrinter.format:
            return self._safe_repr(obj, context, level)
        return self.format(obj, dict.fromkeys(context, 1), self._depth, level)[0]

    def _safe_repr(self, obj, context, level):
        cls = type(obj)
        if cls is int and self._underscore:
            return f"{obj:_d}"
        r = cls.__repr__
        if cls in (str, int, float, bool, complex, bytes, type(None)):
            return repr(obj)
        if r is dict.__repr__:
            if not obj:
                return "{}"
            if self._depth is not None and level >= self._depth:
                return "{...}"
            if id(obj) in context:
                return _recursion(obj)
            context.add(id(obj))
            items = _sorted(obj.items(), key=lambda kv: kv[0]) if self._sort_dicts else obj.items()
            text = ", ".join(f"{self._repr(k, context, level + 1)}: {self._repr(v, context, level + 1)}" for k, v in items)
            context.discard(id(obj))
            return "{" + text + "}"
        if r is list.__repr__ or r is tuple.__repr__:
            left, right = ("[", "]") if r is list.__repr__ else ("(", ")")
            if not obj:
                return left + right
            if r is tuple.__repr__ and len(obj) == 1:
                right = ",)"
            if self._depth is not None and level >= self._depth:
                return left + "..." + right
            if id(obj) in context:
                return _recursion(obj)
            context.add(id(obj))
            text = ", ".join(self._repr(o, context, level + 1) for o in obj)
            context.discard(id(obj))
            return left + text + right
        return repr(obj)


def _words(line):
    """Split a line into words, each with the blanks behind it."""
    words, start, i = [], 0, 0
    while i < len(line):
        while i < len(line) and not line[i].isspace():
            i += 1
        while i < len(line) and line[i].isspace():
            i += 1
        words.append(line[start:i])
        start = i
    return words


def _wrapped_bytes(data, width, allowance):
    """Yield the reprs of pieces that fit a width."""
    current = b""
    end = len(data) // 4 * 4
    for i in range(0, len(data), 4):
        part = data[i:i + 4]
        candidate = current + part
        if i == end:
            width -= allowance
        if len(repr(candidate)) > width:
            if current:
                yield repr(current)
            current = part
        else:
            current = candidate
    if current:
        yield repr(current)


def _recursion(obj):
    return "<Recursion on %s with id=%s>" % (type(obj).__name__, id(obj))
