"""Abstract base classes of containers and other protocols."""

import sys
from abc import ABCMeta, abstractmethod

GenericAlias = type(list[int])

_protocols = {}  # each class that others belong to by their methods alone, with the names of these


def _needs(*names):
    """Decorate a class: others that have these methods, and those its bases need, count as its subclasses."""

    def decorate(protocol):
        wanted = [name for base in protocol.__mro__ for name in _protocols.get(base, ())]
        wanted += names

        def __subclasshook__(cls, other):
            if cls is not protocol:
                return NotImplemented
            return all(_defines(other, name) for name in wanted) or NotImplemented

        _protocols[protocol] = tuple(wanted)
        protocol.__subclasshook__ = classmethod(__subclasshook__)
        return protocol

    return decorate


def _defines(cls, name):
    """Tell whether instances have a method: the first class that mentions it may say None, which takes it away."""
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None) is not None


def _protocol(title, /, *bases, generic=True, done=(), **methods):
    """Make the class of a protocol that is nothing but its methods, given with what they do when super() reaches them.

    Subclasses must define them all, less those that are done.
    """
    body = {"__slots__": (), "__module__": "collections.abc"}
    if generic:
        body["__class_getitem__"] = classmethod(GenericAlias)
    for name, function in methods.items():
        function.__name__, function.__qualname__ = name, title + "." + name
        body[name] = function if name in done else abstractmethod(function)
    return _needs(*methods)(ABCMeta(title, bases, body))


def _nothing(*results):
    """Make a generator function without results."""

    def generate(self):
        yield from results

    return generate


def _to_define(error):
    """Decorate a method that subclasses must define; where super() reaches it, it raises the error."""

    def decorate(described):
        def method(self, *args, **kwargs):
            raise error

        method.__name__, method.__qualname__, method.__wrapped__ = described.__name__, described.__qualname__, described
        return abstractmethod(method)

    return decorate


Hashable = _protocol("Hashable", generic=False, __hash__=lambda self: 0)
Sized = _protocol("Sized", generic=False, __len__=lambda self: 0)
Buffer = _protocol("Buffer", generic=False, __buffer__=lambda self, flags, /: None)
Container = _protocol("Container", __contains__=lambda self, x: False)
Iterable = _protocol("Iterable", __iter__=_nothing())
Reversible = _protocol("Reversible", Iterable, __reversed__=_nothing())
Collection = _protocol("Collection", Sized, Iterable, Container)
Callable = _protocol("Callable", __call__=lambda self, *args, **kwds: False)
Awaitable = _protocol("Awaitable", __await__=_nothing())
Coroutine = _protocol("Coroutine", Awaitable, send=lambda self, value: None, throw=lambda self, typ, val=None, tb=None: None,
                      close=lambda self: None, done=("close",))
AsyncIterable = _protocol("AsyncIterable", __aiter__=lambda self: None)
AsyncIterator = _protocol("AsyncIterator", AsyncIterable, __anext__=lambda self: None, __aiter__=lambda self: self, done=("__aiter__",))
AsyncGenerator = _protocol("AsyncGenerator", AsyncIterator, asend=lambda self, value: None,
                           athrow=lambda self, typ, val=None, tb=None: None,
                           __anext__=lambda self: self.asend(None), aclose=lambda self: None, done=("__anext__", "aclose"))


@_needs("__next__")
class Iterator(Iterable):
    __slots__ = ()

    @_to_define(StopIteration)
    def __next__(self):
        """Return the next item."""

    def __iter__(self):
        return self


@_needs("send", "throw", "close")
class Generator(Iterator):
    __slots__ = ()

    @_to_define(StopIteration)
    def send(self, value):
        """Go on with a value to the next yield."""

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        """Go on with an exception to the next yield."""
        if val is not None:
            raise val
        raise typ

    def __next__(self):
        return self.send(None)

    def close(self):
        """Throw GeneratorExit, which has to end the generator."""
        ended = GeneratorExit, StopIteration
        try:
            self.throw(GeneratorExit)
        except ended:
            return
        raise RuntimeError("generator ignored GeneratorExit")


def _with_sets(operator):
    """Decorate an operator that knows sets alone."""

    def method(self, other):
        return operator(self, other) if isinstance(other, Set) else NotImplemented

    method.__name__, method.__qualname__ = operator.__name__, operator.__qualname__
    return method


