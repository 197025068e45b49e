"""Container types; deque and what namedtuple and Counter are quick by are in Go (_collections)."""

import sys as _sys
from _collections import _count_elements, _move_first, _tuplegetter, deque
from keyword import iskeyword as _iskeyword
from operator import itemgetter as _itemgetter

__all__ = ["ChainMap", "Counter", "OrderedDict", "UserDict", "UserList", "UserString", "defaultdict", "deque", "namedtuple"]


# The containers whose repr is being made.
_shown = set()


def _guarded(self, inner, dots):
    """Return inner(), or dots where the repr of self is being made already."""
    if id(self) in _shown:
        return dots
    _shown.add(id(self))
    try:
        return inner()
    finally:
        _shown.discard(id(self))


class defaultdict(dict):
    __slots__ = ("default_factory",)

    def __new__(cls, *args, **kwargs):
        self = dict.__new__(cls)
        dict.__setattr__(self, "default_factory", None)
        return self

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        dict.__setattr__(self, "default_factory", default_factory)
        dict.__init__(self, *args, **kwargs)

    def __missing__(self, key):
        factory = self.default_factory
        if factory is None:
            raise KeyError(key)
        value = factory()
        dict.__setitem__(self, key, value)
        return value

    def __repr__(self):
        items = dict.__repr__(self)
        factory = _guarded(self, lambda: repr(self.default_factory), "...")
        return f"{type(self).__name__}({factory}, {items})"

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __reduce__(self):
        args = () if self.default_factory is None else (self.default_factory,)
        return type(self), args, None, None, iter(self.items())

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = type(self)(self.default_factory, self)
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = type(self)(self.default_factory, other)
        new.update(self)
        return new


del defaultdict.__slots__  # as a class written in C has none


_absent = object()


class OrderedDict(dict):
    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = next(dict.__reversed__(self) if last else dict.__iter__(self))
        return key, dict.pop(self, key)

    def pop(self, key, default=_absent):
        if default is _absent:
            return dict.pop(self, key)
        return dict.pop(self, key, default)

    def setdefault(self, key, default=None):
        if key in self:
            return self[key]
        self[key] = default
        return default

    def move_to_end(self, key, last=True):
        if last:
            dict.__setitem__(self, key, dict.pop(self, key))
        else:
            _move_first(self, key)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)

    def __ne__(self, other):
        result = self.__eq__(other)
        return result if result is NotImplemented else not result

    __hash__ = None

    def __repr__(self):
        if not self:
            return f"{type(self).__name__}()"
        return _guarded(self, lambda: f"{type(self).__name__}({dict(self)!r})", "...")

    def copy(self):
        if type(self) is OrderedDict:
            return OrderedDict(self)
        new = type(self)()
        for key in self:
            new[key] = self[key]
        return new

    def __copy__(self):
        new = type(self)()
        for key, value in self.items():
            new[key] = value
        state = self.__getstate__()
        if isinstance(state, tuple):
            state, slots = state
            for name, value in (slots or {}).items():
                setattr(new, name, value)
        if state:
            new.__dict__.update(state)
        return new

    def __reduce__(self):
        return type(self), (), self.__getstate__(), None, iter(self.items())

    def __sizeof__(self):
        return dict.__sizeof__(self) * 2

    @classmethod
    def fromkeys(cls, iterable, value=None):
        self = cls()
        for key in iterable:
            self[key] = value
        return self

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = type(self)(self)
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = type(self)(other)
        new.update(self)
        return new


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    field_names = list(map(str, field_names))
    typename = _sys.intern(str(typename))
    if rename:
        seen = set()
        for index, name in enumerate(field_names):
            if not name.isidentifier() or _iskeyword(name) or name.startswith("_") or name in seen:
                field_names[index] = f"_{index}"
            seen.add(name)
    for name in [typename] + field_names:
        if type(name) is not str:
            raise TypeError("Type names and field names must be strings")
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if _iskeyword(name):
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")
    seen = set()
    for name in field_names:
        if name.startswith("_") and not rename:
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in seen:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
        seen.add(name)
    field_defaults = {}
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > len(field_names):
            raise TypeError("Got more default values than field names")
        field_defaults = dict(reversed(list(zip(reversed(field_names), reversed(defaults)))))
    field_names = tuple(map(_sys.intern, field_names))
    count = len(field_names)
    arg_list = ", ".join(field_names)
    if count == 1:
        arg_list += ","
    namespace = {"_tuple_new": tuple.__new__, "__builtins__": {}, "__name__": f"namedtuple_{typename}"}
    __new__ = eval(f"lambda _cls, {arg_list}: _tuple_new(_cls, ({arg_list}))", namespace)
    __new__.__name__ = "__new__"
    __new__.__qualname__ = f"{typename}.__new__"
    __new__.__doc__ = f"Create new instance of {typename}({', '.join(field_names)})"
    if defaults is not None:
        __new__.__defaults__ = defaults

    @classmethod
    def _make(cls, iterable):
        result = tuple.__new__(cls, iterable)
        if len(result) != count:
            raise TypeError(f"Expected {count} arguments, got {len(result)}")
        return result

    def _replace(self, /, **kwds):
        result = self._make(map(kwds.pop, field_names, self))
        if kwds:
            raise TypeError(f"Got unexpected field names: {list(kwds)!r}")
        return result

    def __repr__(self):
        return type(self).__name__ + "(" + ", ".join(f"{n}={v!r}" for n, v in zip(field_names, self)) + ")"

    def _asdict(self):
        return dict(zip(self._fields, self))

    def __getnewargs__(self):
        return tuple(self)

    for method in (_make.__func__, _replace, __repr__, _asdict, __getnewargs__):
        method.__qualname__ = f"{typename}.{method.__name__}"
    class_namespace = {
        "__doc__": f"{typename}({', '.join(field_names)})",
        "__slots__": (),
        "_fields": field_names,
        "_field_defaults": field_defaults,
        "__new__": __new__,
        "_make": _make,
        "__replace__": _replace,
        "_replace": _replace,
        "__repr__": __repr__,
        "_asdict": _asdict,
        "__getnewargs__": __getnewargs__,
        "__match_args__": field_names,
    }
    for index, name in enumerate(field_names):
        class_namespace[name] = _tuplegetter(index, f"Alias for field number {index}")
    result = type(typename, (tuple,), class_namespace)
    if module is None:
        try:
            module = _sys._getframemodulename(1) or "__main__"
        except (AttributeError, ValueError):
            pass
    if module is not None:
        result.__module__ = module
    return result


