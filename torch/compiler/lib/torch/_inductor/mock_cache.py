"""Caches in memory in the place of remote ones, with counts of what tests do to them."""

import contextlib
import dataclasses
import sys
import threading
from unittest import mock

from torch._inductor import config, remote_cache

_BACKENDS = {
    "autotune_local": "LocalAutotuneCache", "autotune_remote": "RemoteAutotuneCache", "bundled_autotune": "RemoteBundledAutotuneCache",
    "fx_graph": "RemoteFxGraphCache", "triton": None, "aot_autograd": "RemoteAOTAutogradCache", "dynamo_pgo": "RemoteDynamoPGOCache",
}


@dataclasses.dataclass(eq=False)
class Stats:
    num_put: int = 0
    num_get_hit: int = 0
    num_get_miss: int = 0

    def _figures(self):
        return self.num_put, self.num_get_hit, self.num_get_miss

    def __iadd__(self, other):
        self.num_put += other.num_put
        self.num_get_hit += other.num_get_hit
        self.num_get_miss += other.num_get_miss
        return self

    def __eq__(self, other):
        return isinstance(other, Stats) and self._figures() == other._figures()

    __hash__ = None

    def __str__(self):
        return f"puts: {self.num_put}, misses: {self.num_get_miss}, hits: {self.num_get_hit}, "

    def reset(self):
        self.num_put = self.num_get_hit = self.num_get_miss = 0


class _GlobalItemStats(Stats):
    """The counts of a cache, and what it holds."""

    def __init__(self):
        super().__init__()
        self.cache = {}

    def reset(self):
        super().reset()
        self.cache = {}


class _GlobalStats(threading.local):
    def __init__(self):
        for name in _BACKENDS:
            setattr(self, name, _GlobalItemStats())

    def get_stat(self, name):
        return getattr(self, name)

    def reset(self):
        for name in _BACKENDS:
            self.get_stat(name).reset()

    def report(self):
        print("Cache Stats:", file=sys.stderr)
        for name in _BACKENDS:
            print(f"  {name}: {self.get_stat(name)}", file=sys.stderr)


global_stats = _GlobalStats()


class MockBackend(remote_cache.RemoteCacheBackend):
    def __init__(self, name):
        self._name = name

    @staticmethod
    def with_name(name):
        return lambda: MockBackend(name)

    def _get(self, key):
        stat = global_stats.get_stat(self._name)
        stat += Stats(num_get_hit=1) if key in stat.cache else Stats(num_get_miss=1)
        return stat.cache.get(key)

    def _put(self, key, data):
        stat = global_stats.get_stat(self._name)
        stat += Stats(num_put=1)
        stat.cache[key] = data


class PatchCaches(contextlib.AbstractContextManager):
    """Within, every remote cache is one in memory, empty at the beginning."""

    @classmethod
    def setUp(cls):
        """Switches off the caches of the inductor, which tests switch on where they look at them."""
        cls._switched = config.patch({name: False for name in _SWITCHES})
        cls._switched.__enter__()

    @classmethod
    def tearDown(cls):
        cls._switched.__exit__(None, None, None)

    def __init__(self):
        self._stack = contextlib.ExitStack()

    def __enter__(self):
        global_stats.reset()
        self._stack.__enter__()
        for name, cache in _BACKENDS.items():
            if cache is not None:
                self._stack.enter_context(mock.patch.object(getattr(remote_cache, cache), "backend_override_cls", MockBackend.with_name(name)))
        return self

    def __exit__(self, *error):
        self._stack.__exit__(*error)


_SWITCHES = [name for name in ("fx_graph_cache", "fx_graph_remote_cache", "autotune_local_cache", "autotune_remote_cache", "bundled_autotune_remote_cache") if hasattr(config, name)]
