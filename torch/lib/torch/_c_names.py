"""Attributes of torch._C that are defined in Python: flags of the build, dispatch keys, and errors by name."""

import enum
import threading

import torch

has_lapack = has_spectral = True
has_mkl = has_mkldnn = has_openmp = has_cuda = has_mps = has_xpu = has_mkl_with_sparse = _has_mkldnn = _has_cuda = _has_mps = _has_kleidiai = False
_GLIBCXX_USE_CXX11_ABI = True
has_magma = False
FatalError = RuntimeError


class OutOfMemoryError(RuntimeError):
    """An allocation of a device failed."""


class AcceleratorError(RuntimeError):
    """A device reported an error."""


class JITException(Exception):
    """An error in a script."""


Tag = enum.Enum("Tag", [(name, i) for i, name in enumerate(
    """core cudagraph_unsafe data_dependent_output dynamic_output_shape flexible_layout generated inplace inplace_view maybe_aliasing_or_mutating
    needs_contiguous_strides needs_exact_strides needs_fixed_stride_order nondeterministic_bitwise nondeterministic_seeded out out_variant pointwise
    pt2_compliant_tag reduction view_copy""".split())])
Tag.__int__ = lambda self: self.value


def _cuda_isDriverSufficient():
    return False


def _cuda_getDeviceCount():
    return 0


class _DisableTorchDispatch:
    """Subclasses with __torch_dispatch__ are passed over; modes are left to _disable_current_modes."""

    def __enter__(self):
        torch._C._pass_dispatchers(1)
        return self

    def __exit__(self, *exc_info):
        torch._C._pass_dispatchers(-1)


class _DisableAutocast:
    """Autocast is off, for all devices that there are."""

    def __enter__(self):
        self._guard = torch.autocast("cpu", enabled=False)
        self._guard.__enter__()

    def __exit__(self, *exc_info):
        self._guard.__exit__(*exc_info)


class _AutoDispatchBelowAutograd:
    """Operators are not recorded for derivatives, and kernels of the autograd keys are passed over."""

    def __enter__(self):
        from torch._library.operator import below_autograd
        self._guard = below_autograd()
        return self._guard.__enter__()

    def __exit__(self, *exc_info):
        return self._guard.__exit__(*exc_info)


_AutoDispatchBelowADInplaceOrView = _AutoDispatchBelowAutograd


def _debug_only_display_vmap_fallback_warnings(enabled):
    return None


_debug_only_are_vmap_fallback_warnings_enabled = lambda: False


def _disabled_torch_dispatch_impl(*args, **kwargs):
    return NotImplemented


def _log_api_usage_once(event):
    return None


_log_api_usage_once.__module__ = "torch._C"


def _is_alias_of(a, b):
    return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()


def _construct_storage_from_data_pointer(*args):
    raise NotImplementedError("magneto makes no storages over foreign memory")


def _set_warnAlways(on):
    torch.set_warn_always(on)


def _get_warnAlways():
    return torch.is_warn_always_enabled()


def _set_deterministic_algorithms(mode, *, warn_only=False):
    torch.use_deterministic_algorithms(mode, warn_only=warn_only)


def _get_deterministic_algorithms():
    return torch.are_deterministic_algorithms_enabled()


def _get_deterministic_algorithms_warn_only():
    return torch.is_deterministic_algorithms_warn_only_enabled()


def _storage_id(tensor):
    """The number of the memory of a tensor, or of what stands for it."""
    return getattr(tensor, "elem", tensor).untyped_storage()._cdata


def _has_storage(tensor):
    try:
        return tensor.untyped_storage() is not None
    except (RuntimeError, NotImplementedError):
        return False


_view_replay = [False]


def _is_view_replay_enabled():
    return _view_replay[0]


def _set_view_replay_enabled(enabled):
    _view_replay[0] = enabled


_fallback_mode = ["warn"]


