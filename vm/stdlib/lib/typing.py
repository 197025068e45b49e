"""Type annotations. Nothing here is checked when a program runs, except what
isinstance, NamedTuple, TypedDict and runtime_checkable need."""

import collections
import collections.abc as _abc
import sys
import types
from abc import abstractmethod

from _typing.forms import (Annotated, Any, ClassVar, Concatenate, Final, Literal, LiteralString, Never, NoReturn, NotRequired, Optional, ReadOnly, Required, Self, TypeAlias,
                           TypeGuard, TypeIs, Unpack, _AnnotatedAlias, _CallableAlias, _CallableSpecial, _Final, _SpecialAlias)
from _typing.forward import ForwardRef, Union, _convert
from _typing.generics import Generic, Protocol, _Alias, runtime_checkable
from _typing.parameters import (NoDefault, ParamSpec, ParamSpecArgs, ParamSpecKwargs, TypeAliasType, TypeVar, TypeVarTuple, _make_alias, _make_constrained, _make_generic,
                                _make_paramspec, _make_typevar, _make_typevartuple, _set_default)

GenericAlias = _GenericAlias = type(list[int])

TYPE_CHECKING = False


class NewType:
    """A function that returns its argument, for type checkers."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition(".")[2]
        self.__supertype__ = tp
        try:
            self.__module__ = sys._getframe(1).f_globals.get("__name__", "__main__")
        except (AttributeError, ValueError):
            pass

    def __call__(self, x, /):
        return x

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of NewType. Perhaps you were looking for: "
                        f"`Subclass = NewType('Subclass', {self.__name__})`")

    def __reduce__(self):
        return self.__qualname__

    def __or__(self, other):
        return Union[self, _convert(other)]

    def __ror__(self, other):
        return Union[_convert(other), self]


def cast(typ, val):
    return val


def assert_type(val, typ, /):
    return val


def assert_never(arg, /):
    raise AssertionError(f"Expected code to be unreachable, but got: {arg!r}")


def reveal_type(obj, /):
    print(f"Runtime type is {type(obj).__name__!r}", file=sys.stderr)
    return obj


def no_type_check(arg):
    """Mark a function, or a class with its methods, as one whose annotations are no type hints."""
    if isinstance(arg, type):
        for name in dir(arg):
            member = getattr(arg, name)
            if getattr(member, "__qualname__", None) != f"{arg.__qualname__}.{name}" or getattr(member, "__module__", None) != arg.__module__:
                continue
            if isinstance(member, types.FunctionType):
                member.__no_type_check__ = True
            elif isinstance(member, types.MethodType):
                member.__func__.__no_type_check__ = True
            elif isinstance(member, type):
                no_type_check(member)
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass
    return arg


def no_type_check_decorator(decorator):
    """Make a decorator mark what it gives as no_type_check does."""
    import functools

    @functools.wraps(decorator)
    def wrapped(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped


def final(f):
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def override(method, /):
    try:
        method.__override__ = True
    except (AttributeError, TypeError):
        pass
    return method


def dataclass_transform(**kwargs):
    return lambda cls_or_fn: cls_or_fn


_overloads = {}


def _overload_dummy(*args, **kwds):
    raise NotImplementedError("You should not call an overloaded function. A series of @overload-decorated functions outside "
                              "a stub module should always be followed by an implementation that is not @overload-ed.")


def overload(func):
    f = getattr(func, "__func__", func)
    _overloads.setdefault((f.__module__, f.__qualname__), []).append(func)
    return _overload_dummy


def get_overloads(func):
    f = getattr(func, "__func__", func)
    return list(_overloads.get((f.__module__, f.__qualname__), []))


def clear_overloads():
    _overloads.clear()


def get_origin(tp):
    """Return the type that was subscripted."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_Alias, _SpecialAlias, _GenericAlias)):
        return tp.__origin__
    if isinstance(tp, Union):
        return Union
    if tp is Generic:
        return Generic
    return None


