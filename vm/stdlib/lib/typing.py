"""Type annotations. Nothing here is checked when a program runs, except what
isinstance, NamedTuple, TypedDict and runtime_checkable need."""

import sys
import types
from abc import ABCMeta, abstractmethod
import collections
import collections.abc as _abc

GenericAlias = _GenericAlias = type(list[int])
_UnionType = type(int | str)

TYPE_CHECKING = False


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


def _convert(arg):
    if arg is None:
        return type(None)
    if isinstance(arg, str):
        return ForwardRef(arg)
    return arg


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


def _substitute(arg, known):
    if isinstance(arg, (TypeVar, ParamSpec, TypeVarTuple)):
        return known.get(arg, arg)
    if isinstance(arg, (list, tuple)):
        return type(arg)(_substitute(a, known) for a in arg)
    parameters = () if isinstance(arg, type) and not isinstance(arg, _GenericAlias) else getattr(arg, "__parameters__", ())
    if parameters:
        return arg[tuple(known.get(p, p) for p in parameters)]
    return arg


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


class ForwardRef:
    """An annotation that is not evaluated yet: one in quotes, or with a name that is not defined."""

    _scope = (None, None, {}, {})  # globals, the text to evaluate, what its made-up names stand for, cells of functions around

    def __init__(self, arg, *, is_argument=True, module=None, owner=None, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got {arg!r}")
        self._fill(arg, module, is_argument, owner, is_class)

    def _fill(self, arg, module, is_argument, owner, is_class):
        self.__forward_arg__ = arg
        self.__forward_module__ = module
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__owner__ = owner

    def __init_subclass__(cls, /, *args, **kwds):
        raise TypeError("Cannot subclass ForwardRef")

    def evaluate(self, *, globals=None, locals=None, type_params=None, owner=None, format=1):
        """Return the value; in the format FORWARDREF what cannot be evaluated stays as it is, STRING gives the text."""
        if format == 4:
            return self.__forward_arg__
        try:
            return self._value(globals, locals, type_params, self.__owner__ if owner is None else owner)
        except Exception:
            if format != 3:
                raise
            return self

    def _value(self, globals, locals, type_params, owner):
        own_globals, source, extra, cells = self._scope
        source = source or self.__forward_arg__
        if globals is None:
            globals = own_globals
        if globals is None and self.__forward_module__ is not None:
            module = self.__forward_module__
            globals = getattr(sys.modules.get(module) if isinstance(module, str) else module, "__dict__", None)
        if globals is None:
            if isinstance(owner, type):
                globals = getattr(sys.modules.get(owner.__module__), "__dict__", None)
            elif isinstance(owner, types.ModuleType):
                globals = vars(owner)
            else:
                globals = getattr(owner, "__globals__", None)
        if globals is None:
            globals = {}
        if type_params is None:
            type_params = getattr(owner, "__type_params__", ())
        scope = {p.__name__: p for p in type_params}
        for name, cell in cells.items():
            try:
                scope[name] = cell.cell_contents
            except ValueError:
                pass
        if locals is not None:
            scope.update(locals)
        elif isinstance(owner, type):
            scope.update(vars(owner))
        scope.update(extra)
        if source.isidentifier():
            import builtins
            for namespace in (scope, globals, vars(builtins)):
                if source in namespace:
                    return namespace[source]
            raise NameError(f"name '{source}' is not defined", name=source)
        try:
            code = compile("(" + source + ")", "<string>", "eval")
        except SyntaxError:
            raise SyntaxError(f"Forward reference must be an expression -- got {source!r}") from None
        return eval(code, globals, scope)

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        return (self.__forward_arg__ == other.__forward_arg__ and self.__forward_module__ == other.__forward_module__
                and self.__forward_is_class__ == other.__forward_is_class__ and self._scope[0] is other._scope[0]
                and self.__owner__ == other.__owner__)

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        extra = ""
        if self.__forward_module__ is not None:
            extra += f", module={self.__forward_module__!r}"
        if self.__forward_is_class__:
            extra += ", is_class=True"
        if self.__owner__ is not None:
            extra += f", owner={self.__owner__!r}"
        return f"ForwardRef({self.__forward_arg__!r}{extra})"


ForwardRef.__module__ = "annotationlib"


class _NoDefaultType:
    __slots__ = ()

    def __repr__(self):
        return "typing.NoDefault"

    def __reduce__(self):
        return "NoDefault"


NoDefault = _NoDefaultType()


def _caller(depth=2):
    """Return the name of the module that called a function here."""
    return sys._getframemodulename(depth)


class _TypeParam:
    """What the three kinds of type parameters, and aliases, have in common. A value that a function computes is computed
    when it is first asked for."""

    def __init_subclass__(cls):
        if cls.__module__ != "typing":
            raise TypeError(f"type 'typing.{cls.__base__.__name__}' is not an acceptable base type")

    def __setattr__(self, name, value):
        if name == "__name__" or name in ("__covariant__", "__contravariant__", "__infer_variance__", "__bound__") and name in self.__dict__:
            raise AttributeError("readonly attribute")
        if name in ("__module__", "__type_params__", "__parameters__") or hasattr(type(self), name):
            raise AttributeError(f"attribute '{name}' of 'typing.{type(self).__name__}' objects is not writable")
        if type(self) is TypeAliasType:
            raise AttributeError(f"'typing.TypeAliasType' object has no attribute '{name}' and no __dict__ for setting new attributes")
        self.__dict__[name] = value

    def __reduce__(self):
        return self.__name__

    def _lazy(self, what):
        value, compute = self._values.get(what, (NoDefault, None))
        if compute is not None:
            value = compute(1)
            self._values[what] = value, None
        return value

    def _evaluator(self, what):
        value, compute = self._values.get(what, (NoDefault, None))
        if what in self._computed:
            return self._computed[what]
        if value is NoDefault or value is None or what == "constraints" and not value:
            return None

        def evaluate(format, /):
            if format != 4:
                return value
            import annotationlib
            if isinstance(value, tuple):
                return "(" + ", ".join(annotationlib.type_repr(v) for v in value) + ("," if len(value) == 1 else "") + ")"
            return annotationlib.type_repr(value)
        return evaluate

    def _start(self, name, module, **values):
        self._set_module(module)
        self.__dict__.update(__name__=name, _values={k: (v, None) for k, v in values.items()}, _computed={})

    def _set_module(self, module):
        if module is not None or type(self) is TypeAliasType:
            self.__dict__["__module__"] = module
        else:
            self.__dict__.pop("__module__", None)

    def _compute_later(self, what, compute):
        self._values[what] = None, compute
        self._computed[what] = compute


class _WithDefault(_TypeParam):
    @property
    def __default__(self):
        return self._lazy("default")

    @property
    def evaluate_default(self):
        return self._evaluator("default")

    def has_default(self):
        return self._values["default"] != (NoDefault, None)


class _WithVariance(_WithDefault):
    def _set_variance(self, covariant, contravariant, infer_variance):
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        if infer_variance and (covariant or contravariant):
            raise ValueError("Variance cannot be specified with infer_variance.")
        self.__dict__.update(__covariant__=bool(covariant), __contravariant__=bool(contravariant), __infer_variance__=bool(infer_variance))

    def __repr__(self):
        if self.__infer_variance__:
            return self.__name__
        return ("+" if self.__covariant__ else "-" if self.__contravariant__ else "~") + self.__name__

    def __or__(self, other):
        return Union[self, _convert(other)]

    def __ror__(self, other):
        return Union[_convert(other), self]


def _check_name(function, name):
    if not isinstance(name, str):
        raise TypeError(f"{function}() argument 'name' must be str, not {type(name).__name__}")


class TypeVar(_WithVariance):
    """A type variable."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False, infer_variance=False, default=NoDefault):
        _check_name("typevar", name)
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        self._start(name, _caller(), default=default, bound=None if bound is None else _convert(bound),
                    constraints=tuple(_convert(c) for c in constraints))
        self._set_variance(covariant, contravariant, infer_variance)

    @property
    def __bound__(self):
        return self._lazy("bound")

    @property
    def evaluate_bound(self):
        return self._evaluator("bound")

    @property
    def __constraints__(self):
        return self._lazy("constraints")

    @property
    def evaluate_constraints(self):
        return self._evaluator("constraints")

    def __typing_subst__(self, arg):
        return _convert(arg)

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of TypeVar")


class _ParamSpecPart:
    def __init__(self, origin):
        self.__origin__ = origin

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self.__origin__ == other.__origin__

    def __hash__(self):
        return hash((type(self), self.__origin__))

    def __repr__(self):
        return f"{self.__origin__.__name__}.{self._part}"

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")


class ParamSpecArgs(_ParamSpecPart):
    _part = "args"


class ParamSpecKwargs(_ParamSpecPart):
    _part = "kwargs"


class ParamSpec(_WithVariance):
    """A variable for the parameters of a callable."""

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False, infer_variance=False, default=NoDefault):
        _check_name("paramspec", name)
        self._start(name, _caller(), default=default)
        self._set_variance(covariant, contravariant, infer_variance)
        self.__dict__["__bound__"] = None if bound is None else _convert(bound)

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of ParamSpec")


class TypeVarTuple(_WithDefault):
    """A variable for any number of types."""

    def __init__(self, name, *, default=NoDefault):
        _check_name("typevartuple", name)
        self._start(name, _caller(), default=default)

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__

    def __typing_subst__(self, arg):
        raise TypeError("Substitution of bare TypeVarTuple is not supported")

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of TypeVarTuple")


class TypeAliasType(_TypeParam):
    """type X = ...: its value is computed when it is asked for."""

    def __init__(self, name, value, *, type_params=()):
        _check_name("typealias", name)
        if not isinstance(type_params, tuple):
            raise TypeError("type_params must be a tuple")
        after_default = False
        for p in type_params:
            if not isinstance(p, _WithDefault):
                raise TypeError(f"Expected a type param, got {p!r}")
            if p.has_default():
                after_default = True
            elif after_default and not isinstance(p, TypeVarTuple):
                raise TypeError(f"non-default type parameter '{p!r}' follows default type parameter")
        self._fill(name, _caller(), type_params, value)

    def _fill(self, name, module, type_params, value):
        self._start(name, module, value=value)
        self.__dict__["__type_params__"] = type_params

    @property
    def __parameters__(self):
        return tuple(Unpack[p] if isinstance(p, TypeVarTuple) else p for p in self.__type_params__)

    @property
    def __value__(self):
        return self._lazy("value")

    @property
    def evaluate_value(self):
        return self._evaluator("value")

    def __getitem__(self, args):
        if not self.__type_params__:
            raise TypeError("Only generic type aliases are subscriptable")
        return _GenericAlias(self, args)

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


# What the statements with type parameters call.


def _make_typevar(name, bound=None):
    t = TypeVar(name, infer_variance=True)
    t._set_module(_caller())
    if bound is not None:
        t._compute_later("bound", bound)
    return t


def _make_constrained(name, constraints):
    t = TypeVar(name, infer_variance=True)
    t._set_module(_caller())
    t._compute_later("constraints", constraints)
    return t


def _make_paramspec(name):
    p = ParamSpec(name, infer_variance=True)
    p._set_module(_caller())
    return p


def _make_typevartuple(name):
    t = TypeVarTuple(name)
    t._set_module(_caller())
    return t


def _set_default(param, compute):
    param._compute_later("default", compute)
    return param


def _make_generic(params):
    return Generic[tuple(Unpack[p] if isinstance(p, TypeVarTuple) else p for p in params)]


def _make_alias(parts):
    name, params, compute = parts
    alias = TypeAliasType.__new__(TypeAliasType)
    alias._fill(name, _caller(), params or (), None)
    alias._compute_later("value", compute)
    return alias


Any = _SpecialForm("Any")


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


Union = _UnionType


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
            if not all(isinstance(p, (TypeVar, ParamSpec, TypeVarTuple)) or getattr(p, "__origin__", None) is Unpack for p in params):
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
            raise TypeError("Instance and static checks can only be used with @runtime_checkable protocols"
                            if False else "Instance and class checks can only be used with @runtime_checkable protocols")
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


def _names(cls_name, fields):
    for name in fields:
        if not isinstance(name, str):
            raise TypeError(f"Field names must be strings: {name!r}")


class NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        annotations = _namespace_annotations(ns)
        fields = list(annotations)
        defaults = []
        for name in fields:
            if name in ns:
                defaults.append(name)
            elif defaults:
                raise TypeError(f"Non-default namedtuple field {name} cannot follow default field{'s' if len(defaults) > 1 else ''} "
                                f"{', '.join(defaults)}")
        nt = collections.namedtuple(typename, fields, defaults=[ns[n] for n in defaults], module=ns["__module__"])
        _set_annotations(nt, ns, annotations)
        for base in bases:
            if base is not _NamedTupleClass and base is not Generic and not isinstance(base, _Alias):
                raise TypeError("can only inherit from a NamedTuple type and Generic")
        for key, value in ns.items():
            if key in ("__new__", "__init__", "__slots__", "__getnewargs__", "_fields", "_field_defaults", "_make", "_replace",
                       "_asdict", "_source"):
                raise AttributeError("Cannot overwrite NamedTuple attribute " + key)
            if key not in ("__classcell__", "__classdictcell__", "__annotate__", "__annotate_func__", "__annotations__", "__module__",
                           "__static_attributes__", "__firstlineno__", "__qualname__") and key not in nt._fields:
                setattr(nt, key, value)
        if "__qualname__" in ns:
            nt.__qualname__ = ns["__qualname__"]
        return nt


def _namespace_annotations(ns):
    """Return the annotations of a class body, with references to names that are not defined yet."""
    if "__annotations__" in ns:
        return dict(ns["__annotations__"])
    annotate = ns.get("__annotate_func__") or ns.get("__annotate__")
    if annotate is None:
        return {}
    try:
        return dict(annotate(1))
    except NameError:
        import annotationlib
        return annotationlib.call_annotate_function(annotate, annotationlib.Format.FORWARDREF)


def _annotations_now(cls):
    """Return the annotations of a class, with references to names that are not defined yet."""
    try:
        return getattr(cls, "__annotations__", {})
    except NameError:
        import annotationlib
        return annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF)


def _set_annotations(cls, ns, annotations, inherited=()):
    """Give a class the annotations of its body, lazily where there are names that are not defined yet."""
    annotate = ns.get("__annotate_func__") or ns.get("__annotate__")
    if annotate is None or "__annotations__" in ns or not any(map(_undefined_names, annotations.values())):
        cls.__annotations__ = annotations
        return

    def __annotate__(format, /):
        import annotationlib
        result = {}
        for base in inherited:
            result.update(annotationlib.get_annotations(base, format=format))
        own = annotationlib.call_annotate_function(annotate, format, owner=cls)
        result.update(own if format == 4 else {name: _convert(t) for name, t in own.items()})
        return result

    cls.__annotate__ = __annotate__


def _undefined_names(t):
    """Tell whether there are references to names that were not defined in an annotation."""
    if isinstance(t, ForwardRef):
        return t._scope[0] is not None
    return any(map(_undefined_names, getattr(t, "__args__", None) or ()))


def NamedTuple(typename, fields=(), /, **kwargs):
    """A namedtuple with annotations, as a class to derive from or a function."""
    pairs = list(fields) or list(kwargs.items())
    nt = collections.namedtuple(typename, [n for n, _ in pairs])
    nt.__annotations__ = {n: _convert(t) for n, t in pairs}
    try:
        nt.__module__ = sys._getframe(1).f_globals.get("__name__", "__main__")
    except (AttributeError, ValueError):
        pass
    return nt


_NamedTupleClass = type.__new__(NamedTupleMeta, "NamedTuple", (), {})


def _namedtuple_mro_entries(bases):
    return (_NamedTupleClass,)


NamedTuple.__mro_entries__ = _namedtuple_mro_entries


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError("cannot inherit from both a TypedDict type and a non-TypedDict base class")
        generic = (Generic,) if any(issubclass(b, Generic) for b in bases) else ()
        own = {n: _convert(t) for n, t in _namespace_annotations(ns).items()}
        kept = {k: v for k, v in ns.items() if k not in ("__annotate_func__", "__annotate__", "__classdictcell__")}
        tp = type.__new__(_TypedDictMeta, name, (*generic, dict), kept)
        annotations, required, optional = {}, set(), set()
        for base in bases:
            if type(base) is _TypedDictMeta:
                annotations.update(_annotations_now(base))
            required |= base.__dict__.get("__required_keys__", frozenset())
            optional |= base.__dict__.get("__optional_keys__", frozenset())
        annotations.update(own)
        for key, t in own.items():
            origin = getattr(t, "__origin__", None)
            needed = origin is Required or total and origin is not NotRequired
            (required if needed else optional).add(key)
            (optional if needed else required).discard(key)
        _set_annotations(tp, ns, annotations, [b for b in bases if type(b) is _TypedDictMeta])
        tp.__required_keys__ = frozenset(required)
        tp.__optional_keys__ = frozenset(optional)
        tp.__total__ = total
        return tp

    def __init__(cls, name, bases, ns, total=True):
        super().__init__(name, bases, ns)

    def __call__(cls, *args, **kwargs):
        return dict(*args, **kwargs)

    def __instancecheck__(cls, instance):
        raise TypeError("TypedDict does not support instance and class checks")

    def __subclasscheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class checks")


def TypedDict(typename, fields, /, *, total=True):
    """A dict with known keys, as a class to derive from or a function."""
    ns = {"__annotations__": dict(fields)}
    try:
        ns["__module__"] = sys._getframe(1).f_globals.get("__name__", "__main__")
    except (AttributeError, ValueError):
        pass
    return _TypedDictMeta(typename, (), ns, total=total)


_TypedDictClass = type.__new__(_TypedDictMeta, "TypedDict", (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDictClass,)


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
    if isinstance(tp, _UnionType):
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
    if isinstance(tp, (_Alias, _GenericAlias, _UnionType)):
        return tp.__args__
    return ()


def is_typeddict(tp):
    return type(tp) is _TypedDictMeta and tp is not _TypedDictClass


def get_protocol_members(tp, /):
    """Return the names of the members that a protocol asks for."""
    if not is_protocol(tp):
        raise TypeError(f"{tp!r} is not a Protocol")
    return frozenset(tp.__protocol_attrs__)


def is_protocol(tp, /):
    return isinstance(tp, type) and getattr(tp, "_is_protocol", False) and tp is not Protocol


def _strip(hint):
    if isinstance(hint, _AnnotatedAlias):
        return _strip(hint.__origin__)
    if isinstance(hint, _Alias) and hint.__origin__ in (Required, NotRequired, ReadOnly):
        return _strip(hint.__args__[0])
    return hint


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """Return the annotations of a class, function or module, with strings evaluated."""
    hints = {}
    if getattr(obj, "__no_type_check__", None):
        return hints
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            scope = globalns
            if scope is None:
                scope = getattr(sys.modules.get(base.__module__), "__dict__", {})
            annotations = _class_annotations(base)
            for name, value in annotations.items():
                hints[name] = _evaluate(value, scope, dict(vars(base)) if localns is None else localns)
    else:
        if globalns is None:
            target = obj
            seen = {id(target)}
            while hasattr(target, "__wrapped__"):
                target = target.__wrapped__
                if id(target) in seen:
                    raise ValueError(f"wrapper loop when unwrapping {obj!r}")
                seen.add(id(target))
            globalns = getattr(target, "__globals__", getattr(obj, "__dict__", {}))
        for name, value in dict(getattr(obj, "__annotations__", None) or {}).items():
            hints[name] = _evaluate(value, globalns, localns)
    if not include_extras:
        hints = {name: _strip(hint) for name, hint in hints.items()}
    return hints


def _class_annotations(cls):
    if any(n in cls.__dict__ for n in ("__annotations__", "__annotate_func__", "__annotations_cache__")):
        return cls.__annotations__
    return {}


def _evaluate(value, globalns, localns):
    if value is None:
        return type(None)
    if isinstance(value, str):
        return _evaluate(eval(value, globalns, localns), globalns, localns)
    if isinstance(value, ForwardRef):
        return _evaluate(value.evaluate(globals=globalns, locals=localns), globalns, localns)
    return _evaluate_parts(value, globalns, localns)


def _evaluate_parts(value, globalns, localns):
    """A subscripted form or union whose arguments are evaluated; the text arguments of list["X"] and "X" | int are forward references."""
    if isinstance(value, (_LiteralAlias, type)) and not isinstance(value, types.GenericAlias):
        return value
    args = getattr(value, "__args__", None)
    if not isinstance(args, tuple) or not isinstance(value, (_Alias, types.GenericAlias, types.UnionType)):
        return value

    def part(arg):
        if isinstance(arg, list):  # the parameters of a Callable
            return [part(a) for a in arg]
        return arg if arg is None or isinstance(arg, str) and isinstance(value, _Alias) else _evaluate(arg, globalns, localns)

    new = tuple(part(a) for a in args)
    if isinstance(value, _AnnotatedAlias):
        origin = _evaluate(value.__origin__, globalns, localns)
        return value if origin is value.__origin__ else Annotated[(origin, *value.__metadata__)]
    if all(a is b for a, b in zip(args, new)):
        return value
    if isinstance(value, types.UnionType):
        return Union[new]
    if isinstance(value, types.GenericAlias):
        return types.GenericAlias(value.__origin__, new)
    return value._with_args(new)


def _eval_type(t, globalns, localns, type_params=(), *, recursive_guard=frozenset(), **kwargs):
    """Evaluate the forward references in t; libraries call it."""
    if type_params:
        localns = {**{p.__name__: p for p in type_params}, **(localns or {})}
    return t if isinstance(t, str) else _evaluate(t, globalns, localns)


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


def __getattr__(name):
    """The aliases whose modules are not loaded before one of them is asked for."""
    if name in ("Pattern", "Match"):
        import re
        alias = _SpecialAlias(getattr(re, name), 1, name)
    elif name in ("ContextManager", "AsyncContextManager"):
        import contextlib
        alias = _ManagerAlias(getattr(contextlib, "Abstract" + name), 2, name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = alias
    return alias


__all__ = [_n for _n in dir() if not _n.startswith("_") and _n not in ("sys", "types", "collections", "abstractmethod", "ABCMeta",
                                                                      "T", "KT", "VT", "NamedTupleMeta")]
__all__ += ["AsyncContextManager", "ContextManager", "Match", "Pattern"]