def _with_counters(operator):
    """Decorate an operator of Counter that knows only counters."""

    def method(self, other):
        return operator(self, other) if isinstance(other, Counter) else NotImplemented

    method.__name__, method.__qualname__ = operator.__name__, operator.__qualname__
    return method


class Counter(dict):
    """A dict of how often each key has been counted; what is not there counts zero times."""

    __hash__ = None

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def most_common(self, n=None):
        """Return pairs of keys and counts, the largest counts first."""
        return sorted(self.items(), key=_itemgetter(1), reverse=True)[:n]

    def total(self):
        return sum(self.values())

    def elements(self):
        """Go over the keys, each as often as its count says."""
        return (key for key, n in self.items() for _ in range(n))

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def update(self, iterable=None, /, **kwds):
        """Count the elements of an iterable, or add the counts of a mapping."""
        if hasattr(iterable, "items"):
            if self:
                for key, n in iterable.items():
                    self[key] = n + self.get(key, 0)
            else:
                super().update(iterable)
        elif iterable is not None:
            _count_elements(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        """Take counts away; they may become negative."""
        if hasattr(iterable, "items"):
            taken = iterable.items()
        else:
            taken = ((key, 1) for key in (() if iterable is None else iterable))
        for key, n in taken:
            self[key] = self.get(key, 0) - n
        if kwds:
            self.subtract(kwds)

    def __delitem__(self, key):
        if key in self:
            super().__delitem__(key)

    def copy(self):
        return type(self)(self)

    def __reduce__(self):
        return type(self), (dict(self),)

    def __repr__(self):
        try:
            shown = dict(self.most_common())
        except TypeError:
            shown = dict(self)  # counts without an order
        return f"{type(self).__name__}({repr(shown) if shown else ''})"

    def _pairs(self, other):
        """Go over the counts of each key on both sides."""
        for key in {**self, **other}:
            yield self[key], other[key]

    @_with_counters
    def __eq__(self, other):
        return all(a == b for a, b in self._pairs(other))

    @_with_counters
    def __ne__(self, other):
        return not self == other

    @_with_counters
    def __le__(self, other):
        return all(a <= b for a, b in self._pairs(other))

    @_with_counters
    def __ge__(self, other):
        return all(a >= b for a, b in self._pairs(other))

    @_with_counters
    def __lt__(self, other):
        return self != other and self <= other

    @_with_counters
    def __gt__(self, other):
        return self != other and self >= other

    def _combine(self, other, op):
        combined = ((key, op(self[key], other[key])) for key in {**self, **other})
        return Counter({key: n for key, n in combined if n > 0})

    @_with_counters
    def __add__(self, other):
        return self._combine(other, lambda a, b: a + b)

    @_with_counters
    def __sub__(self, other):
        return self._combine(other, lambda a, b: a - b)

    @_with_counters
    def __or__(self, other):
        return self._combine(other, max)

    @_with_counters
    def __and__(self, other):
        return self._combine(other, min)

    def __pos__(self):
        return Counter({key: n for key, n in self.items() if n > 0})

    def __neg__(self):
        return Counter({key: -n for key, n in self.items() if n < 0})

    def _change(self, counts, op):
        """Put op(own count, other count) in the place of counts, then take out what is not above zero."""
        for key, n in counts:
            self[key] = op(self[key], n)
        for key in [key for key, n in self.items() if not n > 0]:
            del self[key]
        return self

    def __iadd__(self, other):
        return self._change(other.items(), lambda a, b: a + b)

    def __isub__(self, other):
        return self._change(other.items(), lambda a, b: a - b)

    def __ior__(self, other):
        return self._change(other.items(), max)

    def __iand__(self, other):
        return self._change([(key, other[key]) for key in self], min)


from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence

MutableSequence.register(deque)


def _merged(maps):
    """Return a dict of what several mappings hold, where the first that has a key says its value."""
    merged = {}
    for mapping in reversed(maps):
        merged.update(mapping)
    return merged


class ChainMap(MutableMapping):
    """Several mappings looked through as if they were one; changes go to the first."""

    def __init__(self, *maps):
        self.maps = [*maps] if maps else [{}]

    def __getitem__(self, key):
        for candidate in self.maps:
            try:
                return candidate[key]
            except KeyError:
                continue
        return self.__missing__(key)

    def __missing__(self, key):
        raise KeyError(key)

    def __contains__(self, key):
        return any(key in candidate for candidate in self.maps)

    def get(self, key, default=None):
        return default if key not in self else self[key]

    def __bool__(self):
        return any(self.maps)

    def __iter__(self):
        return iter(_merged([dict.fromkeys(candidate) for candidate in self.maps]))

    def __len__(self):
        return len({key for candidate in self.maps for key in candidate})

    def __repr__(self):
        return _guarded(self, lambda: f"{type(self).__name__}({', '.join(map(repr, self.maps))})", "...")

    @classmethod
    def fromkeys(cls, iterable, value=None, /):
        return cls(dict.fromkeys(iterable, value))

    def copy(self):
        return type(self)(self.maps[0].copy(), *self.maps[1:])

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __or__(self, other):
        return self.copy().__ior__(other) if isinstance(other, Mapping) else NotImplemented

    def __ror__(self, other):
        return type(self)(_merged([*self.maps, other])) if isinstance(other, Mapping) else NotImplemented

    __copy__ = copy

    @property
    def parents(self):
        return type(self)(*self.maps[1:])

    def new_child(self, m=None, **kwargs):
        if m is None:
            return type(self)(kwargs, *self.maps)
        if kwargs:
            m.update(kwargs)
        return type(self)(m, *self.maps)

    def __setitem__(self, key, value):
        first = self.maps[0]
        first[key] = value

    def __delitem__(self, key):
        self._in_first(lambda first: first.__delitem__(key), f"Key not found in the first mapping: {key!r}")

    def pop(self, key, *args):
        return self._in_first(lambda first: first.pop(key, *args), f"Key not found in the first mapping: {key!r}")

    def popitem(self):
        return self._in_first(lambda first: first.popitem(), "No keys found in the first mapping.")

    def _in_first(self, change, otherwise):
        try:
            return change(self.maps[0])
        except KeyError:
            raise KeyError(otherwise)

    def clear(self):
        self.maps[0].clear()


_dict = dict  # a parameter has the name


class UserDict(MutableMapping):
    """A dict of which classes are derived easily: what it holds is in data."""

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        for given in dict, kwargs:
            if given is not None and (given is not kwargs or kwargs):
                self.update(given)

    def __repr__(self):
        return repr(self.data)

    def __contains__(self, key):
        return key in self.data

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __getitem__(self, key):
        if key not in self.data:
            missing = getattr(type(self), "__missing__", None)
            if missing is None:
                raise KeyError(key)
            return missing(self, key)
        return self.data[key]

    def __delitem__(self, key):
        del self.data[key]

    def __setitem__(self, key, item):
        self.data[key] = item

    def get(self, key, default=None):
        return default if key not in self else self[key]

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made

    def __or__(self, other):
        if isinstance(other, UserDict):
            other = other.data
        return self.__class__(self.data | other) if isinstance(other, _dict) else NotImplemented

    def __ror__(self, other):
        if isinstance(other, UserDict):
            other = other.data
        return self.__class__(other | self.data) if isinstance(other, _dict) else NotImplemented

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self

    def copy(self):
        if type(self) is UserDict:
            return UserDict(self.data.copy())
        import copy
        data = self.data
        try:
            self.data = {}
            made = copy.copy(self)
        finally:
            self.data = data
        made.update(self)
        return made

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.__dict__["data"] = self.__dict__["data"].copy()
        return made


class UserList(MutableSequence):
    def __init__(self, initlist=None):
        self.data = []
        if initlist is not None:
            self.data[:] = initlist.data if isinstance(initlist, UserList) else list(initlist)

    def __repr__(self):
        return repr(self.data)

    def _cast(self, other):
        return other.data if isinstance(other, UserList) else other

    def __eq__(self, other):
        return self.data == self._cast(other)

    def __lt__(self, other):
        return self.data < self._cast(other)

    def __le__(self, other):
        return self.data <= self._cast(other)

    def __gt__(self, other):
        return self.data > self._cast(other)

    def __ge__(self, other):
        return self.data >= self._cast(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def _list(self, other):
        other = self._cast(other)
        return other if isinstance(other, list) else list(other)

    def __add__(self, other):
        return self.__class__(self.data + self._list(other))

    def __radd__(self, other):
        return self.__class__(self._list(other) + self.data)

    def __iadd__(self, other):
        self.data += self._list(other)
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __imul__(self, times):
        self.data *= times
        return self

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.__dict__["data"] = self.__dict__["data"][:]
        return made

    def index(self, item, *args):
        return self.data.index(item, *args)

    def count(self, item):
        return self.data.count(item)

    def copy(self):
        return self.__class__(self)

    def append(self, item):
        self.data.append(item)

    def extend(self, other):
        self.data.extend(self._cast(other))

    def insert(self, i, item):
        self.data.insert(i, item)

    def clear(self):
        self.data.clear()

    def remove(self, item):
        self.data.remove(item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def reverse(self):
        self.data.reverse()


class UserString(Sequence):
    def __init__(self, seq):
        self.data = seq.data[:] if isinstance(seq, UserString) else str(seq)

    def __hash__(self):
        return hash(self.data)

    def __repr__(self):
        return repr(self.data)

    def __str__(self):
        return str(self.data)

    def __complex__(self):
        return complex(self.data)

    def __float__(self):
        return float(self.data)

    def __int__(self):
        return int(self.data)

    def __getnewargs__(self):
        return (self.data[:],)

    def __eq__(self, other):
        return self.data == _plain(other)

    def __lt__(self, other):
        return self.data < _plain(other)

    def __le__(self, other):
        return self.data <= _plain(other)

    def __gt__(self, other):
        return self.data > _plain(other)

    def __ge__(self, other):
        return self.data >= _plain(other)

    def __contains__(self, char):
        return _plain(char) in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __add__(self, other):
        return self.__class__(self.data + (_plain(other) if isinstance(other, (UserString, str)) else str(other)))

    def __radd__(self, other):
        return self.__class__((other if isinstance(other, str) else str(other)) + self.data)

    def __rmod__(self, template):
        return self.__class__(str(template) % self)

    def __mod__(self, args):
        return self.__class__(self.data % args)

    def __mul__(self, n):
        return self.__class__(n * self.data)

    __rmul__ = __mul__

    def encode(self, encoding="utf-8", errors="strict"):
        return self.data.encode("utf-8" if encoding is None else encoding, "strict" if errors is None else errors)

    def join(self, seq):
        return self.data.join(seq)

    maketrans = str.maketrans


def _plain(x):
    return x.data if isinstance(x, UserString) else x


def _forward(name, wraps):
    """Give UserString a method of str, whose result is a UserString on request."""
    of_str = getattr(str, name)

    def method(self, /, *args, **kwargs):
        result = of_str(self.data, *map(_plain, args), **kwargs)
        return self.__class__(result) if wraps else result

    method.__name__ = name
    method.__qualname__ = "UserString." + name
    setattr(UserString, name, method)


for _name in ("capitalize", "casefold", "center", "expandtabs", "ljust", "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rjust", "rstrip",
              "strip", "swapcase", "title", "translate", "upper", "zfill"):
    _forward(_name, True)
for _name in ("count", "endswith", "find", "format", "format_map", "index", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier",
              "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper", "partition", "rfind", "rindex", "rpartition", "rsplit", "split",
              "splitlines", "startswith"):
    _forward(_name, False)
del _name
