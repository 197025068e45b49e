"""What was compiled in this process and may be kept: graphs by their names, and packages."""

import abc
import dataclasses
import logging
import pickle

from torch._dynamo.aot_compile_types import BundledAOTAutogradSerializableCallable, GraphModuleSerializableCallable

log = logging.getLogger(__name__)


@dataclasses.dataclass
class BackendCacheArtifact(abc.ABC):
    """What a backend made of a graph, as it is kept."""

    key: str
    content: object

    @abc.abstractmethod
    def after_deserialization(self):
        """What runs the graph."""

    def edit_contents(self, edit_fn):
        self.content = edit_fn(self.content)


class EagerCacheArtifact(BackendCacheArtifact):
    """A graph that runs node by node."""

    @classmethod
    def of(cls, key, backend):
        graph_module = getattr(backend, "__self__", backend)
        return cls(key, GraphModuleSerializableCallable.serialize_compile_artifacts(GraphModuleSerializableCallable(graph_module)))

    def after_deserialization(self):
        return GraphModuleSerializableCallable.deserialize_compile_artifacts(self.content)


class BundledAOTAutogradCacheArtifact(BackendCacheArtifact):
    """A graph that a backend compiles."""

    @classmethod
    def of(cls, made):
        from torch._dynamo.backends.registry import _BACKENDS

        name = next((name for name, fn in _BACKENDS.items() if fn is made.backend), None)
        described = BundledAOTAutogradSerializableCallable.of(made.compiled_fn, _Given(made.graph_module, made.inputs), name)
        return cls(made.backend_id, BundledAOTAutogradSerializableCallable.serialize_compile_artifacts(described))

    def after_deserialization(self):
        return BundledAOTAutogradSerializableCallable.deserialize_compile_artifacts(self.content)


@dataclasses.dataclass
class _Given:
    """What a backend was called with."""

    graph_module: object
    example_inputs: list


class BypassDynamoCacheEntry(Exception):
    """A package that cannot be kept."""


class PrecompileContext:
    """What this process has compiled, by its names."""

    _backend_artifacts_by_key = {}
    _dynamo_cache_entries = {}

    @classmethod
    def clear(cls):
        cls._backend_artifacts_by_key.clear()
        cls._dynamo_cache_entries.clear()

    @classmethod
    def record_artifact(cls, artifact):
        cls._backend_artifacts_by_key[artifact.key] = artifact

    @classmethod
    def record_package(cls, package):
        """Notes a package with its graphs."""
        try:
            entry = package.cache_entry()
        except Exception as e:
            log.warning("Detected a package bypass: %s", e)
            return
        for made in package._graphs.values():
            if made.graph_module is not None and made.backend_id not in cls._backend_artifacts_by_key:
                cls.record_artifact(artifact_of(made))
        cls.record_dynamo_cache_entry(entry, package.source_id)

    @classmethod
    def record_dynamo_cache_entry(cls, cache_entry, key):
        cls._dynamo_cache_entries[key] = cache_entry

    @classmethod
    def edit_artifact(cls, key, edit_fn):
        if key not in cls._backend_artifacts_by_key:
            raise AssertionError(f"Key {key} not found in artifacts")
        cls._backend_artifacts_by_key[key].edit_contents(edit_fn)

    @classmethod
    def serialize_artifact_by_key(cls, key):
        return cls._backend_artifacts_by_key.get(key)

    @classmethod
    def dump_debug_info(cls, dynamo_entries, backend_artifacts):
        return {"dynamo": [entry.debug_info() for entry in dynamo_entries.values()], "backends": list(backend_artifacts)}

    @classmethod
    def save_to_dynamo_cache(cls):
        """Writes all packages to the cache on disk, and tells what they are."""
        from torch._dynamo.package import DynamoCache

        found = cls.create_cache_entries()[0]
        for key, entry in found.items():
            DynamoCache.write(entry, key)
        return cls.dump_debug_info(cls._dynamo_cache_entries, cls._backend_artifacts_by_key)

    @classmethod
    def create_cache_entries(cls):
        """The packages with their graphs by their names, and what is known of them."""
        from torch._dynamo.package import PrecompileCacheEntry

        entries = {}
        for key, entry in cls._dynamo_cache_entries.items():
            try:
                made = PrecompileCacheEntry.from_cache_entry(entry, cls._backend_artifacts_by_key)
            except (RuntimeError, pickle.PicklingError) as e:
                log.warning("Failed to create cache entry %s: %s", key, e)
                continue
            if made is not None:
                entries[key] = made
        return entries, cls.dump_debug_info(cls._dynamo_cache_entries, cls._backend_artifacts_by_key)


def artifact_of(made):
    """A graph of a package as it is kept."""
    name = getattr(made.backend, "__name__", "")
    if name.startswith("eager"):
        return EagerCacheArtifact.of(made.backend_id, made.graph_module)
    return BundledAOTAutogradCacheArtifact.of(made)
