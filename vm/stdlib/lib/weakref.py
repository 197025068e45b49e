"""Weak references and the containers built on them."""

import copy as _copy
from _weakref import CallableProxyType, ProxyType, ReferenceType, _collect, _referent, getweakrefcount, getweakrefs, proxy, ref
from collections.abc import MutableMapping, MutableSet

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs", "WeakKeyDictionary", "ReferenceType", "ProxyType",
           "CallableProxyType", "ProxyTypes", "WeakValueDictionary", "WeakSet", "WeakMethod", "finalize"]

ProxyTypes = (ProxyType, CallableProxyType)


class WeakMethod(ref):
    """A reference to a bound method that lives as long as its object."""

    __slots__ = "_func_ref", "_meth_type", "_alive", "__weakref__"

    def __new__(cls, meth, callback=None):
        try:
            obj, func = meth.__self__, meth.__func__
        except AttributeError:
            raise TypeError(f"argument should be a bound method, not {type(meth)}") from None
        self_ref = None

        def dead(_):
            self = self_ref()
            if self is not None and self._alive:
                self._alive = False
                if callback is not None:
                    callback(self)

        self = ref.__new__(cls, obj, dead)
        self._func_ref = ref(func, dead)
        self._meth_type = type(meth)
        self._alive = True
        self_ref = ref(self)
        return self

    def __call__(self):
        obj = super().__call__()
        func = _referent(self._func_ref)
        if obj is None or func is None:
            return None
        return self._meth_type(func, obj)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if not self._alive or not other._alive:
            return self is other
        return ref.__eq__(self, other) and self._func_ref == other._func_ref

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = ref.__hash__


class KeyedRef(ref):
    """A reference that knows the key under which a dictionary keeps it."""

    __slots__ = ("key",)

    def __new__(type, ob, callback, key):
        self = ref.__new__(type, ob, callback)
        self.key = key
        return self

    def __init__(self, ob, callback, key):
        super().__init__(ob, callback)


class _Mapping(MutableMapping):
    """What the two weak dictionaries share: entries whose object has died are dropped whenever the dictionary is used."""

    def __len__(self):
        return len(self._live())

    def __iter__(self):
        return self.keys()

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"

    def __or__(self, other):
        if isinstance(other, (dict, MutableMapping)):
            result = self.copy()
            result.update(other)
            return result
        return NotImplemented

    def __ror__(self, other):
        if isinstance(other, (dict, MutableMapping)):
            result = type(self)()
            result.update(other)
            result.update(self)
            return result
        return NotImplemented

    def __ior__(self, other):
        self.update(other)
        return self

    def copy(self):
        new = type(self)()
        for key, value in self.items():
            new[key] = value
        return new

    __copy__ = copy

    def update(self, other=None, /, **kwargs):
        if other is not None:
            if not hasattr(other, "items"):
                other = dict(other)
            for key, value in other.items():
                self[key] = value
        for key, value in kwargs.items():
            self[key] = value


_missing = object()


class WeakValueDictionary(_Mapping):
    """A mapping that drops an entry when its value dies."""

    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)

    def _live(self):
        _collect()
        live, dead = [], []
        for key, reference in list(self.data.items()):
            value = _referent(reference)
            if value is None:
                dead.append((key, reference))
            else:
                live.append((key, value))
        for key, reference in dead:
            if self.data.get(key) is reference:
                del self.data[key]
        return live

    def __getitem__(self, key):
        value = self.data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self.data[key] = KeyedRef(value, None, key)

    def __delitem__(self, key):
        _collect()
        reference = self.data.pop(key)
        if _referent(reference) is None:
            raise KeyError(key)

    def __contains__(self, key):
        reference = self.data.get(key)
        return reference is not None and reference() is not None

    def get(self, key, default=None):
        reference = self.data.get(key)
        if reference is None:
            return default
        value = reference()
        return default if value is None else value

    def __deepcopy__(self, memo):
        new = type(self)()
        for key, value in self._live():
            new[_copy.deepcopy(key, memo)] = value
        return new

    def keys(self):
        for key, _ in self._live():
            yield key

    def values(self):
        for _, value in self._live():
            yield value

    def items(self):
        yield from self._live()

    def itervaluerefs(self):
        yield from self.valuerefs()

    def valuerefs(self):
        self._live()
        return list(self.data.values())

    def popitem(self):
        live = self._live()
        if not live:
            raise KeyError("popitem(): dictionary is empty")
        key, value = live[-1]
        del self.data[key]
        return key, value

    def pop(self, key, *args):
        reference = self.data.pop(key, None)
        value = reference() if reference is not None else None
        if value is not None:
            return value
        if args:
            return args[0]
        raise KeyError(key)

    def setdefault(self, key, default=None):
        value = self.get(key)
        if value is None:
            self[key] = default
            return default
        return value


class WeakKeyDictionary(_Mapping):
    """A mapping that drops an entry when its key dies."""

    def __init__(self, dict=None):
        self.data = {}
        if dict is not None:
            self.update(dict)

    def _live(self):
        _collect()
        live, dead = [], False
        for reference, value in list(self.data.items()):
            key = _referent(reference)
            if key is None:
                dead = True
            else:
                live.append((key, value))
        if dead:
            self.data = {r: v for r, v in self.data.items() if _referent(r) is not None}
        return live

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __contains__(self, key):
        try:
            return ref(key) in self.data
        except TypeError:
            return False

    def __deepcopy__(self, memo):
        new = type(self)()
        for key, value in self._live():
            new[key] = _copy.deepcopy(value, memo)
        return new

    def get(self, key, default=None):
        return self.data.get(ref(key), default)

    def keys(self):
        for key, _ in self._live():
            yield key

    def values(self):
        for _, value in self._live():
            yield value

    def items(self):
        yield from self._live()

    def keyrefs(self):
        self._live()
        return list(self.data)

    def popitem(self):
        live = self._live()
        if not live:
            raise KeyError("popitem(): dictionary is empty")
        key, value = live[-1]
        del self[key]
        return key, value

    def pop(self, key, *args):
        return self.data.pop(ref(key), *args)

    def setdefault(self, key, default=None):
        return self.data.setdefault(ref(key), default)


