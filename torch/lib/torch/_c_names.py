"""Attributes of torch._C that are defined in Python: flags of the build, dispatch keys, and errors by name."""

import contextlib
import enum

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


_KEYS = """Undefined Dense CPU CUDA HIP XLA MPS IPU XPU HPU VE Lazy Meta MTIA PrivateUse1 FPGA Vulkan Metal Quantized QuantizedCPU CustomRNGKeyId MkldnnCPU Sparse SparseCPU
    SparseCUDA SparseCsr SparseCsrCPU SparseCsrCUDA NestedTensor NestedTensorCPU NestedTensorCUDA BackendSelect Python Fake FuncTorchDynamicLayerBackMode Functionalize Named Conjugate
    Negative ZeroTensor ADInplaceOrView AutogradOther AutogradFunctionality AutogradNestedTensor AutogradCPU AutogradCUDA AutogradXLA AutogradMPS AutogradMeta AutogradPrivateUse1
    Tracer AutocastCPU AutocastCUDA AutocastXPU FuncTorchBatched FuncTorchVmapMode Batched VmapMode FuncTorchGradWrapper DeferredInit PythonTLSSnapshot
    FuncTorchDynamicLayerFrontMode TESTING_ONLY_GenericWrapper TESTING_ONLY_GenericMode PreDispatch PythonDispatcher Autograd CompositeImplicitAutograd
    CompositeExplicitAutograd CompositeExplicitAutogradNonFunctional FuncTorchBatchedDecomposition CompositeImplicitAutogradNestedTensor AutocastMPS AutocastHPU StartOfDenseBackends""".split()
DispatchKey = enum.Enum("DispatchKey", _KEYS)


class DispatchKeySet:
    """A set of dispatch keys."""

    def __init__(self, *keys):
        self._keys = frozenset(k for key in keys for k in (key._keys if isinstance(key, DispatchKeySet) else [key]))

    def has(self, key):
        return key in self._keys

    def add(self, key):
        return DispatchKeySet(self, key)

    def remove(self, key):
        return DispatchKeySet(*(self._keys - {key}))

    def __or__(self, other):
        return DispatchKeySet(self, other)

    def __and__(self, other):
        return DispatchKeySet(*(self._keys & other._keys))

    def __sub__(self, other):
        return DispatchKeySet(*(self._keys - other._keys))

    def __eq__(self, other):
        return isinstance(other, DispatchKeySet) and self._keys == other._keys

    def __hash__(self):
        return hash(self._keys)

    def __iter__(self):
        return iter(sorted(self._keys, key=lambda k: k.value))

    def highestPriorityTypeId(self):
        return max(self._keys, key=lambda k: k.value)

    def __repr__(self):
        return f"DispatchKeySet({', '.join(k.name for k in self)})"


def _dispatch_keys(tensor):
    return DispatchKeySet(DispatchKey.CPU, DispatchKey.ADInplaceOrView, DispatchKey.AutogradCPU, DispatchKey.AutocastCPU)


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


class _ExcludeDispatchKeyGuard:
    def __init__(self, keyset):
        self.keyset = keyset

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        return None


_IncludeDispatchKeyGuard = _ForceDispatchKeyGuard = _PreserveDispatchKeyGuard = _ExcludeDispatchKeyGuard


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


def _swap_tensor_impl(a, b):
    raise NotImplementedError("magneto does not swap tensors")


_swap_tensor_impl.__name__ = "_swap_tensor_impl"


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


def _has_storage(tensor):
    try:
        return tensor.untyped_storage() is not None
    except (RuntimeError, NotImplementedError):
        return False


def _is_any_autocast_enabled():
    return torch.is_autocast_enabled("cpu")


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
    if name == "_VariableFunctions":
        return torch
    raise AttributeError(f"module 'torch._C' has no attribute '{name}'")
