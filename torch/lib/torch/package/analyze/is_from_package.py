"""Whether an object came from a package."""

from types import ModuleType

from torch.package._mangling import is_mangled


def is_from_package(obj):
    """True for modules of packages and for instances of their classes."""
    return is_mangled(obj.__name__ if type(obj) is ModuleType else type(obj).__module__)
