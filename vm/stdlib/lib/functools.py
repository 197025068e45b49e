"""Higher-order functions; the primitive ones are in Go (_functools)."""

from _functools import Placeholder, _lru_cache_wrapper, cmp_to_key, partial, reduce
from types import GenericAlias, MethodType, UnionType

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotate__", "__type_params__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        try:
            setattr(wrapper, name, value)
        except (AttributeError, TypeError):
            if name not in ("__annotate__", "__type_params__"):
                raise
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


def _derived(root, name):
    """The comparison `name` computed from the comparison `root` that the class defines."""
    strict = root in ("__lt__", "__gt__")
    same_side = (root in ("__lt__", "__le__")) == (name in ("__lt__", "__le__"))

    def method(self, other):
        result = getattr(type(self), root)(self, other)
        if result is NotImplemented:
            return result
        if same_side:
            return (result or self == other) if strict else (result and self != other)
        name_strict = name in ("__lt__", "__gt__")
        if strict:
            return (not result and self != other) if name_strict else not result
        return not result if name_strict else (not result or self == other)

    method.__name__ = name
    method.__qualname__ = name
    method.__doc__ = getattr(int, name).__doc__
    return method


def total_ordering(cls):
    order = ("__lt__", "__gt__", "__le__", "__ge__")
    roots = {op for op in order if getattr(cls, op, None) is not getattr(object, op, None)}
    if not roots:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = max(roots)
    for name in order:
        if name not in roots:
            setattr(cls, name, _derived(root, name))
    return cls


_CacheInfo = None


def _cache_info(hits, misses, maxsize, currsize):
    global _CacheInfo
    if _CacheInfo is None:
        from collections import namedtuple
        _CacheInfo = namedtuple("CacheInfo", ["hits", "misses", "maxsize", "currsize"], module="functools")
    return _CacheInfo(hits, misses, maxsize, currsize)


def lru_cache(maxsize=128, typed=False):
    if isinstance(maxsize, int):
        if maxsize < 0:
            maxsize = 0
    elif callable(maxsize) and isinstance(typed, bool):
        function, maxsize = maxsize, 128
        wrapper = _lru_cache_wrapper(function, maxsize, typed, _cache_info)
        wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
        return update_wrapper(wrapper, function)
    elif maxsize is not None:
        raise TypeError("Expected first argument to be an integer, a callable, or None")

    def decorating_function(function):
        wrapper = _lru_cache_wrapper(function, maxsize, typed, _cache_info)
        wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
        return update_wrapper(wrapper, function)

    return decorating_function


def cache(user_function, /):
    return lru_cache(maxsize=None)(user_function)


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"the first argument {func!r} must be a callable or a descriptor")
        if isinstance(func, partialmethod):
            self.func = func.func
            self.args = func.args + args
            self.keywords = {**func.keywords, **keywords}
        else:
            self.func = func
            self.args = args
            self.keywords = keywords

    def __repr__(self):
        parts = [repr(self.func), *map(repr, self.args), *(f"{k}={v!r}" for k, v in self.keywords.items())]
        return f"{type(self).__module__}.{type(self).__qualname__}({', '.join(parts)})"

    def _make_unbound_method(self):
        def _method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **{**self.keywords, **keywords})
        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.__partialmethod__ = self
        return _method

    def __get__(self, obj, cls=None):
        bind = getattr(self.func, "__get__", None)
        bound = self.func if bind is None else bind(obj, cls)
        if bound is self.func:
            return self._make_unbound_method().__get__(obj, cls)
        called = partial(bound, *self.args, **self.keywords)
        if hasattr(bound, "__self__"):
            called.__self__ = bound.__self__
        return called

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)

    __class_getitem__ = classmethod(GenericAlias)


class cached_property:
    """An attribute whose value is computed when it is first read, and kept in the instance."""

    def __init__(self, func):
        self.func, self.attrname = func, None
        self.__module__, self.__doc__ = func.__module__, func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname not in (None, name):
            raise TypeError(f"Cannot assign the same cached_property to two different names ({self.attrname!r} and {name!r}).")
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        try:
            cache = instance.__dict__
        except AttributeError:
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} instance to cache {self.attrname!r} property.") from None
        val = cache.get(self.attrname, _missing)
        if val is _missing:
            val = self.func(instance)
            cache[self.attrname] = val
        return val

    __class_getitem__ = classmethod(GenericAlias)


_missing = object()


def _find_impl(cls, registry):
    for base in cls.__mro__:
        if base in registry:
            if base is not object:
                return registry[base]
            break
    matches = [t for t in registry if t is not object and t not in cls.__mro__ and _is_subclass(cls, t)]
    for t in matches:
        if not any(o is not t and _is_subclass(o, t) for o in matches):
            return registry[t]
    return registry.get(object)


def _is_subclass(cls, other):
    try:
        return issubclass(cls, other)
    except TypeError:
        return False


def singledispatch(func):
    registry = {}
    cache = {}
    funcname = getattr(func, "__name__", "singledispatch function")

    def dispatch(cls):
        try:
            return cache[cls]
        except KeyError:
            impl = cache[cls] = registry[cls] if cls in registry else _find_impl(cls, registry)
            return impl

    def is_valid(cls):
        return isinstance(cls, type) or isinstance(cls, UnionType) and all(isinstance(a, type) for a in cls.__args__)

    def register(cls, func=None):
        if is_valid(cls):
            if func is None:
                return lambda f: register(cls, f)
        else:
            if func is not None:
                raise TypeError(f"Invalid first argument to `register()`. {cls!r} is not a class or union type.")
            hints = getattr(cls, "__annotations__", {})
            if not hints:
                raise TypeError(f"Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` or plain `@register` on an annotated function.")
            func = cls
            from typing import get_type_hints
            argname, cls = next(iter(get_type_hints(func).items()))
            if not is_valid(cls):
                raise TypeError(f"Invalid annotation for {argname!r}. {cls!r} is not a class.")
        if isinstance(cls, UnionType):
            for arg in cls.__args__:
                registry[arg] = func
        else:
            registry[cls] = func
        cache.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{funcname} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    from types import MappingProxyType
    registry[object] = func
    vars(wrapper).update(register=register, dispatch=dispatch, registry=MappingProxyType(registry), _clear_cache=cache.clear)
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    """A method chosen by the class of its first argument after self."""

    def __init__(self, func):
        if not (callable(func) or hasattr(func, "__get__")):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.func, self.dispatcher = func, singledispatch(func)

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        dispatch = self.dispatcher.dispatch
        func = self.func

        def _method(*args, **kwargs):
            if not args:
                raise TypeError(f"{func.__name__} requires at least 1 positional argument")
            return dispatch(args[0].__class__).__get__(obj, cls)(*args, **kwargs)

        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.register = self.register
        update_wrapper(_method, self.func)
        return _method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)
