"""Modules of devices that are not there: what asks for them answers, what needs one raises what a PyTorch raises that was built without it."""


def refuse(namespace, error, text, names):
    """Puts functions into a module, each of which raises the error, by their names; {} in the text stands for a name of PyTorch's C functions, given behind an =."""
    for name in names.split():
        name, _, own = name.partition("=")

        def f(*args, _text=text.replace("{}", own or name), **kwargs):
            raise error(_text)

        _add(namespace, name, f)


def answer(namespace, make, names):
    """Puts functions into a module that give what make makes."""
    for name in names.split():

        def f(*args, **kwargs):
            return make()

        _add(namespace, name, f)


def _add(namespace, name, f):
    f.__name__ = f.__qualname__ = name
    f.__module__ = namespace["__name__"]
    namespace[name] = f


def dummies(namespace, names):
    """Puts classes into a module that cannot be instantiated."""
    for name in names.split():

        def __new__(cls, *args, **kwargs):
            raise RuntimeError(f"Tried to instantiate dummy base class {cls.__name__}")

        namespace[name] = type(name, (), {"__new__": __new__, "__module__": namespace["__name__"]})


def submodule(namespace, name, names):
    """A module of a module that has some of its names too."""
    import sys
    import types

    made = types.ModuleType(namespace["__name__"] + "." + name)
    for other in names.split():
        setattr(made, other, namespace[other])
    namespace[name] = sys.modules[made.__name__] = made
    return made
