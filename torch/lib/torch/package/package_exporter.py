"""Writing packages."""

import collections
import enum
import importlib.machinery
import io
import linecache
import os
import platform
import zlib
from pathlib import Path

import torch
from torch._archive import Writer
from torch.package._digraph import DiGraph
from torch.package._importlib import _normalize_path
from torch.package._mangling import demangle, is_mangled
from torch.package._package_pickler import create_pickler
from torch.package._stdlib import is_stdlib_module
from torch.package.find_file_dependencies import find_files_source_depends_on
from torch.package.glob_group import GlobGroup
from torch.package.importer import Importer, OrderedImporter, sys_importer
from torch.serialization import location_tag
from torch.storage import TypedStorage
from torch.utils.hooks import RemovableHandle

__all__ = ["PackagingErrorReason", "EmptyMatchError", "PackagingError", "PackageExporter"]

_gate_torchscript_serialization = True
# Of the standard library, but not to be used without being asked for.
_DISALLOWED_MODULES = ["sys", "io"]
_MOCK_IMPL = """\
from _mock import MockedObject
def __getattr__(attr: str):
    return MockedObject(__name__ + '.' + attr, _suppress_err=True)
"""


class _ModuleProviderAction(enum.Enum):
    """What is done with a module."""

    INTERN = 1
    EXTERN = 2
    MOCK = 3
    DENY = 4
    REPACKAGED_MOCK_MODULE = 5  # the module of mocked objects, of a package whose code is packaged again
    SKIP = 6  # the importer of such a package, which its modules can import


class PackagingErrorReason(enum.Enum):
    """Why a module cannot be packaged."""

    IS_EXTENSION_MODULE = "Module is a C extension module. torch.package supports Python modules only."
    NO_DUNDER_FILE = "Module had no __file__ defined."
    SOURCE_FILE_NOT_FOUND = "Module had a __file__, but we could not find it in your filesystem."
    DEPENDENCY_RESOLUTION_FAILED = "Dependency resolution failed."
    NO_ACTION = "Module did not match against any action pattern. Extern, mock, or intern it."
    DENIED = "Module was denied by a pattern."
    MOCKED_BUT_STILL_USED = ("Module was mocked out, but is still being used in the package. Please intern or extern the mocked modules if objects are supposed to be in the package.")

    def __repr__(self):
        return f"<{self.__class__.__name__}.{self.name}>"


class _PatternInfo:
    """What a pattern says, and whether a module has matched it."""

    def __init__(self, action, allow_empty):
        self.action, self.allow_empty, self.was_matched = action, allow_empty, False


class EmptyMatchError(Exception):
    """A pattern with allow_empty=False matched nothing."""


class PackagingError(Exception):
    """Modules that cannot be packaged, by reason."""

    def __init__(self, dependency_graph, debug=False):
        self.dependency_graph = dependency_graph
        broken = collections.defaultdict(list)
        for name, attributes in dependency_graph.nodes.items():
            if attributes.get("error") is not None:
                broken[attributes["error"]].append(name)
        text = "\n"
        for reason, names in broken.items():
            text += f"* {reason.value}\n" + "".join(self._told(name, debug) for name in names)
        if not debug:
            text += "\nSet debug=True when invoking PackageExporter for a visualization of where broken modules are coming from!\n"
        super().__init__(text)

    def _told(self, name, debug):
        text, context = f"    {name}\n", self.dependency_graph.nodes[name].get("error_context")
        if context is not None:
            text += f"      Context: {context}\n"
        if name in _DISALLOWED_MODULES:
            text += (f"      Note: While we usually use modules in the python standard library from the local environment, `{name}` has a lot of system level access and therefore can "
                     f"pose a security risk. We heavily recommend removing `{name}` from your packaged code. However, if that is not possible, add it to the extern list by calling "
                     f'PackageExporter.extern("`{name}`")\n')
        if debug:
            text += f"      A path to {name}: {' -> '.join(self.dependency_graph.first_path(name))}\n"
        return text


