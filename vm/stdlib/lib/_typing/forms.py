"""The names that are subscripted and are no classes, and those of built-in types."""

import collections.abc as _abc

from .forward import Union, _convert
from .generics import _Alias, _type_repr
from .parameters import ParamSpec

__name__ = "typing"  # whose classes and functions these are


class _Final:
    __slots__ = ()

    def __init_subclass__(cls, /, *args, **kwds):
        if "_root" not in kwds:
            raise TypeError("Cannot subclass special typing classes")


class _SpecialForm:
    """A name like Any or Optional that is neither a class nor an instance of one."""

    def __init__(self, name, getitem=None, doc=None):
        self._name = name
        self._getitem = getitem
        self.__doc__ = doc

    def __repr__(self):
        return "typing." + self._name

    def __getattr__(self, item):
        if item not in {"__name__", "__qualname__"}:
            raise AttributeError(item)
        return self._name

    def __reduce__(self):
        return self._name

    def __ror__(self, other):
        return Union[other, self]

    def __or__(self, other):
        return Union[self, other]

    def __call__(self, *args, **kwds):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")

    def __subclasscheck__(self, cls):
        raise TypeError(f"{self} cannot be used with issubclass()")

    def __instancecheck__(self, obj):
        raise TypeError(f"{self} cannot be used with isinstance()")

    def __getitem__(self, parameters):
        if self._getitem is None:
            raise TypeError(f"{self} is not subscriptable")
        return self._getitem(self, parameters)


class _AnyMeta(type):
    def __repr__(self):
        return type.__repr__(self) if self is not Any else "typing.Any"

    def __instancecheck__(self, obj):
        if self is not Any:
            return type.__instancecheck__(self, obj)
        raise TypeError("typing.Any cannot be used with isinstance()")


class Any(metaclass=_AnyMeta):
    """Any type at all."""

    def __new__(cls, *args, **kwargs):
        if cls is not Any:
            return super().__new__(cls)
        raise TypeError("Any cannot be instantiated")


class _CallableAlias(_Alias):
    def __repr__(self):
        args, result = self.__args__[:-1], self.__args__[-1]
        if len(args) == 1 and (args[0] is ... or isinstance(args[0], ParamSpec)):
            return f"typing.Callable[{_type_repr(args[0])}, {_type_repr(result)}]"
        return f"typing.Callable[[{', '.join(_type_repr(a) for a in args)}], {_type_repr(result)}]"


class _LiteralAlias(_Alias):
    def __repr__(self):
        return "typing.Literal[" + ", ".join(repr(a) for a in self.__args__) + "]"


class _AnnotatedAlias(_Alias):
    def __init__(self, origin, metadata):
        super().__init__(origin, (origin,), "Annotated")
        self.__metadata__ = metadata

    def _with_args(self, args):
        return _AnnotatedAlias(args[0], self.__metadata__)

    def __repr__(self):
        return f"typing.Annotated[{_type_repr(self.__origin__)}, {', '.join(repr(a) for a in self.__metadata__)}]"

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))


class _SpecialAlias:
    """List, Dict and so on: a built-in type under its name in this module."""

    def __init__(self, origin, nparams, name, alias=_Alias):
        self._inst = origin.__module__ == "collections"  # those can be called
        self.__origin__ = origin
        self._nparams = nparams
        self._name = name
        self._alias = alias
        self.__doc__ = f"A generic version of {origin.__module__}.{origin.__qualname__}."

    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        params = tuple(_convert(p) for p in params)
        if self._nparams > 0 and len(params) != self._nparams:
            word = "many" if len(params) > self._nparams else "few"
            raise TypeError(f"Too {word} arguments for {self}; actual {len(params)}, expected {self._nparams}")
        return self._alias(self.__origin__, params, self._name, self._inst)

    def __getattr__(self, attr):
        if attr in ("__name__", "__qualname__"):
            return self._name
        if attr.startswith("__") and attr.endswith("__"):
            raise AttributeError(attr)
        return getattr(self.__origin__, attr)

    def __call__(self, *args, **kwargs):
        if self._inst:
            return self.__origin__(*args, **kwargs)
        raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")

    def __mro_entries__(self, bases):
        return (self.__origin__,)

    def __instancecheck__(self, obj):
        return isinstance(obj, self.__origin__)

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialAlias):
            return issubclass(cls.__origin__, self.__origin__)
        return issubclass(cls, self.__origin__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return "typing." + self._name

    def __reduce__(self):
        return self._name


class _CallableSpecial(_SpecialAlias):
    def __getitem__(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        args, result = params
        if isinstance(args, list):
            args = tuple(_convert(a) for a in args)
        else:
            args = (args,)
        return _CallableAlias(_abc.Callable, args + (_convert(result),), "Callable", False)


def _optional(self, parameter):
    if isinstance(parameter, tuple):
        raise TypeError(f"typing.Optional requires a single type. Got {parameter!r:.100}.")
    return Union[_convert(parameter), type(None)]


def _literal(self, parameters):
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    flat = []
    for p in parameters:
        for value in p.__args__ if isinstance(p, _LiteralAlias) else (p,):
            if not any(value == v and type(value) is type(v) for v in flat):
                flat.append(value)
    return _LiteralAlias(self, tuple(flat), "Literal")


def _one(self, parameter):
    return _Alias(self, (_convert(parameter),), self._name)


def _several(self, parameters):
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    return _Alias(self, tuple(_convert(p) for p in parameters), self._name)


NoReturn = _SpecialForm("NoReturn")
Never = _SpecialForm("Never")
Self = _SpecialForm("Self")
LiteralString = _SpecialForm("LiteralString")
TypeAlias = _SpecialForm("TypeAlias")
Optional = _SpecialForm("Optional", _optional)
ClassVar = _SpecialForm("ClassVar", _one)
Final = _SpecialForm("Final", _one)
Literal = _SpecialForm("Literal", _literal)
Concatenate = _SpecialForm("Concatenate", _several)
TypeGuard = _SpecialForm("TypeGuard", _one)
TypeIs = _SpecialForm("TypeIs", _one)
Required = _SpecialForm("Required", _one)
NotRequired = _SpecialForm("NotRequired", _one)
ReadOnly = _SpecialForm("ReadOnly", _one)
Unpack = _SpecialForm("Unpack", _one)


class _Annotated(_SpecialForm):
    def __getitem__(self, parameters):
        if not isinstance(parameters, tuple) or len(parameters) < 2:
            raise TypeError("Annotated[...] should be used with at least two arguments (a type and an annotation).")
        origin, *metadata = parameters
        origin = _convert(origin)
        if isinstance(origin, _AnnotatedAlias):
            return _AnnotatedAlias(origin.__origin__, origin.__metadata__ + tuple(metadata))
        return _AnnotatedAlias(origin, tuple(metadata))


Annotated = _Annotated("Annotated")
