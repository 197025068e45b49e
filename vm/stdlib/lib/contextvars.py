"""Variables with a value for each context."""

from _threads import values as _thread_values

__all__ = ["Context", "ContextVar", "Token", "copy_context"]

_missing = object()


def _current():
    """The context in which the thread runs."""
    values = _thread_values()
    context = values.get("context")
    if context is None:
        context = values["context"] = Context()
        context._outer = context
    return context


class Token:
    """What ContextVar.set returns: knows the value from before."""

    __module__ = "_contextvars"

    MISSING = type("Token.MISSING", (), {"__repr__": lambda self: "<Token.MISSING>", "__slots__": ()})()

    def __new__(cls, *args, **kwargs):
        raise RuntimeError("Tokens can only be created by ContextVars")

    @classmethod
    def _make(cls, context, var, old_value):
        self = object.__new__(cls)
        self._context, self.var, self.old_value, self._used = context, var, old_value, False
        return self

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        self.var.reset(self)

    def __repr__(self):
        return f"<Token{' used' if self._used else ''} var={self.var!r} at {id(self):#x}>"

    __class_getitem__ = classmethod(lambda cls, item: __import__("types").GenericAlias(cls, item))


class ContextVar:
    """A variable that has a value in each context, or a default."""

    __module__ = "_contextvars"

    def __init__(self, name, *, default=_missing):
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        self._name = name
        self._default = default

    def __init_subclass__(cls, **kwargs):
        raise TypeError("type 'ContextVar' is not an acceptable base type")

    @property
    def name(self):
        return self._name

    def get(self, default=_missing, /):
        value = _current()._values.get(self, _missing)
        if value is not _missing:
            return value
        if default is not _missing:
            return default
        if self._default is not _missing:
            return self._default
        raise LookupError(self)

    def set(self, value, /):
        context = _current()
        token = Token._make(context, self, context._values.get(self, Token.MISSING))
        context._values[self] = value
        return token

    def reset(self, token, /):
        if not isinstance(token, Token):
            raise TypeError(f"expected an instance of Token, got {token!r}")
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token.var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        context = _current()
        if token._context is not context:
            raise ValueError(f"{token!r} was created in a different Context")
        token._used = True
        if token.old_value is Token.MISSING:
            context._values.pop(self, None)
        else:
            context._values[self] = token.old_value

    def __repr__(self):
        default = "" if self._default is _missing else f" default={self._default!r}"
        return f"<ContextVar name={self._name!r}{default} at {id(self):#x}>"

    __class_getitem__ = classmethod(lambda cls, item: __import__("types").GenericAlias(cls, item))


class Context:
    """The values of context variables; a mapping that is changed by what runs in it."""

    __module__ = "_contextvars"

    def __init__(self):
        self._values = {}
        self._outer = None

    def __init_subclass__(cls, **kwargs):
        raise TypeError("type 'Context' is not an acceptable base type")

    def run(self, callable, /, *args, **kwargs):
        if self._outer is not None:
            raise RuntimeError(f"cannot enter context: {self!r} is already entered")
        values = _thread_values()
        self._outer, values["context"] = _current(), self
        try:
            return callable(*args, **kwargs)
        finally:
            values["context"], self._outer = self._outer, None

    def copy(self):
        new = Context()
        new._values = self._values.copy()
        return new

    def _check(self, key):
        if not isinstance(key, ContextVar):
            raise TypeError(f"a ContextVar key was expected, got {key!r}")

    def __getitem__(self, key):
        self._check(key)
        return self._values[key]

    def __contains__(self, key):
        self._check(key)
        return key in self._values

    def get(self, key, default=None, /):
        self._check(key)
        return self._values.get(key, default)

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()

    def __eq__(self, other):
        if not isinstance(other, Context):
            return NotImplemented
        return self._values == other._values

    __hash__ = None

    def __repr__(self):
        return f"<_contextvars.Context object at {id(self):#x}>"


def copy_context():
    return _current().copy()
