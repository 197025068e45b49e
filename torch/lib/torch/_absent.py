"""Stand-ins for names that PyTorch has and magneto has not."""

import sys


def _outside_functions():
    """Whether what uses a stand-in is the code of a module or class body, or a function that the body of an imported module calls, such as a
    decorator: a file is to load all that does not depend on the stand-in."""
    frame = sys._getframe(2)
    if not frame.f_code.co_flags & 1:  # CO_OPTIMIZED
        return True
    while frame := frame.f_back:
        if frame.f_code.co_name == "<module>" and frame.f_globals.get("__name__") != "__main__":
            return True
    return False


def _for_its_effect(absent):
    """Whether a statement in the body of the program calls a function of the standard library: what that does would be left out in silence."""
    frame = sys._getframe(2)
    if absent.__qualname__.partition(".")[0] not in sys.stdlib_module_names or frame.f_globals.get("__name__") != "__main__":
        return False
    import ast
    import linecache

    try:
        body = ast.parse("".join(linecache.getlines(frame.f_code.co_filename)))
    except SyntaxError:
        return False
    called = [s.value.func for s in ast.walk(body) if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and s.lineno <= frame.f_lineno <= s.end_lineno]
    return any(f.attr == absent.__name__ if isinstance(f, ast.Attribute) else frame.f_globals.get(getattr(f, "id", None)) is absent for f in called)


class AbsentAttributeError(NotImplementedError, AttributeError):
    """Something was looked for in a stand-in; to hasattr() it is not there."""


class Absent:
    """Can be imported, compared, used as a base class and, while modules and classes are made, called and looked into; any other use raises
    NotImplementedError with its name. As a decorator it gives what raises that when it is called."""

    def __init__(self, name):
        self.__dict__["__qualname__"] = name
        self.__dict__["__name__"] = name.rpartition(".")[2]
        self.__dict__["__module__"] = name.rpartition(".")[0]

    def _missing(self):
        return NotImplementedError(f"{self.__qualname__}: magneto does not have it")

    def __call__(self, *args, **kwargs):
        if not _outside_functions() or _for_its_effect(self):
            raise self._missing()
        if len(args) == 1 and not kwargs:
            if isinstance(args[0], type):
                return _spoilt(self, args[0])
            if hasattr(args[0], "__code__"):
                return _raising(self, args[0])
        return Absent(self.__qualname__ + "()")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"{self.__qualname__}.{name}")
        if _outside_functions():
            return absent(self.__qualname__ + "." + name)
        raise AbsentAttributeError(*self._missing().args)

    def __iter__(self):
        raise self._missing()

    def __bool__(self):
        if _outside_functions():
            return False  # a condition on what the machine can do
        raise self._missing()

    def __mro_entries__(self, bases):
        return (_base(self),)

    def __instancecheck__(self, value):
        return False

    def __subclasscheck__(self, cls):
        return False

    def __or__(self, other):
        return self

    __ror__ = __or__

    def __getitem__(self, item):
        return self

    def __repr__(self):
        return f"<absent {self.__qualname__}>"

    def __str__(self):
        raise self._missing()  # what is printed is a result

    __format__ = __float__ = __int__ = __index__ = lambda self, *args: str(self)


_made = {}


def absent(name):
    """The stand-in that has the name: always the same, since compiled code tells it by its identity."""
    if name not in _made:
        _made[name] = Absent(name)
    return _made[name]


def _base(absent):
    def __init__(self, *args, **kwargs):
        raise absent._missing()

    return type(absent.__name__, (), {"__init__": __init__, "__module__": absent.__module__})


def _raising(absent, function):
    def raising(*args, **kwargs):
        raise absent._missing()

    raising.__name__, raising.__qualname__, raising.__doc__ = function.__name__, function.__qualname__, function.__doc__
    return raising


def _spoilt(absent, cls):
    """The class, whose tests fail."""

    def setUpClass(cls):
        raise absent._missing()

    cls.setUpClass = classmethod(setUpClass)
    return cls


def attributes(module):
    """The function __getattr__ of a module that is absent."""

    def __getattr__(name):
        if name == "__version__":
            return "0"
        if name.startswith("__"):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return absent(f"{module}.{name}")

    return __getattr__
