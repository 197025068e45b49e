"""Caches that processes share: a backend that keeps bytes by key, and caches of what can be written as JSON on top of it.

No server is asked here: a cache whose class names no backend (backend_override_cls, which tests set) forgets what is put into it.
"""

import json
import logging

log = logging.getLogger(__name__)


class RemoteCacheBackend:
    """Keeps data by key; subclasses have _get and _put."""

    def get(self, key):
        return self._get(key)

    def put(self, key, data):
        if data is None:
            raise AssertionError("a cache cannot hold None")
        self._put(key, data)


class _Forgetful(RemoteCacheBackend):
    def _get(self, key):
        return None

    def _put(self, key, data):
        pass


class RemoteCacheJsonSerde:
    def encode(self, data):
        return json.dumps(data).encode("ascii")

    def decode(self, data):
        return json.loads(data)


class RemoteCache:
    backend_override_cls = None

    def __init__(self, backend, serde):
        make = type(self).backend_override_cls
        self.backend = backend if make is None else make()
        self.serde = serde

    def get(self, key):
        data = self.backend.get(key)
        return self.serde.decode(data) if data else None

    def put(self, key, value):
        if value is None:
            raise AssertionError("cannot put None into the cache")
        self.backend.put(key, self.serde.encode(value))


class RedisRemoteCache(RemoteCache):
    """A cache with a section of its own in the keys of a server."""

    def __init__(self, cache_id):
        super().__init__(_Forgetful(), RemoteCacheJsonSerde())
        self._section = cache_id

    def _named(self, key):
        return f"pt2:{self._section}:{key}:c1"

    def get(self, key):
        return super().get(self._named(key))

    def put(self, key, value):
        super().put(self._named(key), value)


class LocalCache(RedisRemoteCache):
    pass


class LocalAutotuneCache(LocalCache):
    pass


class RemoteAutotuneCache(RedisRemoteCache):
    pass


class RemoteBundledAutotuneCache(RedisRemoteCache):
    pass


class RemoteFxGraphCache(RedisRemoteCache):
    pass


class RemoteAOTAutogradCache(RedisRemoteCache):
    pass


class RemoteDynamoPGOCache(RedisRemoteCache):
    pass


def create_cache(key, is_fbcode=False, fb_cache_cls=None, oss_cache_cls=None, *, local_cache_cls=None):
    """The cache of a class that is named; None if it cannot be made."""
    try:
        return globals()[local_cache_cls or oss_cache_cls](key)
    except Exception:
        log.warning("Unable to create a remote cache", exc_info=True)
        return None
