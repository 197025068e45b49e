"""What compilations have seen of the sizes of inputs: how it is known, shown, and kept between processes of one job.

The compiler records it natively (a lattice, whose elements FrameStateSizeEntry shows); a job that has a name (torch.compiler.config.job_id) finds in its
first compilation what an earlier process of that name has kept.
"""

import base64
import collections
import dataclasses
import enum
import logging
import os
import pickle
import re

import torch
from torch._C._dynamo import eval_frame as _c
from torch._logging._internal import trace_structured_artifact
from torch.utils._ordered_set import OrderedSet

log = logging.getLogger(__name__)
LOCK_TIMEOUT = 10


class ReservedWorkflowIdUserError(ValueError):
    pass


class AutoUnset(enum.Enum):
    """Nothing is known: joined with anything, that is the result."""

    token = 0


class AutoDynamic(enum.Enum):
    """Something that differs: joined with anything, the result is this."""

    token = 0


auto_unset = AutoUnset.token
auto_dynamic = AutoDynamic.token


@dataclasses.dataclass(frozen=True)
class InferStride:
    """A stride that is the size of a dimension times its stride."""

    dim: int


@dataclasses.dataclass(frozen=True)
class CodeId:
    """Where a function is written. Files are compared by what is in them."""

    filename: str
    firstlineno: int
    name: str
    file_hash: str
    closure_hash: int | None = None

    def _key(self):
        return self.file_hash, self.firstlineno, self.name, self.closure_hash

    def __eq__(self, other):
        return isinstance(other, CodeId) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __str__(self):
        return f"hash({self.file_hash}){self.filename}:{self.firstlineno}:{self.name}"

    @staticmethod
    def make(code, closure=None):
        closure_hash = hash(tuple(map(_get_cell_hash_content, closure))) if closure else None
        return CodeId(code.co_filename, code.co_firstlineno, code.co_name, _hash_containing_file(code.co_filename), closure_hash)


def _hash_containing_file(filepath):
    return _c.file_hash(filepath)


def _get_closure_content(content):
    return getattr(content, "__code__", None) if callable(content) else None


def _get_cell_hash_content(content):
    try:
        return _get_closure_content(content.cell_contents)
    except ValueError:  # an empty cell
        return None


@dataclasses.dataclass
class FrameStateSizeEntry:
    """What is known of an input: a number, or the sizes and strides of a tensor."""

    scalar: object = auto_unset
    size: object = auto_unset
    stride: object = auto_unset
    excluded_sizes: tuple | None = dataclasses.field(default=None, compare=False)
    excluded_scalar: int | None = dataclasses.field(default=None, compare=False)

    def __post_init__(self):
        for part in (self.scalar, self.size, self.stride):
            for number in part if isinstance(part, tuple) else (part,):
                if isinstance(number, torch.SymInt):
                    raise AssertionError(number)

    @classmethod
    def make_scalar(cls, x):
        return cls(scalar=x, size=auto_dynamic, stride=auto_dynamic)

    @classmethod
    def make_tensor(cls, size, stride):
        return cls(scalar=auto_dynamic, size=cls._munge_symint(size), stride=cls._munge_symint(stride))

    @classmethod
    def make_size(cls, size):
        return cls(size=cls._munge_symint(size))

    @staticmethod
    def _munge_symint(xs):
        return tuple(auto_dynamic if isinstance(x, torch.SymInt) else x for x in xs)

    def is_size_dynamic(self, dim):
        return self.size is auto_dynamic or self.size is not auto_unset and self.size[dim] is auto_dynamic

    def is_stride_dynamic(self, dim):
        """Strides are dynamic where all sizes are known."""
        if not isinstance(self.size, tuple) or any(type(n) is not int for n in self.size):
            return False
        return self.stride is auto_dynamic or self.stride is not auto_unset and self.stride[dim] is auto_dynamic

    @staticmethod
    def _merge_atom(x, y):
        if x is auto_unset:
            return y
        if y is auto_unset or x == y:
            return x
        return auto_dynamic

    @classmethod
    def _merge_atom_tup(cls, xs, ys):
        if xs is auto_unset:
            return ys
        if ys is auto_unset:
            return xs
        if xs is auto_dynamic or ys is auto_dynamic or len(xs) != len(ys):
            return auto_dynamic
        return tuple(map(cls._merge_atom, xs, ys))

    def __ior__(self, other):
        size = self._merge_atom_tup(self.size, other.size)
        if isinstance(self.size, tuple):
            self.excluded_sizes = None if size == self.size else tuple(n if type(n) is int else None for n in self.size)
        if type(self.scalar) is int and type(other.scalar) is int and self.scalar != other.scalar:
            self.excluded_scalar = self.scalar
        elif self.scalar is auto_dynamic:
            self.excluded_scalar = None
        self.size = size
        self.scalar = self._merge_atom(self.scalar, other.scalar)
        self.stride = self._merge_atom_tup(self.stride, other.stride)
        return self

    def render(self):
        if self.size is auto_dynamic and self.stride is auto_dynamic:
            return "fully dynamic scalar or tensor" if self.scalar is auto_dynamic else f"scalar {self.scalar}"
        if self.scalar is auto_dynamic and isinstance(self.size, tuple) and isinstance(self.stride, tuple):
            return f"tensor size={_rendered(self.size)} stride={_rendered(self.stride)}"
        return f"unusual {self!r}"


