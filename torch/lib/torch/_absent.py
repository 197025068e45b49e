"""Stand-ins for names that PyTorch has and magneto has not."""


class Absent:
    """Can be imported, compared and used as a base class; any other use raises NotImplementedError with its name."""

    def __init__(self, name):
        self.__dict__["__qualname__"] = name
        self.__dict__["__name__"] = name.rpartition(".")[2]
        self.__dict__["__module__"] = name.rpartition(".")[0]

    def _missing(self):
        return NotImplementedError(f"{self.__qualname__}: magneto does not have it")

    def __call__(self, *args, **kwargs):
        raise self._missing()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"{self.__qualname__}.{name}")
        raise self._missing()

    def __iter__(self):
        raise self._missing()

    def __bool__(self):
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


def _base(absent):
    def __init__(self, *args, **kwargs):
        raise absent._missing()

    return type(absent.__name__, (), {"__init__": __init__, "__module__": absent.__module__})
