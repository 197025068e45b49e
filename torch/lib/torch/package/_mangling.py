"""Names of the modules of packages: each importer has a parent of its own, so that they meet no others."""

import itertools
import re

_counter = itertools.count()
_PARENT = re.compile(r"<torch_package_\d+>")


class PackageMangler:
    """Puts the parent of one importer before names, and takes it off."""

    def __init__(self):
        self._mangle_index = next(_counter)
        self._mangle_parent = f"<torch_package_{self._mangle_index}>"

    def mangle(self, name):
        if not name:
            raise AssertionError("name must not be empty")
        return f"{self._mangle_parent}.{name}"

    def demangle(self, mangled):
        return mangled.removeprefix(self._mangle_parent + ".")

    def parent_name(self):
        return self._mangle_parent


def is_mangled(name):
    return _PARENT.match(name) is not None


def demangle(name):
    """The name without the parent of any importer."""
    return name.partition(".")[2] if is_mangled(name) else name


def get_mangle_prefix(name):
    return name.partition(".")[0] if is_mangled(name) else name
