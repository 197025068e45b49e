"""Helpers of the inductor's tests."""

import contextlib
import functools
import operator
import os
import shutil
import tempfile

import torch
from torch._inductor.runtime import cache_dir_utils
from torch.utils._indented_buffer import IndentedBuffer  # noqa: F401

InputType = torch.Tensor | int | torch.SymInt | None


@contextlib.contextmanager
def fresh_cache(cache_entries=None, dir=None, delete=True):
    """Files that compilations keep go to an empty directory; cache_entries gets the sizes of those in triton/ when the block ends."""
    clear_caches()
    path = tempfile.mkdtemp(dir=dir)
    try:
        with cache_dir_utils.temporary_cache_dir(path):
            yield
            if isinstance(cache_entries, dict):
                if cache_entries:
                    raise AssertionError("expected an empty dict for cache_entries")
                kernels = os.path.join(path, "triton")
                for name in os.listdir(kernels) if os.path.isdir(kernels) else ():
                    cache_entries[name] = os.path.getsize(os.path.join(kernels, name))
    finally:
        if delete:
            shutil.rmtree(path, ignore_errors=True)
        clear_caches()


fresh_inductor_cache = fresh_cache


def run_and_get_code(fn, *args, **kwargs):
    """The result, and the plans of the graphs that were compiled on the way."""
    from torch._C._dynamo import eval_frame as _c

    _c.start_kernels()
    try:
        result = fn(*args, **kwargs)
    finally:
        codes = _c.stop_kernels()
    return result, codes


def get_code(fn, *args, **kwargs):
    return run_and_get_code(fn, *args, **kwargs)[1]


def run_fw_bw_and_get_code(fn):
    def run():
        result = fn()
        result.sum().backward()
        return result

    return run_and_get_code(run)


def has_triton_package():
    return False


def is_gpu(device):
    return device in ("cuda", "xpu", "mps")


def is_cpu_device(inputs):
    return all(getattr(x, "device", None) is None or x.device.type == "cpu" for x in inputs)


_registered_caches = []


def clear_on_fresh_cache(obj):
    """Has clear_caches() empty a cache of functools."""
    if not callable(getattr(obj, "cache_clear", None)):
        raise AttributeError(f"{obj} does not have a cache_clear method")
    _registered_caches.append(obj)
    return obj


def clear_caches():
    from torch._functorch._aot_autograd.autograd_cache import AOTAutogradCache
    from torch._inductor.codecache import FxGraphCache

    FxGraphCache.clear()  # which lie in the folder that a fresh cache replaces
    AOTAutogradCache.clear()
    for obj in _registered_caches:
        obj.cache_clear()


clear_on_fresh_inductor_cache = clear_on_fresh_cache


clear_inductor_caches = clear_caches


def maybe_profile(should_profile, *args, **kwargs):
    return contextlib.nullcontext()


def ceildiv(number, denom):
    """The quotient of integers, rounded up."""
    return -(number // -denom)


def sympy_product(it):
    import sympy

    return functools.reduce(operator.mul, it, sympy.Integer(1))


def argsort(seq):
    """The indices that sort a sequence; of equal elements the last comes first."""
    return sorted(reversed(range(len(seq))), key=seq.__getitem__)


def pad_listlike(x, size):
    """A number, or a list of one, as many times."""
    if isinstance(x, int):
        return [x] * size
    return type(x)([x[0]]) * size if len(x) == 1 else x


def cache_on_self(fn):
    """Has a method without parameters keep its result in the object."""
    key = f"__{fn.__name__}_cache"

    @functools.wraps(fn)
    def cached(self):
        if not hasattr(self, key):
            object.__setattr__(self, key, fn(self))
        return getattr(self, key)

    def clear_cache(self):
        if hasattr(self, key):
            object.__delattr__(self, key)

    cached.clear_cache = clear_cache
    return cached


def is_same_tensor(data, value):
    """Whether two tensors show the same memory in the same way."""
    return (
        not data.is_mkldnn
        and data.size() == value.size()
        and data.stride() == value.stride()
        and data.dtype == value.dtype
        and data.device == value.device
        and data.untyped_storage().data_ptr() == value.untyped_storage().data_ptr()
        and data.storage_offset() == value.storage_offset()
    )
