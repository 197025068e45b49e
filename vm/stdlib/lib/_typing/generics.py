"""Classes with type parameters, what they are subscripted with, and protocols."""

from abc import ABCMeta
import types

from .annotations import _annotations_now
from .forward import Union, _convert
from .parameters import ParamSpec, TypeVar, TypeVarTuple

_GenericAlias = type(list[int])

__name__ = "typing"  # whose classes and functions these are


def _type_repr(obj):
    if isinstance(obj, type) and not isinstance(obj, _GenericAlias):
        if obj.__module__ == "builtins":
            return obj.__qualname__
        return f"{obj.__module__}.{obj.__qualname__}"
    if obj is ...:
        return "..."
    if isinstance(obj, types.FunctionType):
        return obj.__name__
    if isinstance(obj, tuple):
        return "[" + ", ".join(_type_repr(t) for t in obj) + "]"
    if isinstance(obj, list):
        return "[" + ", ".join(_type_repr(t) for t in obj) + "]"
    return repr(obj)


def _collect_parameters(args):
    parameters = []
    for a in args:
        if isinstance(a, (TypeVar, ParamSpec, TypeVarTuple)):
            if a not in parameters:
                parameters.append(a)
        elif isinstance(a, (list, tuple)):
            for p in _collect_parameters(a):
                if p not in parameters:
                    parameters.append(p)
        else:
            for p in getattr(a, "__parameters__", ()) if not isinstance(a, type) or isinstance(a, _GenericAlias) else ():
                if p not in parameters:
                    parameters.append(p)
    return tuple(parameters)


class _Alias:
    """A subscripted form, such as List[int] or Callable[[int], str]."""

    def __init__(self, origin, args, name=None, inst=True):
        self.__origin__ = origin
        self.__args__ = args if isinstance(args, tuple) else (args,)
        self._name = name
        self._inst = inst
        self.__parameters__ = _collect_parameters(self.__args__)

    def __getattr__(self, attr):
        if "__origin__" in self.__dict__ and not (attr.startswith("__") and attr.endswith("__")):
            return getattr(self.__origin__, attr)
        raise AttributeError(attr)

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")
        result = self.__origin__(*args, **kwargs)
        try:
            result.__orig_class__ = self
        except Exception:
            pass
        return result

    def __getitem__(self, args):
        if self.__origin__ in (Generic, Protocol):
            raise TypeError(f"Cannot subscript already-subscripted {self}")
        if not self.__parameters__:
            raise TypeError(f"{self} is not a generic class")
        if not isinstance(args, tuple):
            args = (args,)
        args = tuple(_convert(a) for a in args)
        if len(args) != len(self.__parameters__) and not any(isinstance(p, TypeVarTuple) for p in self.__parameters__):
            word = "many" if len(args) > len(self.__parameters__) else "few"
            raise TypeError(f"Too {word} arguments for {self}; actual {len(args)}, expected {len(self.__parameters__)}")
        known = dict(zip(self.__parameters__, args))
        return self._with_args(tuple(_substitute(a, known) for a in self.__args__))

    def _with_args(self, args):
        return type(self)(self.__origin__, args, self._name, self._inst)

    def __iter__(self):
        from .forms import Unpack
        yield Unpack[self]

    def __mro_entries__(self, bases):
        if self.__origin__ is Generic or self.__origin__ is Protocol:
            if Generic in bases and self.__origin__ is Protocol:
                return ()
            position = bases.index(self)
            for b in bases[position + 1:]:
                if isinstance(b, _Alias) and b is not self and self.__origin__ is Generic:
                    return ()
            return (self.__origin__,)
        entries = [self.__origin__]
        if not any(isinstance(b, type) and issubclass(b, Generic) or isinstance(b, _Alias) and b.__origin__ in (Generic, Protocol)
                   for b in bases) and not (isinstance(self.__origin__, type) and issubclass(self.__origin__, Generic)):
            entries.append(Generic)
        return tuple(entries)

    def __eq__(self, other):
        if not isinstance(other, _Alias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        name = "typing." + self._name if self._name else _type_repr(self.__origin__)
        if not self.__args__:
            return name + "[()]"
        return name + "[" + ", ".join(_type_repr(a) for a in self.__args__) + "]"

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError("Subscripted generics cannot be used with class and instance checks")


def _is_unpacked(arg):
    from .forms import Unpack  # which are made of aliases
    return getattr(arg, "__origin__", None) is Unpack


def _substitute(arg, known):
    if isinstance(arg, (TypeVar, ParamSpec, TypeVarTuple)):
        return known.get(arg, arg)
    if isinstance(arg, (list, tuple)):
        return type(arg)(_substitute(a, known) for a in arg)
    parameters = () if isinstance(arg, type) and not isinstance(arg, _GenericAlias) else getattr(arg, "__parameters__", ())
    if parameters:
        return arg[tuple(known.get(p, p) for p in parameters)]
    return arg


class Generic:
    """A class to derive classes with type parameters from."""

    __slots__ = ()
    _is_protocol = False

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple):
            params = (params,)
        params = tuple(_convert(p) for p in params)
        if cls in (Generic, Protocol):
            if not params:
                raise TypeError(f"Parameter list to {cls.__qualname__}[...] cannot be empty")
            if not all(isinstance(p, (TypeVar, ParamSpec, TypeVarTuple)) or _is_unpacked(p) for p in params):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be type variables or parameter specification variables.")
            if len(set(params)) != len(params):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be unique")
        else:
            expected = getattr(cls, "__parameters__", ())
            if not expected:
                raise TypeError(f"{cls} is not a generic class")
            if len(params) != len(expected) and not any(isinstance(p, (TypeVarTuple, ParamSpec)) for p in expected):
                word = "many" if len(params) > len(expected) else "few"
                raise TypeError(f"Too {word} arguments for {cls}; actual {len(params)}, expected {len(expected)}")
        return _Alias(cls, params)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        bases = cls.__dict__.get("__orig_bases__", ())
        parameters = _collect_parameters(bases)
        for base in bases:
            if isinstance(base, _Alias) and base.__origin__ in (Generic, Protocol):
                parameters = base.__parameters__
        cls.__parameters__ = parameters