def _rendered(numbers):
    words = {auto_dynamic: "?", auto_unset: "auto unset"}
    return "[" + ", ".join(f"S({n.dim})" if isinstance(n, InferStride) else str(words.get(n, n)) for n in numbers) + "]"


@dataclasses.dataclass
class CodeState:
    """What is known of the inputs of a function, by source."""

    automatic_dynamic: collections.defaultdict = dataclasses.field(default_factory=lambda: collections.defaultdict(FrameStateSizeEntry))


def get_code_state():
    """What is known of the inputs of all functions."""
    state = collections.defaultdict(CodeState)
    for filename, line, name, file_hash, closure_hash, entries in _c.code_state():
        known = state[CodeId(filename, line, name, file_hash, closure_hash)].automatic_dynamic
        for source, scalar, size, stride in entries:
            known[source] = FrameStateSizeEntry(_shown(scalar), _shown(size), _shown(stride))
    return state


def reset_code_state():
    _c.reset_code_state()


_UNSET, _FIXED, _INFERRED, _VARYING = range(4)


def _shown(seen):
    """A number, or the elements of a tuple, of what the compiler gives as (kind, value)."""
    kind, value = seen
    if kind == _FIXED:
        return tuple(map(_shown, value)) if isinstance(value, tuple) else value
    return InferStride(value) if kind == _INFERRED else auto_dynamic if kind == _VARYING else auto_unset


def _seen(shown):
    if isinstance(shown, tuple):
        return _FIXED, tuple(map(_seen, shown))
    if isinstance(shown, InferStride):
        return _INFERRED, shown.dim
    if shown is auto_dynamic or shown is auto_unset:
        return _VARYING if shown is auto_dynamic else _UNSET, None
    return _FIXED, shown


def _put(state):
    """Has the compiler know a state."""
    for code, known in state.items():
        for source, entry in known.automatic_dynamic.items():
            _c.put_code_state(code.filename, code.firstlineno, code.name, code.file_hash, code.closure_hash or 0, source,
                              _seen(entry.scalar), _seen(entry.size), _seen(entry.stride))


def render_code_state(cs):
    """The state as text, with the setting that makes everything dynamic from the beginning that became so."""
    text = "\n".join(f"{code}:\n" + "\n".join(f"  {source}: {entry.render()}" for source, entry in state.automatic_dynamic.items()) for code, state in cs.items())
    sources = OrderedSet()
    for state in cs.values():
        sources.update(_collect_dynamic_sources(state))
    if sources:
        text += ("\n\nPGO detected a recompilation due to dynamic shapes. To reduce shape recompilations by compiling dynamically to start, "
                 f'set environment variable TORCH_COMPILE_DYNAMIC_SOURCES="{",".join(sources)}"')
    return text


def _collect_dynamic_sources(code_state):
    sources = OrderedSet()
    for source, entry in code_state.automatic_dynamic.items():
        if auto_dynamic in entry.size if isinstance(entry.size, tuple) else entry.scalar is auto_dynamic:
            sources.add(source)
    return sources


def _collect_missing_sources(all_sources):
    """Those that torch.compiler.config.dynamic_sources does not list."""
    listed = [name.strip() for name in torch.compiler.config.dynamic_sources.split(",")]
    return OrderedSet(s for s in all_sources if s not in listed and not any(name and re.match(name, s) for name in listed))


def format_cache_key(key):
    return f"{key}:None:{torch.compiler.config.cache_key_tag}"