def _with_iterables(operator):
    """Decorate an operator that knows anything with elements."""

    def method(self, other):
        return operator(self, other) if isinstance(other, Iterable) else NotImplemented

    method.__name__, method.__qualname__ = operator.__name__, operator.__qualname__
    return method


def _set_like(sample, elements):
    return elements if isinstance(elements, Set) else sample._from_iterable(elements)


def _equal(a, b):
    """Compare as built-in containers do: an object equals itself, whatever its __eq__ says."""
    return a is b or a == b


class Set(Collection):
    """Comparison and set operators, from __contains__, __iter__ and __len__."""

    __slots__ = ()
    __hash__ = None

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def _hash(self):
        """Return the hash that a frozenset of the elements has."""
        return hash(frozenset(self))

    @_with_sets
    def __le__(self, other):
        return len(self) <= len(other) and all(x in other for x in self)

    @_with_sets
    def __ge__(self, other):
        return len(self) >= len(other) and all(x in self for x in other)

    @_with_sets
    def __eq__(self, other):
        return len(self) == len(other) and self.__le__(other)

    @_with_sets
    def __lt__(self, other):
        return len(self) < len(other) and self.__le__(other)

    @_with_sets
    def __gt__(self, other):
        return len(self) > len(other) and self.__ge__(other)

    def isdisjoint(self, other):
        return all(x not in self for x in other)

    @_with_iterables
    def __and__(self, other):
        return self._from_iterable(x for x in other if x in self)

    @_with_iterables
    def __or__(self, other):
        return self._from_iterable(x for elements in (self, other) for x in elements)

    @_with_iterables
    def __sub__(self, other):
        without = _set_like(self, other)
        return self._from_iterable(x for x in self if x not in without)

    @_with_iterables
    def __rsub__(self, other):
        return self._from_iterable(x for x in _set_like(self, other) if x not in self)

    @_with_iterables
    def __xor__(self, other):
        other = _set_like(self, other)
        return (self - other) | (other - self)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__


class MutableSet(Set):
    __slots__ = ()

    @_to_define(NotImplementedError)
    def add(self, value):
        """Put a value in."""

    @_to_define(NotImplementedError)
    def discard(self, value):
        """Take a value out if it is there."""

    def remove(self, value):
        if value in self:
            self.discard(value)
        else:
            raise KeyError(value)

    def pop(self):
        value = next(iter(self), _absent)
        if value is _absent:
            raise KeyError
        self.discard(value)
        return value

    def clear(self):
        _take_all(self.pop, KeyError)

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __isub__(self, it):
        for value in list(it) if it is self else it:
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
        else:
            for value in _set_like(self, it):
                change = self.discard if value in self else self.add
                change(value)
        return self


_absent = object()


def _take_all(take, empty):
    """Call a function until it raises the error of an empty container."""
    while True:
        try:
            take()
        except empty:
            return


class Mapping(Collection):
    """The methods of read-only dicts, from __getitem__, __iter__ and __len__."""

    __slots__ = ()
    __hash__ = None
    __reversed__ = None

    @_to_define(KeyError)
    def __getitem__(self, key):
        """Return the value of a key."""

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        else:
            return True

    def get(self, key, default=None):
        try:
            found = self[key]
        except KeyError:
            found = default
        return found

    def __eq__(self, other):
        if isinstance(other, Mapping):
            return dict(self.items()) == dict(other.items())
        return NotImplemented

    def keys(self):
        return KeysView(self)

    def values(self):
        return ValuesView(self)

    def items(self):
        return ItemsView(self)


class MappingView(Sized):
    """What keys(), values() and items() return: it shows what the mapping holds at each moment."""

    __slots__ = ("_mapping",)
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, mapping):
        self._mapping = mapping

    def __repr__(self):
        return f"{type(self).__name__}({self._mapping!r})"

    def __len__(self):
        return len(self._mapping)


class _ViewAsSet(MappingView, Set):
    """A view whose operators return plain sets."""

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)


class KeysView(_ViewAsSet):
    __slots__ = ()

    def __iter__(self):
        yield from self._mapping

    def __contains__(self, key):
        return key in self._mapping