class WeakSet(MutableSet):
    """A set that drops an element when it dies."""

    def __init__(self, data=None):
        self.data = set()
        if data is not None:
            self.update(data)

    def _live(self):
        _collect()
        live, dead = [], False
        for reference in list(self.data):
            item = _referent(reference)
            if item is None:
                dead = True
            else:
                live.append(item)
        if dead:
            self.data = {r for r in self.data if _referent(r) is not None}
        return live

    def __iter__(self):
        for item in self._live():
            yield item

    def __len__(self):
        return len(self._live())

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False

    def __reduce__(self):
        return self.__class__, (list(self),), self.__getstate__()

    def __repr__(self):
        return repr(self.data)

    def add(self, item):
        self.data.add(ref(item))

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    def pop(self):
        for item in self._live():
            self.data.discard(ref(item))
            return item
        raise KeyError("pop from empty WeakSet")

    def remove(self, item):
        self.data.remove(ref(item))

    def discard(self, item):
        self.data.discard(ref(item))

    def update(self, other):
        for item in other:
            self.add(item)

    def __ior__(self, other):
        self.update(other)
        return self

    def _refs(self, other):
        refs = set()
        for item in other:
            refs.add(ref(item))
        return refs

    def difference(self, other):
        new = self.copy()
        new.difference_update(other)
        return new

    __sub__ = difference

    def difference_update(self, other):
        if self is other:
            self.data.clear()
        else:
            self.data.difference_update(self._refs(other))

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def intersection(self, other):
        return self.__class__(item for item in other if item in self)

    __and__ = intersection

    def intersection_update(self, other):
        self.data.intersection_update(self._refs(other))

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def issubset(self, other):
        self._live()
        return self.data.issubset(self._refs(other))

    __le__ = issubset

    def __lt__(self, other):
        return len(self) < len(other) and self.issubset(other)

    def issuperset(self, other):
        self._live()
        return self.data.issuperset(self._refs(other))

    __ge__ = issuperset

    def __gt__(self, other):
        return len(self) > len(other) and self.issuperset(other)

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return set(self._live()) == set(other._live())

    def symmetric_difference(self, other):
        new = self.copy()
        new.symmetric_difference_update(other)
        return new

    __xor__ = symmetric_difference

    def symmetric_difference_update(self, other):
        if self is other:
            self.data.clear()
        else:
            self.data.symmetric_difference_update(self._refs(other))

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def union(self, other):
        return self.__class__(item for items in (self, other) for item in items)

    __or__ = union

    def isdisjoint(self, other):
        return len(self.intersection(other)) == 0


class finalize:
    """A function that is called when an object dies, at exit, or by hand, whichever comes first."""

    __slots__ = ()
    _registry = {}
    _shutdown = False
    _count = 0
    _registered_with_atexit = False

    class _Info:
        __slots__ = ("weakref", "func", "args", "kwargs", "atexit", "index")

    def __init__(self, obj, func, /, *args, **kwargs):
        if not finalize._registered_with_atexit:
            import atexit
            atexit.register(finalize._exit)
            finalize._registered_with_atexit = True
        info = finalize._Info()
        info.weakref = ref(obj, self)
        info.func, info.args, info.kwargs, info.atexit = func, args, kwargs or None, True
        info.index = finalize._count
        finalize._count += 1
        finalize._registry[self] = info

    def __call__(self, _=None):
        info = finalize._registry.pop(self, None)
        if info and not finalize._shutdown:
            return info.func(*info.args, **(info.kwargs or {}))

    def _peek(self):
        _collect()
        info = finalize._registry.get(self)
        obj = info and _referent(info.weakref)
        return (info, obj) if obj is not None else (None, None)

    def detach(self):
        info, obj = self._peek()
        if info and finalize._registry.pop(self, None):
            return obj, info.func, info.args, info.kwargs or {}

    def peek(self):
        info, obj = self._peek()
        if info:
            return obj, info.func, info.args, info.kwargs or {}

    @property
    def alive(self):
        _collect()
        return self in finalize._registry

    @property
    def atexit(self):
        info = finalize._registry.get(self)
        return bool(info) and info.atexit

    @atexit.setter
    def atexit(self, value):
        info = finalize._registry.get(self)
        if info:
            info.atexit = bool(value)

    def __repr__(self):
        info = finalize._registry.get(self)
        obj = info and _referent(info.weakref)
        if obj is None:
            return f"<{type(self).__name__} object at {id(self):#x}; dead>"
        return f"<{type(self).__name__} object at {id(self):#x}; for {type(obj).__qualname__!r} at {id(obj):#x}>"

    @classmethod
    def _exit(cls):
        while True:
            pending = [(info.index, f) for f, info in cls._registry.items() if info.atexit]
            if not pending:
                break
            max(pending, key=lambda item: item[0])[1]()
        cls._shutdown = True
