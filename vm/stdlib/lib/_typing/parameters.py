"""Type parameters: variables of types, of parameters and of any number of types, and names of types."""

import sys

from .forward import Union, _convert

_GenericAlias = type(list[int])

__name__ = "typing"  # whose classes and functions these are


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


def _unpacked(parameter):
    from .forms import Unpack  # which knows of parameters
    return Unpack[parameter]


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
        yield _unpacked(self)

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
        return tuple(_unpacked(p) if isinstance(p, TypeVarTuple) else p for p in self.__type_params__)

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
        yield _unpacked(self)

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
    from .generics import Generic
    return Generic[tuple(_unpacked(p) if isinstance(p, TypeVarTuple) else p for p in params)]


def _make_alias(parts):
    name, params, compute = parts
    alias = TypeAliasType.__new__(TypeAliasType)
    alias._fill(name, _caller(), params or (), None)
    alias._compute_later("value", compute)
    return alias
