"""Abstract base classes: classes that name the methods their subclasses must have."""


def abstractmethod(function):
    """Mark a method as one that subclasses have to define."""
    function.__isabstractmethod__ = True
    return function


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True

    def __init__(self, function):
        function.__isabstractmethod__ = True
        super().__init__(function)


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True

    def __init__(self, function):
        function.__isabstractmethod__ = True
        super().__init__(function)


class abstractproperty(property):
    __isabstractmethod__ = True


_registrations = 0  # counts calls of register, to know when a negative answer is stale


class _Registry:
    """What an abstract base class knows of other classes."""

    def __init__(self):
        self.classes = []  # that were registered
        self.answers = {}  # class: (is a subclass, value of _registrations then)


class ABCMeta(type):
    """Metaclass of abstract base classes."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        cls._abc_impl = _Registry()
        _compute_abstract_methods(cls)
        return cls

    def register(cls, subclass):
        """Make subclass count as a subclass of this class."""
        global _registrations
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError("Refusing to create an inheritance cycle")
        cls._abc_impl.classes.append(subclass)
        _registrations += 1
        return subclass

    def __instancecheck__(cls, instance):
        if cls.__subclasscheck__(type(instance)):
            return True
        claimed = instance.__class__
        return claimed is not type(instance) and cls.__subclasscheck__(claimed)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError("issubclass() arg 1 must be a class")
        known = cls._abc_impl.answers.get(subclass)
        if known is not None and (known[0] or known[1] == _registrations):
            return known[0]
        answer = cls._abc_check(subclass)
        cls._abc_impl.answers[subclass] = (answer, _registrations)
        return answer

    def _abc_registry_clear(cls):
        """Forget the registered classes."""
        cls._abc_impl.classes.clear()
        cls._abc_impl.answers.clear()

    def _abc_caches_clear(cls):
        """Forget the answers given so far, after a change of __subclasshook__."""
        cls._abc_impl.answers.clear()

    def _abc_check(cls, subclass):
        answer = cls.__subclasshook__(subclass)
        if answer is not NotImplemented:
            return bool(answer)
        if cls in type.mro(subclass):
            return True
        for registered in cls._abc_impl.classes:
            if issubclass(subclass, registered):
                return True
        for child in type.__subclasses__(cls):
            if issubclass(subclass, child):
                return True
        return False


def _compute_abstract_methods(cls):
    names = {name for name, value in cls.__dict__.items() if getattr(value, "__isabstractmethod__", False)}
    for base in cls.__bases__:
        for name in getattr(base, "__abstractmethods__", ()):
            if getattr(getattr(cls, name, None), "__isabstractmethod__", False):
                names.add(name)
    cls.__abstractmethods__ = frozenset(names)


def update_abstractmethods(cls):
    """Recompute the abstract methods of a class that was changed by a decorator."""
    if hasattr(cls, "__abstractmethods__"):
        _compute_abstract_methods(cls)
    return cls


class ABC(metaclass=ABCMeta):
    """A class to inherit from instead of naming the metaclass."""

    __slots__ = ()


def get_cache_token():
    return _registrations
