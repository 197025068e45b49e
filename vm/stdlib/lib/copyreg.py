"""Registered reductions, for copy and pickle."""

__all__ = ["pickle", "constructor", "add_extension", "remove_extension", "clear_extension_cache"]

dispatch_table = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def _pickle_union(union):
    import operator
    return operator.getitem, (type(union), union.__args__)


dispatch_table[type(int | str)] = _pickle_union


def constructor(object):
    if not callable(object):
        raise TypeError("constructors must be callable")


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _reconstructor(cls, base, state):
    """An instance as protocols 0 and 1 describe it: made by a built-in base from that base's own value."""
    if base is object:
        return object.__new__(cls)
    obj = base.__new__(cls, state)
    if base.__init__ is not object.__init__:
        base.__init__(obj, state)
    return obj


_HEAP_TYPE = 1 << 9


def _reduce_ex(self, proto):
    cls = type(self)
    base = next((c for c in cls.__mro__ if not c.__flags__ & _HEAP_TYPE), object)
    state = None
    if base is not object:
        if base is cls:
            raise TypeError(f"cannot pickle {cls.__name__!r} object")
        state = base(self)
    if type(self).__getstate__ is object.__getstate__ and getattr(self, "__slots__", None):
        raise TypeError("a class that defines __slots__ without defining __getstate__ cannot be pickled")
    args = (cls, base, state)
    saved = self.__getstate__()
    return (_reconstructor, args, saved) if saved else (_reconstructor, args)


def _slotnames(cls):
    """The attributes that lie in slots of instances, of all classes, as they are called outside of the classes."""
    names = []
    for c in cls.__mro__:
        slots = c.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name.startswith("__") and not name.endswith("__"):
                name = "_" + c.__name__.lstrip("_") + name
            if name not in ("__dict__", "__weakref__"):
                names.append(name)
    return names


def _state_of(obj):
    """What object.__getstate__ gives, in Python: for the tracer, which cannot look into native code."""
    state = dict(obj.__dict__) if hasattr(obj, "__dict__") else {}
    slots = {name: getattr(obj, name) for name in _slotnames(type(obj)) if hasattr(obj, name)}
    return (state or None, slots) if slots else state or None


def _reduction_of(obj):
    """What object.__reduce_ex__ gives from protocol 2 on, in Python."""
    cls = type(obj)
    if cls.__reduce__ is not object.__reduce__:
        return obj.__reduce__()
    if hasattr(cls, "__getnewargs_ex__"):
        args, kwargs = obj.__getnewargs_ex__()
        return __newobj_ex__, (cls, args, kwargs), obj.__getstate__(), None, None
    args = obj.__getnewargs__() if hasattr(cls, "__getnewargs__") else ()
    return __newobj__, (cls, *args), obj.__getstate__(), None, None


_extension_registry = {}
_inverted_registry = {}
_extension_cache = {}


def add_extension(module, name, code):
    code = int(code)
    if not 1 <= code <= 0x7FFFFFFF:
        raise ValueError("code out of range")
    key = module, name
    if _extension_registry.get(key) == code and _inverted_registry.get(code) == key:
        return
    if key in _extension_registry:
        raise ValueError("key %s is already registered with code %s" % (key, _extension_registry[key]))
    if code in _inverted_registry:
        raise ValueError("code %s is already in use for key %s" % (code, _inverted_registry[code]))
    _extension_registry[key] = code
    _inverted_registry[code] = key


def remove_extension(module, name, code):
    key = module, name
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError("key %s is not registered with code %s" % (key, code))
    del _extension_registry[key]
    del _inverted_registry[code]
    _extension_cache.pop(code, None)


def clear_extension_cache():
    _extension_cache.clear()
