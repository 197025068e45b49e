"""What caches of compilations have, as bytes that another process can load."""

import contextlib
import pickle
from collections import defaultdict


class CacheInfo:
    """The keys of artifacts by their kind."""

    def __init__(self):
        self.artifacts = defaultdict(list)

    @property
    def inductor_artifacts(self):
        return self.artifacts["inductor"]

    @property
    def autotune_artifacts(self):
        return self.artifacts["autotune"]

    @property
    def aot_autograd_artifacts(self):
        return self.artifacts["aot_autograd"]

    @property
    def pgo_artifacts(self):
        return self.artifacts["pgo"]

    @property
    def precompile_artifacts(self):
        return self.artifacts["precompile"]

    def add(self, artifact):
        kind, key, _ = artifact
        self.artifacts[kind].append(key)

    def clear(self):
        self.artifacts.clear()

    def empty(self):
        return not self.artifacts


class CacheArtifactManager:
    """The artifacts that this process has made or found."""

    _seen = {}  # (kind, key): content

    @classmethod
    def clear(cls):
        cls._seen.clear()

    @classmethod
    @contextlib.contextmanager
    def with_fresh_cache(cls):
        before, cls._seen = cls._seen, {}
        try:
            yield
        finally:
            cls._seen = before

    @classmethod
    def need_serialize(cls):
        return bool(cls._seen)

    @classmethod
    def serialize(cls):
        """(bytes, CacheInfo), None if there is nothing."""
        if not cls._seen:
            return None
        artifacts = [(kind, key, content) for (kind, key), content in cls._seen.items()]
        return pickle.dumps(artifacts), _info(artifacts)

    @staticmethod
    def deserialize(serialized_artifacts):
        """The artifacts of bytes, None where these are no such."""
        try:
            return pickle.loads(serialized_artifacts)
        except Exception:
            return None

    @staticmethod
    def populate_caches(artifacts):
        from torch._functorch._aot_autograd.autograd_cache import AOTAutogradCache
        from torch._inductor.codecache import FxGraphCache

        caches = {"inductor": FxGraphCache._known, "aot_autograd": AOTAutogradCache._known}
        for kind, key, content in artifacts:
            caches[kind][key] = content
        return _info(artifacts)


def _info(artifacts):
    info = CacheInfo()
    for artifact in artifacts:
        info.add(artifact)
    return info


def _record(kind, key, content):
    CacheArtifactManager._seen[kind, key] = content
