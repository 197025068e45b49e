"""What finders and loaders derive from."""

from abc import ABC, abstractmethod

__all__ = ["ExecutionLoader", "FileLoader", "InspectLoader", "Loader", "MetaPathFinder", "PathEntryFinder", "ResourceLoader", "SourceLoader"]


class MetaPathFinder(ABC):
    """Finds modules by name; those in sys.meta_path are asked first."""

    def invalidate_caches(self):
        """Forget what was found."""


class PathEntryFinder(ABC):
    def invalidate_caches(self):
        """Forget what was found."""


class Loader(ABC):
    """Makes and fills modules."""

    def create_module(self, spec):
        """None: the module is made as usual."""

    def load_module(self, fullname):
        import sys
        from importlib.util import module_from_spec, spec_from_loader
        if not hasattr(self, "exec_module"):
            raise ImportError
        module = module_from_spec(spec_from_loader(fullname, self))
        sys.modules[fullname] = module
        self.exec_module(module)
        return module


class ResourceLoader(Loader):
    @abstractmethod
    def get_data(self, path):
        raise OSError


class InspectLoader(Loader):
    def is_package(self, fullname):
        raise ImportError

    def get_code(self, fullname):
        source = self.get_source(fullname)
        return None if source is None else self.source_to_code(source)

    @abstractmethod
    def get_source(self, fullname):
        raise ImportError

    @staticmethod
    def source_to_code(data, path="<string>"):
        return compile(data, path, "exec", dont_inherit=True)

    def exec_module(self, module):
        exec(self.get_code(module.__name__), module.__dict__)


class ExecutionLoader(InspectLoader):
    @abstractmethod
    def get_filename(self, fullname):
        raise ImportError


class FileLoader(ResourceLoader, ExecutionLoader):
    def __init__(self, fullname, path):
        self.name, self.path = fullname, path

    def get_filename(self, fullname):
        return self.path

    def get_data(self, path):
        with open(path, "rb") as file:
            return file.read()


class SourceLoader(ResourceLoader, ExecutionLoader):
    def get_source(self, fullname):
        return self.get_data(self.get_filename(fullname)).decode()
