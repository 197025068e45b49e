"""Modules of devices that are not there: what asks for them answers, what needs one raises what a PyTorch raises that was built without it."""


def refuse(namespace, error, text, names):
    """Puts functions into a module, each of which raises the error, by their names; {} in the text stands for a name of PyTorch's C functions, given behind an =."""
    for name in names.split():
        name, _, own = name.partition("=")

        _add(namespace, name, _raiser(error, text.replace("{}", own or name)))


def _raiser(error, text):
    def f(*args, **kwargs):
        raise error(text)

    return f


def answer(namespace, make, names):
    """Puts functions into a module that give what make makes."""
    for name in names.split():

        def f(*args, **kwargs):
            return make()

        _add(namespace, name, f)


def _add(namespace, name, f):
    """Makes the function one of the module, for tracing too, which knows functions by their modules and code."""
    code = f.__code__.replace(co_name=name, co_qualname=name)
    namespace[name] = type(f)(code, namespace, name, None, f.__closure__)


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
