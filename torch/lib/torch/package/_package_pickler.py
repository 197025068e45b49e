"""Pickles whose classes and functions come from importers."""

import pickle

from torch.package._mangling import demangle
from torch.package.importer import ObjMismatchError, ObjNotFoundError, sys_importer


class PackagePickler(pickle.Pickler):
    """Names objects as an importer knows them, and notes these names."""

    def __init__(self, importer, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.importer, self.named = importer, {}

    def _place(self, obj, name=None):
        try:
            place = super()._place(obj, name) if self.importer is sys_importer else self.importer.get_name(obj, name)
        except (ObjNotFoundError, ObjMismatchError) as e:
            raise pickle.PicklingError(f"Can't pickle {obj}: {e}") from e
        self.named[place] = True
        return place

    def _put_name(self, module_name, name):
        self.named[module_name, name] = True
        super()._put_name(module_name, name)


def create_pickler(data_buf, importer, protocol=4):
    return PackagePickler(importer, data_buf, protocol=protocol)


class PackageUnpickler(pickle.Unpickler):
    """Finds classes and functions by an importer."""

    def __init__(self, importer, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._importer = importer

    def find_class(self, module, name):
        if (module, name) == ("_codecs", "encode"):
            return super().find_class(module, name)
        found = self._importer.import_module(demangle(module) if self._importer is sys_importer else module)
        for part in name.split("."):
            found = getattr(found, part)
        return found
