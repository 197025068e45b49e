"""What is known of modules before they are loaded, and the loading of source files."""

import sys

__all__ = ["BYTECODE_SUFFIXES", "BuiltinImporter", "EXTENSION_SUFFIXES", "ExtensionFileLoader", "FileFinder",
           "ModuleSpec", "NamespaceLoader", "PathFinder", "SOURCE_SUFFIXES",
           "SourceFileLoader", "all_suffixes"]

SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = [".pyc"]
EXTENSION_SUFFIXES = []


def all_suffixes():
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES


class ModuleSpec:
    """Where a module comes from and what loads it."""

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self._set_fileattr = False
        self._cached = None

    @property
    def cached(self):
        return self._cached

    @cached.setter
    def cached(self, cached):
        self._cached = cached

    @property
    def parent(self):
        """The package that the module belongs to, which is itself if it is one."""
        if self.submodule_search_locations is None:
            return self.name.rpartition(".")[0]
        return self.name

    @property
    def has_location(self):
        return self._set_fileattr

    @has_location.setter
    def has_location(self, value):
        self._set_fileattr = bool(value)

    def __eq__(self, other):
        if not isinstance(other, ModuleSpec):
            return NotImplemented
        names = "name", "loader", "origin", "submodule_search_locations", "cached", "has_location"
        return all(getattr(self, n) == getattr(other, n) for n in names)

    __hash__ = None

    def __repr__(self):
        parts = [f"name={self.name!r}", f"loader={self.loader!r}"]
        if self.origin is not None:
            parts.append(f"origin={self.origin!r}")
        if self.submodule_search_locations is not None:
            parts.append(f"submodule_search_locations={self.submodule_search_locations}")
        return f"{type(self).__name__}({', '.join(parts)})"


class BuiltinImporter:
    """Stands for what the interpreter itself provides."""

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        import importlib
        module.__dict__.update(importlib.import_module(module.__name__).__dict__)

    @classmethod
    def is_package(cls, fullname):
        return False


class SourceFileLoader:
    """Loads a module from a file of source text."""

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def __eq__(self, other):
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self):
        return hash((self.name, self.path))

    def _check(self, fullname):
        if fullname is not None and fullname != self.name:
            raise ImportError(f"loader for {self.name} cannot handle {fullname}", name=fullname)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.get_code(module.__name__), module.__dict__)

    def load_module(self, fullname=None):
        self._check(fullname)
        from importlib.util import module_from_spec, spec_from_file_location
        module = sys.modules.get(self.name) or module_from_spec(spec_from_file_location(self.name, self.path, loader=self))
        sys.modules[self.name] = module
        try:
            self.exec_module(module)
        except BaseException:
            sys.modules.pop(self.name, None)
            raise
        return sys.modules[self.name]

    def is_package(self, fullname):
        return self.path.rpartition("/")[2] == "__init__.py" and fullname.rpartition(".")[2] != "__init__"

    def get_filename(self, fullname=None):
        self._check(fullname)
        return self.path

    def get_data(self, path):
        with open(path, "rb") as file:
            return file.read()

    def get_source(self, fullname):
        try:
            data = self.get_data(self.get_filename(fullname))
        except OSError as e:
            raise ImportError("source not available through get_data()", name=fullname) from e
        return data.removeprefix(b"\xef\xbb\xbf").decode().replace("\r\n", "\n").replace("\r", "\n")

    def source_to_code(self, data, path, *, _optimize=-1):
        return compile(data, path, "exec", dont_inherit=True)

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class NamespaceLoader:
    """Stands for packages that are folders without an __init__.py."""

    def __init__(self, name, path, path_finder):
        self._path = path

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        pass

    def is_package(self, fullname):
        return True

    def get_source(self, fullname):
        return ""

    def get_code(self, fullname):
        return compile("", "<string>", "exec", dont_inherit=True)


class ExtensionFileLoader:
    """Stands for the loading of machine code, which this interpreter does not do."""

    def __init__(self, name, path):
        self.name = name
        self.path = path

    def create_module(self, spec):
        raise ImportError(f"{self.path} is an extension module: it holds machine code for CPython, which does not run here", name=self.name, path=self.path)

    def exec_module(self, module):
        self.create_module(None)

    def is_package(self, fullname):
        return False

    def get_code(self, fullname):
        return None

    def get_source(self, fullname):
        return None

    def get_filename(self, fullname):
        return self.path


class FileFinder:
    """Finds the modules of one folder, with a loader for each ending of a file's name."""

    def __init__(self, path, *loader_details):
        self._loaders = [(suffix, loader) for loader, suffixes in loader_details for suffix in suffixes]
        self.path = path or "."

    def find_spec(self, fullname, target=None):
        import os
        from importlib.util import spec_from_file_location
        base = os.path.join(self.path, fullname.rpartition(".")[2])
        for suffix, loader in self._loaders:
            for file, folders in ((os.path.join(base, "__init__" + suffix), [base]), (base + suffix, None)):
                if os.path.isfile(file):
                    return spec_from_file_location(fullname, file, loader=loader(fullname, file), submodule_search_locations=folders)
        return None

    def invalidate_caches(self):
        pass

    @classmethod
    def path_hook(cls, *loader_details):
        """What makes a finder of a path entry that is a folder."""
        import os

        def path_hook_for_FileFinder(path):
            if not os.path.isdir(path):
                raise ImportError("only directories are supported", path=path)
            return cls(path, *loader_details)
        return path_hook_for_FileFinder

    def __repr__(self):
        return f"FileFinder({self.path!r})"


class PathFinder:
    """Finds modules in folders."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        import os
        from importlib.util import spec_from_file_location
        name = fullname.rpartition(".")[2]
        for folder in sys.path if path is None else path:
            base = os.path.join(folder or os.getcwd(), name)
            for file in (os.path.join(base, "__init__.py"), base + ".py"):
                if os.path.isfile(file):
                    return spec_from_file_location(fullname, file)
        return None

    @staticmethod
    def invalidate_caches():
        pass
