"""Reading packages, whose modules are apart from those around."""

import builtins
import importlib
import importlib.machinery
import inspect
import io
import linecache
import os
import types
import weakref

import torch
from torch._archive import Reader
from torch.package._directory_reader import DirectoryReader
from torch.package._importlib import _calc___package__, _normalize_path, _resolve_name, _sanity_check
from torch.package._mangling import PackageMangler, demangle
from torch.package._package_pickler import PackageUnpickler
from torch.package.file_structure_representation import _create_directory_from_file_list
from torch.package.importer import Importer
from torch.serialization import _dtype_of, _part_of, _get_restore_location, _text
from torch.storage import TypedStorage

__all__ = ["PackageImporter"]

_package_imported_modules = weakref.WeakValueDictionary()  # the modules of all packages, by their whole names
_getfile = inspect.getfile


def _file_of(object):
    """inspect.getfile, which finds classes by sys.modules, where modules of packages are not."""
    if inspect.isclass(object) and object.__module__ in _package_imported_modules:
        return _package_imported_modules[object.__module__].__file__
    return _getfile(object)


inspect.getfile = _file_of

IMPLICIT_IMPORT_ALLOWLIST = ["numpy", "numpy.core", "numpy.core._multiarray_umath", "builtins"]  # importable though no package names them


class _PackageNode:
    """A folder, with the file of its code or None."""

    def __init__(self, source_file):
        self.source_file, self.children = source_file, {}


class _ModuleNode:
    """A file of code."""

    def __init__(self, source_file):
        self.source_file = source_file


class _ExternNode:
    """A module of the Python around."""