def get_args(tp):
    """Return what a type was subscripted with."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, _CallableAlias):
        args = tp.__args__
        if not (len(args) == 2 and (args[0] is ... or isinstance(args[0], ParamSpec))):
            return (list(args[:-1]), args[-1])
        return args
    if isinstance(tp, (_Alias, _GenericAlias, Union)):
        return tp.__args__
    return ()


def get_protocol_members(tp, /):
    """Return the names of the members that a protocol asks for."""
    if not is_protocol(tp):
        raise TypeError(f"{tp!r} is not a Protocol")
    return frozenset(tp.__protocol_attrs__)


def is_protocol(tp, /):
    return isinstance(tp, type) and getattr(tp, "_is_protocol", False) and tp is not Protocol


List = _SpecialAlias(list, 1, "List")
Dict = _SpecialAlias(dict, 2, "Dict")
Set = _SpecialAlias(set, 1, "Set")
FrozenSet = _SpecialAlias(frozenset, 1, "FrozenSet")
Tuple = _SpecialAlias(tuple, -1, "Tuple")
Type = _SpecialAlias(type, 1, "Type")
Callable = _CallableSpecial(_abc.Callable, 2, "Callable")
Deque = _SpecialAlias(collections.deque, 1, "Deque")
DefaultDict = _SpecialAlias(collections.defaultdict, 2, "DefaultDict")
OrderedDict = _SpecialAlias(collections.OrderedDict, 2, "OrderedDict")
Counter = _SpecialAlias(collections.Counter, 1, "Counter")
ChainMap = _SpecialAlias(collections.ChainMap, 2, "ChainMap")
Iterable = _SpecialAlias(_abc.Iterable, 1, "Iterable")
Iterator = _SpecialAlias(_abc.Iterator, 1, "Iterator")
Generator = _SpecialAlias(_abc.Generator, -1, "Generator")
Reversible = _SpecialAlias(_abc.Reversible, 1, "Reversible")
Container = _SpecialAlias(_abc.Container, 1, "Container")
Collection = _SpecialAlias(_abc.Collection, 1, "Collection")
AbstractSet = _SpecialAlias(_abc.Set, 1, "AbstractSet")
MutableSet = _SpecialAlias(_abc.MutableSet, 1, "MutableSet")
Mapping = _SpecialAlias(_abc.Mapping, 2, "Mapping")
MutableMapping = _SpecialAlias(_abc.MutableMapping, 2, "MutableMapping")
Sequence = _SpecialAlias(_abc.Sequence, 1, "Sequence")
MutableSequence = _SpecialAlias(_abc.MutableSequence, 1, "MutableSequence")
MappingView = _SpecialAlias(_abc.MappingView, 1, "MappingView")
KeysView = _SpecialAlias(_abc.KeysView, 1, "KeysView")
ItemsView = _SpecialAlias(_abc.ItemsView, 2, "ItemsView")
ValuesView = _SpecialAlias(_abc.ValuesView, 1, "ValuesView")
Awaitable = _SpecialAlias(_abc.Awaitable, 1, "Awaitable")
Coroutine = _SpecialAlias(_abc.Coroutine, 3, "Coroutine")
AsyncIterable = _SpecialAlias(_abc.AsyncIterable, 1, "AsyncIterable")
AsyncIterator = _SpecialAlias(_abc.AsyncIterator, 1, "AsyncIterator")
AsyncGenerator = _SpecialAlias(_abc.AsyncGenerator, 2, "AsyncGenerator")
Hashable = _abc.Hashable
Sized = _abc.Sized
Text = str

T = TypeVar("T")
KT = TypeVar("KT")
VT = TypeVar("VT")
AnyStr = TypeVar("AnyStr", bytes, str)


class SupportsInt(Protocol):
    __slots__ = ()

    @abstractmethod
    def __int__(self):
        pass


class SupportsFloat(Protocol):
    __slots__ = ()

    @abstractmethod
    def __float__(self):
        pass


class SupportsIndex(Protocol):
    __slots__ = ()

    @abstractmethod
    def __index__(self):
        pass


class SupportsAbs(Protocol):
    __slots__ = ()

    @abstractmethod
    def __abs__(self):
        pass


class SupportsComplex(Protocol):
    __slots__ = ()

    @abstractmethod
    def __complex__(self):
        pass


class SupportsBytes(Protocol):
    __slots__ = ()

    @abstractmethod
    def __bytes__(self):
        pass


class SupportsRound(Protocol):
    __slots__ = ()

    @abstractmethod
    def __round__(self, ndigits=0):
        pass


for _protocol in (SupportsInt, SupportsFloat, SupportsIndex, SupportsAbs, SupportsComplex, SupportsBytes, SupportsRound):
    runtime_checkable(_protocol)


class IO(Generic[AnyStr]):
    """The type of files."""

    __slots__ = ()


class TextIO(IO[str]):
    __slots__ = ()


class BinaryIO(IO[bytes]):
    __slots__ = ()


class _ManagerAlias(_SpecialAlias):
    """ContextManager, whose second parameter may be left out."""

    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        if len(params) == 1:
            params += (Union[bool, None],)
        return super().__getitem__(params)


# What is imported when it is first asked for.
_RECORDS = ("NamedTuple", "NamedTupleMeta", "TypedDict", "_TypedDictMeta", "is_typeddict")
_HINTS = ("get_type_hints", "_eval_type")


def __getattr__(name):
    if name in _RECORDS:
        from _typing import records
        value = getattr(records, name)
    elif name in _HINTS:
        from _typing import hints
        value = getattr(hints, name)
    elif name in ("Pattern", "Match"):
        import re
        value = _SpecialAlias(getattr(re, name), 1, name)
    elif name in ("ContextManager", "AsyncContextManager"):
        import contextlib
        value = _ManagerAlias(getattr(contextlib, "Abstract" + name), 2, name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


__all__ = [_n for _n in dir() if not _n.startswith("_") and _n not in ("sys", "types", "collections", "abstractmethod", "T", "KT", "VT")]
__all__ += ["AsyncContextManager", "ContextManager", "Match", "NamedTuple", "Pattern", "TypedDict", "get_type_hints", "is_typeddict"]
_names = [*dir(), *_RECORDS, *_HINTS]


def __dir__():
    return sorted({*globals(), *_names})
