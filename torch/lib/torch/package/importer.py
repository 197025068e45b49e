"""Where modules come from: the Python around, packages, or several of these one after the other."""

import importlib
import logging
import pickle
from abc import ABC, abstractmethod

from torch.package._mangling import demangle, get_mangle_prefix, is_mangled

__all__ = ["ObjNotFoundError", "ObjMismatchError", "Importer", "OrderedImporter"]

log = logging.getLogger(__name__)


class ObjNotFoundError(Exception):
    """An importer has no object of that name."""


class ObjMismatchError(Exception):
    """An importer has another object of that name."""


def _attribute(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


class Importer(ABC):
    """Gives modules by their names, and the names of objects in them."""

    modules = {}

    @abstractmethod
    def import_module(self, module_name):
        pass

    def get_name(self, obj, name=None):
        """The module and the name in it that this importer has an object by."""
        if name is None and hasattr(obj, "__reduce__"):
            try:
                reduced = obj.__reduce__()
                name = reduced if isinstance(reduced, str) else None
            except Exception:
                name = None
        name = name or getattr(obj, "__qualname__", None) or obj.__name__
        home = self.whichmodule(obj, name)
        try:
            module = self.import_module(demangle(home))
            found = _attribute(module, name)
        except (ImportError, KeyError, AttributeError):
            raise ObjNotFoundError(f"{obj} was not found as {demangle(home)}.{name}") from None
        if found is obj:
            return demangle(home), name
        (mine, place, _), (other, there, other_importer) = self._whence(obj, name), self._whence(found, name)
        raise ObjMismatchError(
            f"\n\nThe object provided is from '{mine}', which is coming from {place}.\nHowever, when we import '{other}', it's coming from {there}."
            f"\nTo fix this, make sure this 'PackageExporter's importer lists {self._whence(obj, name)[2]} before {other_importer}.")

    def _whence(self, obj, name):
        home = self.whichmodule(obj, name)
        if is_mangled(home):
            return home, get_mangle_prefix(home), f"the importer for {get_mangle_prefix(home)}"
        return home, "the current Python environment", "'sys_importer'"

    def whichmodule(self, obj, name):
        """The module that an object says it is of, or one that has it."""
        home = getattr(obj, "__module__", None)
        if home is not None:
            return home
        for module_name, module in list(self.modules.items()):
            if module_name in ("__main__", "__mp_main__") or module is None:
                continue
            try:
                if _attribute(module, name) is obj:
                    return module_name
            except AttributeError:
                continue
        return "__main__"


class _SysImporter(Importer):
    """The Python around."""

    def import_module(self, module_name):
        return importlib.import_module(module_name)

    def whichmodule(self, obj, name):
        return getattr(obj, "__module__", None) or pickle.whichmodule(obj, name)


sys_importer = _SysImporter()


class OrderedImporter(Importer):
    """Importers that are asked one after the other."""

    def __init__(self, *args):
        self._importers = list(args)

    @staticmethod
    def _is_torchpackage_dummy(module):
        """Whether a module only stands for a folder of a package."""
        return getattr(module, "__torch_package__", False) and hasattr(module, "__path__") and getattr(module, "__file__", None) is None

    def get_name(self, obj, name=None):
        for importer in self._importers:
            try:
                return importer.get_name(obj, name)
            except (ObjNotFoundError, ObjMismatchError) as e:
                log.warning(f"Tried to call get_name with obj {obj}, and name {name} on {importer} and got {e}")
        raise ObjNotFoundError(f"Could not find obj {obj} and name {name} in any of the importers {self._importers}")

    def import_module(self, module_name):
        missing = ModuleNotFoundError(module_name)
        for importer in self._importers:
            if not isinstance(importer, Importer):
                raise TypeError(f"{importer} is not an Importer. All importers in OrderedImporter must inherit from Importer.")
            try:
                module = importer.import_module(module_name)
            except ModuleNotFoundError as e:
                missing = e
            else:
                if not self._is_torchpackage_dummy(module):
                    return module
        raise missing

    def whichmodule(self, obj, name):
        return next((home for importer in self._importers if (home := importer.whichmodule(obj, name)) != "__main__"), "__main__")