_PROTOCOL_IGNORED = {"__abstractmethods__", "__annotations__", "__annotate__", "__annotate_func__", "__annotations_cache__",
                     "__dict__", "__doc__", "__init__", "__module__", "__new__", "__slots__", "__subclasshook__",
                     "__weakref__", "__class_getitem__", "__match_args__", "__static_attributes__", "__firstlineno__",
                     "__orig_bases__", "__parameters__", "__qualname__", "__init_subclass__", "_is_protocol",
                     "_is_runtime_protocol", "__protocol_attrs__", "__non_callable_proto_members__", "_abc_impl"}


def _protocol_members(cls):
    names = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ("Protocol", "Generic") and base.__module__ == "typing":
            continue
        for name in list(base.__dict__) + list(_annotations_now(base)):
            if not name.startswith("_abc_") and name not in _PROTOCOL_IGNORED:
                names.add(name)
    return names


class _ProtocolMeta(ABCMeta):
    def __instancecheck__(cls, instance):
        if cls is Protocol or not getattr(cls, "_is_protocol", False):
            return super().__instancecheck__(instance)
        if not getattr(cls, "_is_runtime_protocol", False):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        if super().__instancecheck__(instance):
            return True
        for name in cls.__protocol_attrs__:
            if not hasattr(instance, name):
                return False
            if getattr(instance, name) is None and name not in cls.__non_callable_proto_members__:
                return False
        return True

    def __subclasscheck__(cls, other):
        if cls is Protocol:
            return type.__subclasscheck__(cls, other)
        if not isinstance(other, type):
            raise TypeError("issubclass() arg 1 must be a class")
        if getattr(cls, "_is_protocol", False) and not getattr(cls, "_is_runtime_protocol", False) and cls not in type.mro(other):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        return super().__subclasscheck__(other)


def _no_init(self, *args, **kwargs):
    """The __init__ of protocols. A class that inherits it gets, when it is first called, the one that comes next in its bases."""
    cls = type(self)
    if cls._is_protocol:
        raise TypeError("Protocols cannot be instantiated")
    if cls.__init__ is not _no_init:
        return
    inits = (base.__dict__.get("__init__", _no_init) for base in cls.__mro__)
    cls.__init__ = next(init for init in inits if init is not _no_init)
    cls.__init__(self, *args, **kwargs)


class Protocol(Generic, metaclass=_ProtocolMeta):
    """A class that others match by having its members."""

    __slots__ = ()
    _is_runtime_protocol, _is_protocol = False, True

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not vars(cls).get("_is_protocol"):
            cls._is_protocol = Protocol in cls.__bases__
        if cls._is_protocol:
            for base in cls.__bases__:
                if not (base in (object, Generic, Protocol) or getattr(base, "_is_protocol", False)
                        or base.__module__.partition(".")[0] in ("collections", "contextlib", "os", "typing")):
                    raise TypeError(f"Protocols can only inherit from other protocols, got {base!r}")
            cls.__protocol_attrs__ = _protocol_members(cls)
            cls.__non_callable_proto_members__ = {n for n in cls.__protocol_attrs__ if not callable(getattr(cls, n, None))}
            if "__subclasshook__" not in cls.__dict__:
                cls.__subclasshook__ = classmethod(_protocol_hook)
            if cls.__init__ is Protocol.__init__:
                cls.__init__ = _no_init


def _protocol_hook(cls, other):
    if not cls.__dict__.get("_is_protocol", False) or not getattr(cls, "_is_runtime_protocol", False):
        return NotImplemented
    if cls.__non_callable_proto_members__:
        return NotImplemented
    for name in cls.__protocol_attrs__:
        for base in other.__mro__:
            if name in base.__dict__:
                if base.__dict__[name] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


def runtime_checkable(cls):
    """Allow isinstance() with a protocol."""
    if not isinstance(cls, type) or not getattr(cls, "_is_protocol", False):
        raise TypeError("@runtime_checkable can be only applied to protocol classes, got %r" % cls)
    cls._is_runtime_protocol = True
    return cls