class PackageExporter:
    """Collects objects, code and other resources, and what they depend on, and writes all of it when it is closed."""

    def __init__(self, f, importer=sys_importer, debug=False):
        if not isinstance(importer, Importer):
            if not isinstance(importer, collections.abc.Sequence):
                raise TypeError(f"importer arg should be an Importer or a sequence of Importers, got {type(importer)} instead.")
            importer = OrderedImporter(*importer)
        self.importer, self.debug = importer, debug
        named = isinstance(f, (str, os.PathLike))
        self._file = open(f, "wb") if named else f
        self.buffer = None if named else f
        self._writer = Writer(self._file.write, Path(f).stem if named else "archive")
        self._written_files, self._checksum, self._finished = set(), 0, False
        self._reduced, self._storages = {}, {}
        self.dependency_graph, self.patterns, self._unique_id = DiGraph(), {}, 0
        self._extern_hooks, self._mock_hooks, self._intern_hooks = (collections.OrderedDict() for _ in range(3))

    # Code.

    def save_source_file(self, module_name, file_or_directory, dependencies=True):
        """Adds a file, or all files of a folder, as the code of a module."""
        path = Path(file_or_directory)
        if not path.is_dir():
            self.save_source_string(module_name, _read_file(path), path.name == "__init__.py", dependencies)
            return
        found = []
        for file in path.glob("**/*.py"):
            parts = [module_name, *file.relative_to(path).with_suffix("").parts]
            package = parts[-1] == "__init__"
            found.append((".".join(parts[:-1] if package else parts), _read_file(file), package, dependencies))
        for file in found:
            self.save_source_string(*file)

    def save_source_string(self, module_name, src, is_package=False, dependencies=True):
        self._intern(module_name, src, is_package, dependencies)

    def _intern(self, name, source, package, dependencies):
        self.dependency_graph.add_node(name, source=source, is_package=package, provided=True, action=_ModuleProviderAction.INTERN)
        if dependencies:
            for needed in self._get_dependencies(source, name, package):
                self.dependency_graph.add_edge(name, needed)
                self.add_dependency(needed)

    def save_module(self, module_name, dependencies=True):
        """Adds the code of a module that the importer finds."""
        if not isinstance(module_name, str):
            raise TypeError("save_module() expects a string input, did you perhaps mean to pass `__name__`?")
        self._intern_module(module_name, dependencies)

    def _intern_module(self, module_name, dependencies):
        module = self._import_module(module_name)
        name, package, source = demangle(module_name), hasattr(module, "__path__"), self._get_source_of_module(module)
        if source is not None:
            self._intern(name, source, package, dependencies)
            return
        file, context = getattr(module, "__file__", None), None
        if file is None:
            error = PackagingErrorReason.NO_DUNDER_FILE
        elif file.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)):
            error = PackagingErrorReason.IS_EXTENSION_MODULE
        else:
            error, context = PackagingErrorReason.SOURCE_FILE_NOT_FOUND, f"filename: {file}"
        self.dependency_graph.add_node(name, action=_ModuleProviderAction.INTERN, is_package=package, error=error, error_context=context, provided=True)

    def _import_module(self, module_name):
        try:
            return self.importer.import_module(module_name)
        except ModuleNotFoundError:
            if is_mangled(module_name):
                raise ModuleNotFoundError(f"Module not found: '{module_name}'. Make sure the PackageImporter that created this module is present in `self.importer`") from None
            raise

    def _module_exists(self, module_name):
        try:
            return self._import_module(module_name) is not None
        except Exception:
            return False

    def _get_source_of_module(self, module):
        loader, file = getattr(module, "__loader__", None), getattr(module, "__file__", None)
        if not isinstance(file, str) or not file.endswith(".py"):
            return None
        if getattr(module, "__torch_package__", False):
            return loader.get_source(module.__name__)
        return "".join(linecache.getlines(file, module.__dict__)) or None

    def _get_dependencies(self, src, module_name, is_package):
        """The modules that code imports; of `from a import b`, a.b where that is a module."""
        try:
            found = find_files_source_depends_on(src, module_name if is_package else module_name.rsplit(".", maxsplit=1)[0])
        except Exception as e:
            self.dependency_graph.add_node(module_name, error=PackagingErrorReason.DEPENDENCY_RESOLUTION_FAILED, error_context=str(e))
            return []
        needed = {}
        for module, name in found:
            if name is not None and self._module_exists(f"{module}.{name}"):
                needed[f"{module}.{name}"] = True
            elif self._module_exists(module):
                needed[module] = True
        return list(needed)

    def add_dependency(self, module_name, dependencies=True):
        """Adds a module by what the first pattern says that it matches."""
        graph = self.dependency_graph
        if module_name in graph and graph.nodes[module_name].get("provided") is True:
            return
        special = {"torch_package_importer": _ModuleProviderAction.SKIP, "_mock": _ModuleProviderAction.REPACKAGED_MOCK_MODULE}.get(module_name)
        if special is None and self._can_implicitly_extern(module_name):
            special = _ModuleProviderAction.EXTERN
        if special is not None:
            graph.add_node(module_name, action=special, provided=True)
            return
        info = self._pattern_for(module_name)
        if info is None:
            graph.add_node(module_name, error=PackagingErrorReason.NO_ACTION)
            return
        info.was_matched = True
        graph.add_node(module_name, action=info.action, provided=True)
        if info.action is _ModuleProviderAction.DENY:
            graph.add_node(module_name, error=PackagingErrorReason.DENIED)
        if info.action is _ModuleProviderAction.INTERN:
            self._intern_module(module_name, dependencies)

    def _pattern_for(self, module_name):
        return next((info for pattern, info in self.patterns.items() if pattern.matches(module_name)), None)

    def _can_implicitly_extern(self, module_name):
        top = module_name.partition(".")[0]
        return top == "torch" or top not in _DISALLOWED_MODULES and is_stdlib_module(top)

    # Patterns.

    def intern(self, include, *, exclude=(), allow_empty=True):
        """Modules whose code goes into the package."""
        self._rule(include, exclude, _ModuleProviderAction.INTERN, allow_empty)

    def mock(self, include, *, exclude=(), allow_empty=True):
        """Modules that are replaced by ones that refuse every use."""
        self._rule(include, exclude, _ModuleProviderAction.MOCK, allow_empty)

    def extern(self, include, *, exclude=(), allow_empty=True):
        """Modules that are to be there where the package is read."""
        self._rule(include, exclude, _ModuleProviderAction.EXTERN, allow_empty)

    def deny(self, include, *, exclude=()):
        """Modules that must not be needed."""
        self._rule(include, exclude, _ModuleProviderAction.DENY, True)

    def _rule(self, include, exclude, action, allow_empty):
        self.patterns[GlobGroup(include, exclude=exclude)] = _PatternInfo(action, allow_empty)

    def register_extern_hook(self, hook):
        return self._hooked(self._extern_hooks, hook)

    def register_mock_hook(self, hook):
        return self._hooked(self._mock_hooks, hook)

    def register_intern_hook(self, hook):
        return self._hooked(self._intern_hooks, hook)

    @staticmethod
    def _hooked(hooks, hook):
        handle = RemovableHandle(hooks)
        hooks[handle.id] = hook
        return handle

    # Resources.

    def save_text(self, package, resource, text):
        return self.save_binary(package, resource, text.encode("utf-8"))

    def save_binary(self, package, resource, binary):
        self._write(self._filename(package, resource), binary)

    def save_pickle(self, package, resource, obj, dependencies=True, pickle_protocol=3):
        """Adds an object, and the modules of the classes and functions in it."""
        if pickle_protocol not in (3, 4):
            raise AssertionError(f"torch.package only supports pickle protocols 3 and 4, got {pickle_protocol}")
        filename, body = self._filename(package, resource), io.BytesIO()
        pickler = create_pickler(body, self.importer, protocol=pickle_protocol)
        pickler.persistent_id = self._persistent_id
        pickler.dump(obj)
        node = f"<{package}.{resource}>"
        self.dependency_graph.add_node(node, action=_ModuleProviderAction.INTERN, provided=True, is_pickle=True)
        if dependencies:
            used = {}
            for module, name in pickler.named:
                used.setdefault(module, []).append(name)
            for module, names in used.items():
                self._used_by(node, module, names, package, resource)
        self._write(filename, body.getvalue())

    def _used_by(self, node, module, names, package, resource):
        self.dependency_graph.add_edge(node, module)
        info = None if self._can_implicitly_extern(module) else self._pattern_for(module)
        if info is None or info.action is not _ModuleProviderAction.MOCK:
            self.add_dependency(module)
            return
        self.dependency_graph.add_node(
            module, action=_ModuleProviderAction.MOCK, error=PackagingErrorReason.MOCKED_BUT_STILL_USED, provided=True,
            error_context=f"Object(s) '{names}' from module `{module}` was mocked out during packaging but is being used in resource - `{resource}` in package `{package}`. ")

    def _persistent_id(self, obj):
        if isinstance(obj, (TypedStorage, torch.UntypedStorage)):
            typed = isinstance(obj, TypedStorage)
            storage = obj._untyped_storage if typed else obj
            key = self._stored(storage)
            kind = getattr(torch, obj.pickle_storage_type()) if typed else torch.UntypedStorage
            return "storage", kind, key, location_tag(storage), len(obj) if typed else storage.nbytes()
        if isinstance(obj, torch.jit.RecursiveScriptModule):
            if _gate_torchscript_serialization:
                raise Exception(
                    "Serializing ScriptModules directly into a package is a beta feature. To use, set global `torch.package.package_exporter._gate_torchscript_serialization` to `False`.")
            raise NotImplementedError("magneto: modules of TorchScript in packages")
        if not hasattr(obj, "__reduce_package__") or isinstance(obj, type):
            return None
        if id(obj) not in self._reduced:
            self._reduced[id(obj)] = ("reduce_package", id(obj), *obj.__reduce_package__(self)), obj
        return self._reduced[id(obj)][0]

    def _stored(self, storage):
        address = storage.data_ptr() or ("empty", id(storage))
        if address not in self._storages:
            self._storages[address] = str(len(self._storages)), storage
            self._write(f".data/{self._storages[address][0]}.storage", storage._bytes())
        return self._storages[address][0]

    def get_unique_id(self):
        """A number, as text, that no other call has got."""
        self._unique_id += 1
        return str(self._unique_id - 1)

    # The file.

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            self.close()
        else:
            self._finalize_zip()

    def close(self):
        """Writes the package. Nothing can be added any more."""
        self._execute_dependency_graph()
        self._write(".data/python_version", platform.python_version())
        self._finalize_zip()

    def _filename(self, package, resource):
        return f"{package.replace('.', '/')}/{_normalize_path(resource)}"

    def _write(self, filename, content):
        if filename in self._written_files:
            raise AssertionError(f"Tried to write file '{filename}', but it already exists in this archive. Please file a bug.")
        self._written_files.add(filename)
        if is_mangled(filename):
            raise AssertionError(f"Tried to save a torch.package'd module as '{filename}'. Directly saving torch.package'd modules is not allowed.")
        content = content.encode("utf-8") if isinstance(content, str) else bytes(content)
        self._checksum = zlib.crc32(content, zlib.crc32(filename.encode(), self._checksum))
        self._writer.add(filename, content)

    def _write_source_string(self, module_name, src, is_package=False):
        self._write(module_name.replace(".", "/") + ("/__init__.py" if is_package else ".py"), src)

    def _validate_dependency_graph(self):
        if any("error" in attributes for attributes in self.dependency_graph.nodes.values()):
            raise PackagingError(self.dependency_graph, debug=self.debug)
        for pattern, info in self.patterns.items():
            if not info.allow_empty and not info.was_matched:
                raise EmptyMatchError(f"Exporter did not match any modules to {pattern}, which was marked as allow_empty=False")

    def _write_mock_file(self):
        if "_mock.py" not in self._written_files:
            from torch.package import _mock

            self._write_source_string("_mock", "".join(linecache.getlines(_mock.__file__)))

    def _execute_dependency_graph(self):
        self._validate_dependency_graph()
        hooks = {_ModuleProviderAction.EXTERN: self._extern_hooks, _ModuleProviderAction.MOCK: self._mock_hooks, _ModuleProviderAction.INTERN: self._intern_hooks}
        extern = []
        for name, attributes in self.dependency_graph.nodes.items():
            action = attributes["action"]
            for hook in hooks.get(action, {}).values():
                hook(self, name)
            if action is _ModuleProviderAction.EXTERN:
                extern.append(name)
            elif action is _ModuleProviderAction.INTERN and not attributes.get("is_pickle"):
                self._write_source_string(name, attributes["source"], attributes["is_package"])
            elif action is _ModuleProviderAction.MOCK:
                self._write_mock_file()
                self._write_source_string(name, _MOCK_IMPL, hasattr(self._import_module(name), "__path__"))
            elif action is _ModuleProviderAction.REPACKAGED_MOCK_MODULE:
                self._write_mock_file()
        self._write(".data/extern_modules", "\n".join(extern) + "\n")

    def _finalize_zip(self):
        if self._finished:
            return
        self._finished = True
        self._writer.add(".data/version", b"6\n")
        self._writer.add("byteorder", b"little")
        self._writer.add(".data/serialization_id", f"{len(self._written_files):020d}{self._checksum:020d}".encode())
        self._writer.finish()
        if self.buffer is None:
            self._file.close()
        else:
            self.buffer.flush()

    # Questions.

    def dependency_graph_string(self):
        return self.dependency_graph.to_dot()

    def _nodes_with_action_type(self, action):
        return sorted(name for name, attributes in self.dependency_graph.nodes.items() if attributes.get("action") is action and "is_pickle" not in attributes)

    def externed_modules(self):
        return self._nodes_with_action_type(_ModuleProviderAction.EXTERN)

    def interned_modules(self):
        return self._nodes_with_action_type(_ModuleProviderAction.INTERN)

    def mocked_modules(self):
        return self._nodes_with_action_type(_ModuleProviderAction.MOCK)

    def denied_modules(self):
        return self._nodes_with_action_type(_ModuleProviderAction.DENY)

    def get_rdeps(self, module_name):
        """The modules that depend on one."""
        return list(self.dependency_graph._pred.get(module_name, ()))

    def all_paths(self, src, dst):
        return self.dependency_graph.all_paths(src, dst)


def _read_file(filename):
    with open(filename, "rb") as f:
        return f.read().decode("utf-8")