def _get_autograd_fallback_mode():
    return _fallback_mode[0]


def _set_autograd_fallback_mode(mode):
    if mode not in ("nothing", "warn", "error"):
        raise RuntimeError(f"mode must be one of 'nothing', 'warn', 'error', got {mode}")
    _fallback_mode[0] = mode


_backcompat = {"broadcast": False, "keepdim": False}


def _get_backcompat_broadcast_warn():
    return _backcompat["broadcast"]


def _set_backcompat_broadcast_warn(on):
    _backcompat["broadcast"] = on


def _get_backcompat_keepdim_warn():
    return _backcompat["keepdim"]


def _set_backcompat_keepdim_warn(on):
    _backcompat["keepdim"] = on


_stashed = threading.local()


def _stash_obj_in_tls(key, obj):
    """Keeps an object for the thread."""
    _stashed.__dict__[key] = obj


def _get_obj_in_tls(key):
    return _stashed.__dict__[key]


def _is_key_in_tls(key):
    return key in _stashed.__dict__


def _group_tensors_by_device_and_dtype(tensorlistlist, with_indices=False):
    """Lists of tensors, cut by device and type of the first of them; the others go with it."""
    groups = {}
    for i, first in enumerate(tensorlistlist[0]):
        found, indices = groups.setdefault((first.device, first.dtype), ([[] for _ in tensorlistlist], []))
        for column, tensors in zip(found, tensorlistlist):
            if tensors:
                column.append(tensors[i])
        if with_indices:
            indices.append(i)
    return groups


def _infer_size(a, b):
    """The sizes that two broadcast to."""
    for i, size in enumerate((a, b), 1):
        if not isinstance(size, torch.Size):
            raise RuntimeError(f"expected a torch.Size as argument {i}")
    return torch.broadcast_shapes(a, b)


def _overlaps(a, b):
    """Whether two tensors show one memory, be it other parts of it."""
    return _is_alias_of(a, b)


def _is_any_autocast_enabled():
    return torch.is_autocast_enabled("cpu")


def _get_cublas_allow_tf32():
    return torch.backends.cuda.matmul.allow_tf32


def _set_cublas_allow_tf32(enabled):
    torch.backends.cuda.matmul.allow_tf32 = enabled


def _set_default_dtype(d):
    torch.set_default_dtype(d)


def _get_default_device():
    return "cpu"


def _get_accelerator(check=False):
    return torch.device("cpu")


_get_privateuse1_backend_name = lambda: "privateuseone"


class ScriptObject:
    """An object of a class of C++ libraries, of which there are none."""


class Future(ScriptObject):
    pass


def __getattr__(name):
    if name in ("ScriptModule", "ScriptFunction", "CompilationUnit"):
        return getattr(torch.jit, name)
    if name == "FunctionSchema":
        return type(torch.ops.aten.add.Tensor._schema)
    if name in ("_VariableFunctions", "_VariableFunctionsClass"):
        return torch
    if name in ("Size", "Stream", "Event", "dtype", "device", "layout", "memory_format", "qscheme", "iinfo", "finfo"):
        return getattr(torch, name)
    if not name.startswith("__"):
        import torch._c_kernels as kernels

        if name in kernels.__dict__:
            return kernels.__dict__[name]
    if name in ("PyTorchFileReader", "PyTorchFileWriter"):
        import torch._archive_streams as streams

        return getattr(streams, name)
    if name in ("_is_cow_tensor", "_data_address"):
        import torch._lazyclone as copies

        return getattr(copies, name)
    if "ispatch" in name or name in ("_to_functionality_key", "_functionality_to_backend_keys", "_get_schema"):
        import torch._dispatchkeys as keys

        if hasattr(keys, name):
            return getattr(keys, name)
        import torch._dispatchtable as table

        if hasattr(table, name):
            return getattr(table, name)
    raise AttributeError(f"module 'torch._C' has no attribute '{name}'")
