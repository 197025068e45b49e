"""Caches of compiled graphs under the names of PyTorch's. Graphs are compiled anew each time; which of them PyTorch would have found is kept by what they are compiled from."""

import base64
import hashlib
import os

from torch._inductor import config
from torch._inductor.runtime.cache_dir_utils import cache_dir
from torch.compiler._cache import _record


class BypassFxGraphCache(Exception):
    """A graph cannot be found again."""


class FxGraphCache:
    """The keys of graphs that were compiled, each with whether its code lies in this cache's folder: that of a graph that was loaded is written when it is found."""

    _known = {}

    @staticmethod
    def clear():
        FxGraphCache._known.clear()

    @staticmethod
    def _note(key):
        """Counts a look for a graph, which is there from now on; says whether it was there."""
        from torch._dynamo.utils import counters

        found = key in FxGraphCache._known
        counters["inductor"]["fxgraph_cache_hit" if found else "fxgraph_cache_miss"] += 1
        if found and not FxGraphCache._known[key]:
            counters["inductor"]["fxgraph_lookup_write_file"] += 1
        FxGraphCache._known[key] = True
        _record("inductor", key, False)
        return found


class PyCodeCache:
    """The modules that compiled graphs were written as: there are none."""

    modules = []
    modules_no_attr = {}
    linemaps = {}

    @classmethod
    def cache_clear(cls, purge=False):
        cls.modules.clear()
        cls.modules_no_attr.clear()


def sha256_hash(data):
    return base64.b32encode(hashlib.sha256(data).digest())[:51].decode("utf-8").lower()


def code_hash(code, extra=""):
    text = code if isinstance(code, str) else code.decode("utf-8")
    return "c" + sha256_hash((text + ("||" + str(extra) if extra else "")).encode("utf-8"))


def get_path(basename, extension, specified_dir=""):
    if specified_dir:
        folder = specified_dir if os.path.isabs(specified_dir) else os.path.join(cache_dir(), specified_dir)
    else:
        folder = os.path.join(cache_dir(), basename[1:3])
    return basename, folder, os.path.join(folder, f"{basename}.{extension}")


def get_hash(content, extra="", hash_type="code"):
    text = repr(content) if hash_type in ("amdgcn", "code", "ptx", "spv") and not isinstance(content, (str, bytes)) else content
    if hash_type not in ("amdgcn", "code", "ptx", "spv", "cubin", "hsaco"):
        raise AssertionError(f"Unknown hash type {hash_type}")
    return code_hash(text, extra)


def write_atomic(path_, content, make_dirs=False, encode_utf_8=False):
    """Writes a file that is there whole or not at all."""
    if not isinstance(content, (str, bytes)):
        raise AssertionError("Only strings and byte arrays can be saved in the cache")
    path = os.fspath(path_)
    if make_dirs:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    part = f"{path}.{os.getpid()}.tmp"
    with open(part, "w" if isinstance(content, str) else "wb") as f:
        f.write(content)
    os.replace(part, path)


def write(content, extension, extra="", hash_type="code", specified_dir="", key=None):
    basename, _, path = get_path(key or get_hash(content.strip(), extra, hash_type), extension, specified_dir)
    if not os.path.exists(path):
        write_atomic(path, content, make_dirs=True)
    return basename, path


def _graph_key(graph):
    return "f" + sha256_hash(f"{graph}\n{_settings()}".encode("utf-8"))


def _settings():
    """The settings that compiled graphs depend on."""
    from torch._dynamo.utils import _scrubbed_inductor_config_for_logging

    return f"{_scrubbed_inductor_config_for_logging()} {[p.uuid() if hasattr(p, 'uuid') else str(p) for p in _custom_passes()]}"


def _custom_passes():
    passes = (config.pre_grad_custom_pass, config.joint_custom_pre_pass, config.joint_custom_post_pass, config.post_grad_custom_pre_pass, config.post_grad_custom_post_pass)
    return [p for p in passes if p is not None]


def _has_unnamed_passes():
    """Whether a pass of the program does not say what it does by a uuid."""
    return any(not hasattr(p, "uuid") or p.uuid() is None for p in _custom_passes())


def _is_on():
    return config.fx_graph_cache and not config.force_disable_caches