class PackageImporter(Importer):
    """The modules and the resources of a package."""

    def __init__(self, file_or_buffer, module_allowed=lambda module_name: True):
        self.filename = "<binary>"
        if isinstance(file_or_buffer, (str, os.PathLike)):
            self.filename = os.fspath(file_or_buffer)
            self.zip_reader = DirectoryReader(self.filename) if os.path.isdir(self.filename) else Reader(open(self.filename, "rb"))
        else:
            self.zip_reader = Reader(_part_of(file_or_buffer))
        self.root, self.modules = _PackageNode(None), {}
        self.extern_modules = self.zip_reader.read(".data/extern_modules").decode("utf-8").splitlines()
        for name in self.extern_modules:
            if not module_allowed(name):
                raise ImportError(f"package '{file_or_buffer}' needs the external module '{name}' but that module has been disallowed")
            self._add_extern(name)
        for name in self.zip_reader.names():
            self._add_file(name)
        self.patched_builtins = {**builtins.__dict__, "__import__": self.__import__}
        self.modules["torch_package_importer"] = self
        self._mangler, self.storage_context, self.last_map_location = PackageMangler(), None, None

    # Modules.

    def import_module(self, name, package=None):
        return self._gcd_import(self._mangler.demangle(name))

    def _gcd_import(self, name, package=None, level=0):
        _sanity_check(name, package, level)
        return self._find_and_load(_resolve_name(name, package, level) if level else name)

    def _find_and_load(self, name):
        if name in self.modules:
            module = self.modules[name]
            if module is None:
                raise ModuleNotFoundError(f"import of {name} halted; None in sys.modules", name=name)
            if name == "os":
                self.modules["os.path"] = module.path
            return module
        parent = name.rpartition(".")[0]
        if parent:
            if parent not in self.modules:
                self._gcd_import(parent)
            if name in self.modules:  # importing the package has imported it
                return self.modules[name]
            if not hasattr(self.modules[parent], "__path__"):
                raise ModuleNotFoundError(f"No module named {name!r}; {parent!r} is not a package", name=name)
        module = self._load_module(name, parent)
        self._install_on_parent(parent, name, module)
        return module

    def _load_module(self, name, parent):
        at = self.root
        for part in name.split("."):
            at = at.children.get(part) if isinstance(at, _PackageNode) else None
            if at is None and name not in IMPLICIT_IMPORT_ALLOWLIST:
                raise ModuleNotFoundError(
                    f'No module named "{name}" in self-contained archive "{self.filename}" and the module is also not in the list of allowed external modules: {self.extern_modules}', name=name)
            if at is None or isinstance(at, _ExternNode):
                module = self.modules[name] = importlib.import_module(name)
                return module
        return self._make_module(name, at.source_file, isinstance(at, _PackageNode), parent)

    def _make_module(self, name, filename, is_package, parent):
        """Makes a module and runs its code; one without code is a folder."""
        spec = importlib.machinery.ModuleSpec(name, self, origin="<package_importer>", is_package=is_package)
        module = self.modules[name] = types.ModuleType(self._mangler.mangle(name))
        file = self._mangler.mangle(filename) if filename else None
        module.__dict__.update(__spec__=spec, __loader__=self, __package__=spec.parent, __file__=file, __cached__=None, __builtins__=self.patched_builtins, __torch_package__=True)
        _package_imported_modules[module.__name__] = module
        if is_package:
            module.__path__ = spec.submodule_search_locations
        self._install_on_parent(parent, name, module)
        if filename is not None:
            linecache.lazycache(file, module.__dict__)
            exec(compile(self._source(filename), file, "exec", dont_inherit=True), module.__dict__)
        return module

    def _source(self, filename):
        return self.zip_reader.read(filename).replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode("utf-8")

    def get_source(self, module_name):
        module = self.import_module(demangle(module_name))
        return self._source(demangle(module.__file__))

    def _install_on_parent(self, parent, name, module):
        if parent and self.modules[parent].__loader__ is self:
            setattr(self.modules[parent], name.rpartition(".")[2], module)

    def _handle_fromlist(self, module, fromlist, *, recursive=False):
        """Imports the submodules that `from module import ...` names."""
        home = demangle(module.__name__)
        if not hasattr(module, "__path__"):
            return module
        for name in fromlist:
            if not isinstance(name, str):
                raise TypeError(f"Item in {home + '.__all__' if recursive else '``from list' + chr(39) * 2} must be str, not {type(name).__name__}")
            if name == "*":
                if not recursive and hasattr(module, "__all__"):
                    self._handle_fromlist(module, module.__all__, recursive=True)
            elif not hasattr(module, name):
                try:
                    self._gcd_import(f"{home}.{name}")
                except ModuleNotFoundError as e:
                    if e.name != f"{home}.{name}":
                        raise
        return module

    def __import__(self, name, globals=None, locals=None, fromlist=(), level=0):
        module = self._gcd_import(name, _calc___package__(globals or {}), level) if level else self._gcd_import(name)
        if fromlist:
            return self._handle_fromlist(module, fromlist)
        if not level:
            return self._gcd_import(name.partition(".")[0])
        if not name:
            return module
        home = demangle(module.__name__)
        return self.modules[home[:len(home) - len(name) + len(name.partition(".")[0])]]

    # The tree of files.

    def _get_or_create_package(self, parts):
        at = self.root
        for i, part in enumerate(parts):
            at = at.children.setdefault(part, _PackageNode(None))
            if isinstance(at, _ExternNode):
                return at
            if isinstance(at, _ModuleNode):
                raise ImportError(f"inconsistent module structure. module {'.'.join(parts[:i])} is not a package, but has submodules")
        return at

    def _add_file(self, filename):
        *folders, last = filename.split("/")
        if len(folders) > 1 and folders[0] == ".data":
            return
        package = self._get_or_create_package(folders)
        if isinstance(package, _ExternNode):
            raise ImportError(f"inconsistent module structure. package contains a module file {filename} that is a subpackage of a module marked external.")
        if last == "__init__.py":
            package.source_file = filename
        elif last.endswith(".py"):
            package.children[last.removesuffix(".py")] = _ModuleNode(filename)

    def _add_extern(self, extern_name):
        *packages, last = extern_name.split(".")
        package = self._get_or_create_package(packages)
        if not isinstance(package, _ExternNode):
            package.children[last] = _ExternNode()

    # Resources.

    def load_binary(self, package, resource):
        return self.zip_reader.read(self._zipfile_path(package, resource))

    def load_text(self, package, resource, encoding="utf-8", errors="strict"):
        return self.load_binary(package, resource).decode(encoding, errors)

    def load_pickle(self, package, resource, map_location=None):
        """An object, with classes and functions of the package's modules."""
        restore, storages, reduced = _get_restore_location(map_location), {}, {}

        def storage_of(kind, key, location, numel):
            dtype = _dtype_of(kind)
            if key not in storages:
                data = self.zip_reader.read(f".data/{key}.storage")
                if len(data) < numel * dtype.itemsize:
                    raise RuntimeError(f"the storage {key} has {len(data)} bytes where {numel * dtype.itemsize} are expected")
                storages[key] = restore(torch._C._new_storage(data), _text(location))
            return TypedStorage(wrap_storage=storages[key], dtype=dtype, _internal=True)

        def persistent_load(saved_id):
            if not isinstance(saved_id, tuple):
                raise AssertionError(f"saved_id must be a tuple, got {type(saved_id).__name__}")
            what, *data = saved_id
            if _text(what) == "storage":
                return storage_of(*data)
            if what != "reduce_package":
                raise RuntimeError(f"Unknown typename for persistent_load, expected 'storage' or 'reduce_package' but got '{what}'")
            key, function, args = data if len(data) == 3 else (object(), *data)
            if key not in reduced:
                reduced[key] = function(self, *args)
            return reduced[key]

        unpickler = PackageUnpickler(self, io.BytesIO(self.zip_reader.read(self._zipfile_path(package, resource))))
        unpickler.persistent_load = persistent_load
        self.storage_context, self.last_map_location = storages, map_location
        try:
            return unpickler.load()
        finally:
            self.storage_context = self.last_map_location = None

    def _get_package(self, package):
        module = package if hasattr(package, "__spec__") else self.import_module(package)
        if module.__spec__.submodule_search_locations is None:
            raise TypeError(f"{module.__spec__.name if module is package else package!r} is not a package")
        return module

    def _zipfile_path(self, package, resource=None):
        module = self._get_package(package)
        if module.__loader__ is not self:
            raise AssertionError(f"package.__loader__ must be self, got {module.__loader__}")
        folder = demangle(module.__name__).replace(".", "/")
        return folder if resource is None else f"{folder}/{_normalize_path(resource)}"

    def get_resource_reader(self, fullname):
        try:
            package = self._get_package(fullname)
        except ImportError:
            return None
        return _PackageResourceReader(self, fullname) if package.__loader__ is self else None

    # Questions.

    def id(self):
        return self._mangler.parent_name()

    def file_structure(self, *, include="**", exclude=()):
        return _create_directory_from_file_list(self.filename, self.zip_reader.names(), include, exclude)

    def python_version(self):
        name = ".data/python_version"
        return self.zip_reader.read(name).decode("utf-8").strip() if self.zip_reader.has(name) else None


class _PackageResourceReader:
    """The files of one folder of a package, for importlib.resources."""

    def __init__(self, importer, fullname):
        self.importer, self.fullname = importer, fullname

    def open_resource(self, resource):
        return io.BytesIO(self.importer.load_binary(self.fullname, resource))

    def resource_path(self, resource):
        reader, path = self.importer.zip_reader, os.path.join(self.fullname, resource)
        if isinstance(reader, DirectoryReader) and reader.has(path):
            return os.path.join(reader.directory, path)
        raise FileNotFoundError

    def is_resource(self, name):
        return self.importer.zip_reader.has(self.importer._zipfile_path(self.fullname, name))

    def contents(self):
        start, seen = self.importer._zipfile_path(self.fullname) + "/", set()
        for name in self.importer.zip_reader.names():
            if name.startswith(start):
                first = name[len(start):].partition("/")[0]
                if first not in seen:
                    seen.add(first)
                    yield first
