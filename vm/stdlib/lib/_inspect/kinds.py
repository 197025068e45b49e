"""What an object is."""

import functools
import types

__name__ = "inspect"  # whose classes and functions these are


CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 16, 32
CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 128, 256, 512
CO_NOFREE, CO_HAS_DOCSTRING, CO_METHOD = 64, 0x4000000, 0x8000000
TPFLAGS_IS_ABSTRACT = 1 << 20


def ismodule(object):
    return isinstance(object, types.ModuleType)


def ispackage(object):
    return ismodule(object) and hasattr(object, "__path__")


def isclass(object):
    return isinstance(object, type)


def ismethod(object):
    return isinstance(object, types.MethodType)


def isfunction(object):
    return isinstance(object, types.FunctionType)


def isbuiltin(object):
    return isinstance(object, types.BuiltinFunctionType)


def ismethodwrapper(object):
    return isinstance(object, types.MethodWrapperType)


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def istraceback(object):
    return isinstance(object, types.TracebackType)


def isframe(object):
    return isinstance(object, types.FrameType)


def iscode(object):
    return isinstance(object, types.CodeType)


def iscoroutine(object):
    return isinstance(object, types.CoroutineType)


def isawaitable(object):
    from collections.abc import Awaitable
    if isinstance(object, types.GeneratorType):
        return bool(object.gi_code.co_flags & CO_ITERABLE_COROUTINE)
    return isinstance(object, Awaitable)


def isasyncgen(object):
    return isinstance(object, types.AsyncGeneratorType)


def isasyncgenfunction(obj):
    return _has_flag(obj, CO_ASYNC_GENERATOR)


def iscoroutinefunction(obj):
    return _has_flag(obj, CO_COROUTINE) or getattr(obj, "_is_coroutine_mark", None) is _is_coroutine_mark


_is_coroutine_mark = object()


def markcoroutinefunction(func):
    """Make iscoroutinefunction say yes about a function that is not written with async def."""
    getattr(func, "__func__", func)._is_coroutine_mark = _is_coroutine_mark
    return func


def _has_flag(f, flag):
    while ismethod(f) or isinstance(f, functools.partial):
        f = f.__func__ if ismethod(f) else f.func
    return isfunction(f) and bool(f.__code__.co_flags & flag)


def isgetsetdescriptor(object):
    return isinstance(object, types.GetSetDescriptorType)


def ismemberdescriptor(object):
    return isinstance(object, types.MemberDescriptorType)


def ismethoddescriptor(obj):
    if isclass(obj) or ismethod(obj) or isfunction(obj):
        return False
    return hasattr(type(obj), "__get__") and not hasattr(type(obj), "__set__")


def isdatadescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), "__set__") or hasattr(type(object), "__delete__")


def isroutine(object):
    return isbuiltin(object) or isfunction(object) or ismethod(object) or ismethoddescriptor(object) or ismethodwrapper(object)


def isabstract(object):
    return isinstance(object, type) and bool(getattr(object, "__abstractmethods__", None))


def _unwrap_partial(func):
    while isinstance(func, functools.partial):
        func = func.func
    return func


def isgeneratorfunction(obj):
    f = _unwrap_partial(obj.__func__ if ismethod(obj) else obj)
    return isfunction(f) and bool(f.__code__.co_flags & CO_GENERATOR)


def getmro(cls):
    return cls.__mro__


def unwrap(func, *, stop=None):
    seen = {id(func)}
    while hasattr(func, "__wrapped__") and not (stop is not None and stop(func)):
        func = func.__wrapped__
        if id(func) in seen:
            raise ValueError(f"wrapper loop when unwrapping {func!r}")
        seen.add(id(func))
    return func
