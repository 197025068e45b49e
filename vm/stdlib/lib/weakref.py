"""Weak references and the containers built on them."""

from _weakref import ProxyType, ReferenceType, getweakrefcount, proxy, ref
from collections.abc import MutableMapping, MutableSet

ProxyTypes = (ProxyType,)
CallableProxyType = ProxyType


def getweakrefs(object):
    return [ref(object)] if getweakrefcount(object) else []


class WeakMethod(ref):
    def __new__(cls, meth, callback=None):
        self = ref.__new__(cls, meth.__self__, callback)
        self._func = meth.__func__
        return self

    def __call__(self):
        obj = ref.__call__(self)
        return None if obj is None else self._func.__get__(obj)


class WeakValueDictionary(MutableMapping):
    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)

    def __getitem__(self, key):
        return self.data[key]()

    def __setitem__(self, key, value):
        self.data[key] = ref(value)

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        return key in self.data

    def copy(self):
        return WeakValueDictionary(self)

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"


class WeakKeyDictionary(MutableMapping):
    def __init__(self, dict=None):
        self.data = {}
        if dict is not None:
            self.update(dict)

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __iter__(self):
        return (r() for r in list(self.data))

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        try:
            return ref(key) in self.data
        except TypeError:
            return False

    def copy(self):
        return WeakKeyDictionary(self)

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"


class WeakSet(MutableSet):
    def __init__(self, data=None):
        self.data = set()
        if data is not None:
            for item in data:
                self.add(item)

    def __iter__(self):
        return (r() for r in list(self.data))

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False

    def add(self, item):
        self.data.add(ref(item))

    def discard(self, item):
        self.data.discard(ref(item))

    def update(self, other):
        for item in other:
            self.add(item)


class finalize:
    """A callback that runs at exit, or when it is called."""

    _registry = {}

    def __init__(self, obj, func, /, *args, **kwargs):
        self._registry[self] = (func, args, kwargs)
        import atexit
        atexit.register(self)

    atexit = True

    def __call__(self, _=None):
        info = self._registry.pop(self, None)
        if info:
            func, args, kwargs = info
            return func(*args, **kwargs)

    def detach(self):
        return self._registry.pop(self, None)

    @property
    def alive(self):
        return self in self._registry
