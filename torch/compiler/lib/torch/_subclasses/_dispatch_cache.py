"""What a cache of results of operators on tensors without data would find: results are computed anew, hits and misses are counted by the keys of calls."""

import collections

import torch

DispatchCacheInfo = collections.namedtuple("DispatchCacheInfo", ["hits", "misses", "bypasses", "size"])


class _CacheKeyState:
    """What the making of one key sees of symbolic sizes."""

    def __init__(self, shape_env=None):
        self.sym_node_lookup, self.known_symbols, self.shape_env = {}, set(), shape_env


class _DispatchCacheKey(tuple):
    """The key of a call, whose parts are in key."""

    __slots__ = ()

    @property
    def key(self):
        return tuple(self)

    @property
    def hashvalue(self):
        return hash(self)


class _BypassDispatchCache(Exception):
    """A call that is not looked for in the cache, with the reason."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


def _described(value, fake_class):
    """The part of a key for one argument."""
    if isinstance(value, torch.Tensor):
        if not isinstance(value, fake_class):
            raise _BypassDispatchCache("non-fake tensor")
        if value.constant is not None:
            raise _BypassDispatchCache("constant attribute")
        if value.layout != torch.strided:
            raise _BypassDispatchCache(f"{value.layout} tensor")
        return (value.dtype, tuple(value.shape), tuple(value.stride()), value.device, value.storage_offset(), value.requires_grad, value.is_conj(),
                value.is_neg(), value.is_inference())
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, *(_described(x, fake_class) for x in value))
    return type(value), value


def cache_key(mode, func, args, kwargs, fake_class):
    """The key of a call, or the reason not to keep its result."""
    if func.namespace not in ("aten", "prim", "prims"):
        raise _BypassDispatchCache("non-builtin")
    tags = func.tags
    if torch.Tag.data_dependent_output in tags:
        raise _BypassDispatchCache("data dependent output")
    if torch.Tag.dynamic_output_shape in tags and func is not torch.ops.aten.index.Tensor:
        raise _BypassDispatchCache("dynamic output shape")
    if torch.Tag.inplace_view in tags:
        raise _BypassDispatchCache("inplace view")
    parts = [func, torch.get_default_dtype(), torch.get_default_device(), torch.is_inference_mode_enabled(), mode.shape_env is None, mode.allow_non_fake_inputs]
    parts += [_described(x, fake_class) for x in args]
    parts += [(name, _described(x, fake_class)) for name, x in sorted(kwargs.items())]
    return _DispatchCacheKey(parts)


class DispatchCache:
    """The counts of a cache that all modes share."""

    def __init__(self):
        self.clear()

    def clear(self):
        self._hits = self._misses = 0
        self._bypasses, self._keys = collections.Counter(), set()

    def info(self):
        return DispatchCacheInfo(self._hits, self._misses, dict(self._bypasses), len(self._keys))

    def count(self, mode, func, args, kwargs, out, fake_class):
        """Notes a call and its result."""
        try:
            key = cache_key(mode, func, args, kwargs, fake_class)
            if func._schema.is_mutable and kwargs and any(a.name in kwargs for a in func._schema.arguments if a.alias_info is not None and a.alias_info.is_write):
                raise _BypassDispatchCache("kwarg aliases output")
            if isinstance(out, torch.Tensor) and out.layout != torch.strided:
                raise _BypassDispatchCache("sparse output")
            if not all(isinstance(x, fake_class) for x in (out if isinstance(out, tuple) else (out,))):
                raise _BypassDispatchCache("non-FakeTensor output")
            if key in self._keys:
                self._hits += 1
            else:
                self._misses += 1
                self._keys.add(key)
        except (_BypassDispatchCache, TypeError) as e:  # a key that cannot be hashed
            self._bypasses[getattr(e, "reason", "unhashable key")] += 1