def get_cache_key():
    """The name that the state is kept under, None where the job has no name."""
    config = torch.compiler.config
    if config.force_disable_caches or config.job_id is None:
        return None
    if config.job_id.startswith("mast:"):
        raise ReservedWorkflowIdUserError("torch.compiler.config.job_id with prefix 'mast:' is reserved for automatically generated job id associated with a "
                                          "specific MAST job name and version.")
    return format_cache_key(config.job_id)


def get_extra_cache_key(sticky_key):
    return None if torch.compiler.config.force_disable_caches else format_cache_key(sticky_key)


def code_state_path(cache_key):
    """The file of a key, None where nothing is kept in files."""
    from torch._inductor.runtime.cache_dir_utils import cache_dir

    if not torch._dynamo.config.automatic_dynamic_local_pgo:
        return None
    return os.path.join(cache_dir(), "dynamo", re.sub(r'[<>:"/\\|?*]', "_", f"code_state_{cache_key}.pkl"))


def should_use_remote_dynamo_pgo_cache():
    return bool(torch._dynamo.config.automatic_dynamic_remote_pgo) and not torch.compiler.config.force_disable_caches


def get_remote_cache():
    if not should_use_remote_dynamo_pgo_cache():
        return None
    from torch._inductor.remote_cache import create_cache

    return create_cache("dynamo-pgo", False, "FbRemoteDynamoPGOCache", "RemoteDynamoPGOCache")


def _load():
    """Has the compiler know what is kept under the name of the job, or else under the other name that the program gives."""
    key = get_cache_key()
    if key is None or get_local_code_state(key) is not None or get_remote_code_state(key) is not None:
        return
    other = torch.compiler.config.pgo_extra_read_key
    if other is not None and (key := get_extra_cache_key(other)) is not None:
        get_extra_remote_code_state(key)


def get_local_code_state(cache_key):
    path = code_state_path(cache_key)
    if path is None or not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        content = file.read()
    return _read(content, path, "local")


def get_remote_code_state(cache_key):
    cache = get_remote_cache()
    entry = cache and cache.get(cache_key)
    return _read(base64.b64decode(entry["data"]), cache_key, "remote") if entry else None


def get_extra_remote_code_state(cache_key):
    cache = get_remote_cache()
    entry = cache and cache.get(cache_key)
    if entry:
        _read(base64.b64decode(entry["data"]), cache_key, "extra_remote")


def _read(content, where, kind):
    try:
        state = pickle.loads(content)
        _put(state)
    except Exception:
        log.warning("get_code_state failed while reading %s", where, exc_info=True)
        return None
    log.info("get_code_state %s hit %s, %d entries", where, kind, len(state))
    trace_structured_artifact(f"get_{kind}_code_state", "string", lambda: render_code_state(state))
    return state


def put_code_state():
    """Keeps what is known for other processes of the job."""
    key = get_cache_key()
    if key is None:
        return
    put_local_code_state(key)
    put_remote_code_state(key)
    other = torch.compiler.config.pgo_extra_write_key
    if other is not None and (key := get_extra_cache_key(other)) is not None:
        put_remote_code_state(key)


def put_local_code_state(cache_key):
    state = get_code_state()
    kept = write_local_impl(cache_key, pickle.dumps(dict(state)))
    if kept is None:
        log.info("put_code_state: local cache disabled")
        return
    log.info("put_code_state: wrote local %s, %d entries", kept[0], len(state))
    trace_structured_artifact("put_local_code_state", "string", lambda: render_code_state(state))


def write_local_impl(cache_key, pickled_code):
    """Writes what is kept under a key; a reader sees all of it or nothing."""
    path = code_state_path(cache_key)
    if path is None:
        return None
    os.makedirs(os.path.dirname(path), exist_ok=True)
    written = f"{path}.{os.getpid()}.tmp"
    with open(written, "wb") as file:
        file.write(pickled_code)
    os.replace(written, path)
    return path, len(pickled_code)


def put_remote_code_state(cache_key, extra_code_state=False):
    name = "put_extra_remote_code_state" if extra_code_state else "put_remote_code_state"
    cache = get_remote_cache()
    if cache is None:
        log.info("%s: remote cache disabled", name)
        return
    state = get_code_state()
    cache.put(cache_key, {"data": base64.b64encode(pickle.dumps(dict(state))).decode()})
    log.info("%s: wrote remote %s, %d entries", name, cache_key, len(state))
    trace_structured_artifact(name, "string", lambda: render_code_state(state))