class ItemsView(_ViewAsSet):
    __slots__ = ()

    def __iter__(self):
        return ((key, self._mapping[key]) for key in self._mapping)

    def __contains__(self, item):
        key, expected = item
        try:
            return _equal(self._mapping[key], expected)
        except KeyError:
            return False


class ValuesView(MappingView, Collection):
    __slots__ = ()

    def __iter__(self):
        return (self._mapping[key] for key in self._mapping)

    def __contains__(self, value):
        return any(_equal(v, value) for v in self)


class MutableMapping(Mapping):
    __slots__ = ()

    @_to_define(KeyError)
    def __setitem__(self, key, value):
        """Store a value under a key."""

    @_to_define(KeyError)
    def __delitem__(self, key):
        """Take a key out."""

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            pass
        self[key] = default
        return default

    def pop(self, key, default=_absent):
        try:
            found = self[key]
        except KeyError:
            if default is not _absent:
                return default
            raise
        del self[key]
        return found

    def popitem(self):
        key = next(iter(self), _absent)
        if key is _absent:
            raise KeyError
        pair = key, self[key]
        del self[key]
        return pair

    def clear(self):
        _take_all(self.popitem, KeyError)

    def update(self, other=(), /, **kwds):
        if isinstance(other, Mapping):
            keys = other
        else:
            keys = other.keys() if hasattr(other, "keys") else None
        for key, value in other if keys is None else ((key, other[key]) for key in keys):
            self[key] = value
        for name in kwds:
            self[name] = kwds[name]


class Sequence(Reversible, Collection):
    """The methods of read-only sequences, from __getitem__ and __len__."""

    __slots__ = ()

    @_to_define(IndexError)
    def __getitem__(self, index):
        """Return the item at an index."""

    def __iter__(self):
        position = 0
        while True:
            try:
                item = self[position]
            except IndexError:
                return
            yield item
            position += 1

    def __reversed__(self):
        return (self[i] for i in range(len(self) - 1, -1, -1))

    def __contains__(self, value):
        return any(_equal(item, value) for item in self)

    def count(self, value):
        return sum(_equal(item, value) for item in self)

    def index(self, value, start=0, stop=None):
        if start < 0:
            start = max(start + len(self), 0)
        if stop is not None and stop < 0:
            stop += len(self)
        position = start
        try:
            while stop is None or position < stop:
                if _equal(self[position], value):
                    return position
                position += 1
        except IndexError:
            pass
        raise ValueError


class MutableSequence(Sequence):
    __slots__ = ()

    @_to_define(IndexError)
    def __setitem__(self, index, value):
        """Put another item in the place of one."""

    @_to_define(IndexError)
    def __delitem__(self, index):
        """Take an item out."""

    @_to_define(IndexError)
    def insert(self, index, value):
        """Put an item in before that at the index."""

    def append(self, value):
        self.insert(len(self), value)

    def extend(self, values):
        for value in list(values) if values is self else values:
            self.append(value)

    def __iadd__(self, values):
        self.extend(values)
        return self

    def pop(self, index=-1):
        taken = self[index]
        del self[index]
        return taken

    def clear(self):
        _take_all(self.pop, IndexError)

    def remove(self, value):
        del self[self.index(value)]

    def reverse(self):
        left, right = 0, len(self) - 1
        while left < right:
            self[left], self[right] = self[right], self[left]
            left, right = left + 1, right - 1


class ByteString(Sequence):
    __slots__ = ()


for _class, *_builtin in (
    (Generator, type((lambda: (yield))())),
    (Set, frozenset),
    (MutableSet, set),
    (Mapping, type(type.__dict__)),
    (MutableMapping, dict),
    (KeysView, type({}.keys())),
    (ValuesView, type({}.values())),
    (ItemsView, type({}.items())),
    (Sequence, tuple, str, range, bytes, memoryview),
    (MutableSequence, list, bytearray),
    (ByteString, bytes, bytearray),
):
    for _type in _builtin:
        _class.register(_type)

# The environment comes before this module is loaded; os registers it itself if it comes later.
if "os" in sys.modules:
    MutableMapping.register(sys.modules["os"]._Environ)

__all__ = [name for name, value in globals().items() if isinstance(value, ABCMeta) and name[0] != "_"]
