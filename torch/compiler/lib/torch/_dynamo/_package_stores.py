"""Where compile packages are kept."""

import abc
import dataclasses
import logging
import os
import pickle
import shutil

from torch._dynamo.precompile_context import BypassDynamoCacheEntry, EagerCacheArtifact, PrecompileContext, artifact_of
from torch._dynamo._compile_package import CompilePackage

log = logging.getLogger(__name__)


@dataclasses.dataclass
class PrecompileCacheEntry:
    """A package with the graphs that it calls."""

    dynamo: object
    backends: dict

    @classmethod
    def from_cache_entry(cls, cache_entry, backends):
        """None for a package that has graphs which are not kept."""
        found = {}
        for name in cache_entry.backend_ids:
            if name not in backends:
                log.warning("Backend not found: %s", name)
                return None
            found[name] = backends[name]
        return cls(cache_entry, found)


class DynamoStore(abc.ABC):
    """Reads and writes packages."""

    def record_package(self, package):
        PrecompileContext.record_dynamo_cache_entry(package.cache_entry(), package.source_id)

    def record_eager_backend(self, backend_id, backend):
        PrecompileContext.record_artifact(EagerCacheArtifact.of(backend_id, backend))

    @abc.abstractmethod
    def clear(self):
        pass

    @abc.abstractmethod
    def write(self, cache_entry, path):
        pass

    @abc.abstractmethod
    def read(self, path):
        pass

    def save_cache_entry(self, cache_entry, key):
        found = {}
        for name in cache_entry.backend_ids:
            artifact = PrecompileContext.serialize_artifact_by_key(name)
            if artifact is None:
                raise RuntimeError(f"Backend {name} is not found in the given backends")
            found[name] = artifact
        try:
            self.write(PrecompileCacheEntry(cache_entry, found), key)
        except Exception as e:
            raise RuntimeError(f"Failed to save package to {key}: {e}") from e

    def save_package(self, package, key):
        self.record_package(package)
        for made in package._graphs.values():
            if made.graph_module is not None and not getattr(made.backend, "__name__", "").startswith("eager"):
                PrecompileContext.record_artifact(artifact_of(made))
        self.save_cache_entry(package.cache_entry(), key)

    def load_cache_entry(self, key):
        entry = self.read(key)
        for artifact in entry.backends.values():
            PrecompileContext.record_artifact(artifact)
        return entry

    def load_package(self, fn, key):
        entry = self.load_cache_entry(key)
        return CompilePackage(fn, entry.dynamo), entry.backends


class InMemoryDynamoStore(DynamoStore):
    """Keeps packages in this process."""

    def __init__(self):
        self.packages = {}

    def clear(self):
        self.packages.clear()

    def write(self, cache_entry, path):
        self.packages[path] = cache_entry

    def read(self, path):
        if path not in self.packages:
            raise RuntimeError(f"No package found with key {path}")
        return self.packages[path]


class DiskDynamoStore(DynamoStore):
    """Keeps packages in files."""

    def __init__(self, path_prefix=""):
        self._path_prefix = path_prefix

    def path_prefix(self):
        return self._path_prefix

    def clear(self):
        if self.path_prefix():
            shutil.rmtree(self.path_prefix(), ignore_errors=True)

    def write(self, cache_entry, path):
        self._write_to_local_cache(pickle.dumps(cache_entry), path)

    def _write_to_local_cache(self, pickled_content, path):
        folder = os.path.join(self.path_prefix(), path) if self.path_prefix() else path
        os.makedirs(folder, exist_ok=True)
        written = os.path.join(folder, f"entry.{os.getpid()}.tmp")
        with open(written, "wb") as file:
            file.write(pickled_content)
        os.replace(written, os.path.join(folder, "entry"))

    def read(self, path):
        folder = os.path.join(self.path_prefix(), path) if self.path_prefix() else path
        try:
            with open(os.path.join(folder, "entry"), "rb") as file:
                return pickle.loads(file.read())
        except Exception as e:
            raise RuntimeError(f"Failed to load package from path {path}: {e}") from e


class DiskDynamoCache(DiskDynamoStore):
    """Keeps packages under the places of their functions, among the caches of compiled code."""

    def path_prefix(self):
        from torch._inductor.runtime.cache_dir_utils import cache_dir

        return os.path.join(cache_dir(), "dynamo")

    def save(self, package):
        self.save_package(package, package.source_id)

    def load(self, fn):
        """The package of a function, None if there is none."""
        key = CompilePackage.source_id_from_fn(fn)
        if not os.path.exists(os.path.join(self.path_prefix(), key)):
            return None
        try:
            return self.load_cache_entry(key)
        except RuntimeError as e:
            log.warning("Failed to load package from path %s: %s", key, e)
            return None

    def load_and_install_package(self, fn):
        entry = self.load(fn)
        if entry is None:
            return None
        try:
            package = CompilePackage(fn, entry.dynamo)
            package.install(entry.backends)
        except (RuntimeError, BypassDynamoCacheEntry) as e:
            log.warning("Failed to install package: %s", e)
            return None
        return package


DynamoCache = DiskDynamoCache()
