"""Attributes of torch._C about which kernels run: of convolutions and normalisations, of dispatch modes, and the allocator of mobile programs."""
import contextlib
import enum
import weakref

import torch

_HERE = "torch._C"


def _enum(name, members):
    """An enumeration that is shown as those of C++."""
    made = enum.Enum(name, members)
    made.__int__ = made.__index__ = lambda self: self.value
    made.__repr__ = lambda self: f"<{name}.{self.name}: {self.value}>"
    made.__str__ = lambda self: f"{name}.{self.name}"
    made.__module__ = _HERE
    return made


_ConvBackend = _enum("_ConvBackend", {name: int(number) for name, number in (word.split("=") for word in """CudaDepthwise2d=0 CudaDepthwise3d=1 Cudnn=2 CudnnTranspose=3 Empty=4
    Miopen=5 MiopenDepthwise=6 MiopenTranspose=7 Mkldnn=8 MkldnnEmpty=10 NnpackSpatial=11 Overrideable=12 Slow2d=13 Slow3d=14 SlowDilated2d=15 SlowDilated3d=16
    SlowTranspose2d=17 SlowTranspose3d=18 Winograd3x3Depthwise=19 Xnnpack2d=20 Mps=21 MpsTranspose=22""".split())})
_BatchNormBackend = _enum("_BatchNormBackend", {"Native": 0, "Cudnn": 1, "Miopen": 2})
_TorchDispatchModeKey = _enum("_TorchDispatchModeKey", {"FUNCTIONAL": 1, "PROXY": 2, "FAKE": 0})


def _select_conv_backend(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups, bias_sizes=None):
    """The kernel of a convolution; those of one dimension are of two."""
    torch.ops.aten.convolution(input.to("meta"), weight.to("meta"), None if bias is None else bias.to("meta"), stride, padding, dilation, transposed, output_padding, groups)
    if input.numel() == 0:
        return _ConvBackend.Empty
    volume = "3d" if weight.dim() == 5 else "2d"
    kind = "SlowTranspose" if transposed else "SlowDilated" if any(d != 1 for d in dilation) else "Slow"
    return _ConvBackend[kind + volume]


_ANY_FORMAT = {_ConvBackend.Mkldnn, _ConvBackend.Slow2d, _ConvBackend.SlowDilated2d, _ConvBackend.SlowTranspose2d}  # those that compute in the order of the input


def _conv_determine_backend_memory_format(input, weight, backend):
    def last(t):
        return t.dim() == 4 and t.is_contiguous(memory_format=torch.channels_last) and not t.is_contiguous()

    return torch.channels_last if backend in _ANY_FORMAT and (last(input) or last(weight)) else torch.contiguous_format


def _select_batch_norm_backend(input, weight, bias, running_mean, running_var, training, eps):
    return _BatchNormBackend.Native


_mobile_allocator = [False]


def _is_default_mobile_cpu_allocator_set():
    return _mobile_allocator[0]


def _set_default_mobile_cpu_allocator():
    if _mobile_allocator[0]:
        raise RuntimeError("Already within the scope of another non-default cpu allocator.Cannot set another allocator.")
    _mobile_allocator[0] = True


def _unset_default_mobile_cpu_allocator():
    if not _mobile_allocator[0]:
        raise RuntimeError("setDefaultMobileCPUAllocator must have been called before unsetDefaultMobileCPUAllocator.")
    _mobile_allocator[0] = False


def _get_dispatch_stack_at(i):
    from torch.utils._python_dispatch import _get_current_dispatch_mode_stack

    return _get_current_dispatch_mode_stack()[i]


def _get_dispatch_mode(key):
    """The innermost mode that is at work of a kind of its own; None where there is none."""
    from torch.utils._python_dispatch import _get_current_dispatch_mode_stack

    found = [mode for mode in _get_current_dispatch_mode_stack() if getattr(mode, "_mode_key", None) == key or key == _TorchDispatchModeKey.FAKE and _is_fake(mode)]
    return found[-1] if found else None


def _is_fake(mode):
    return isinstance(mode, torch._subclasses.FakeTensorMode)


_only_lifts = [False]


def _only_lift_cpu_tensors():
    return _only_lifts[0]


def _set_only_lift_cpu_tensors(on):
    _only_lifts[0] = on


@contextlib.contextmanager
def _no_effect(*args):
    """Turns a part of PyTorch on or off that is always as it is here."""
    yield


_EnablePythonDispatcher = _DisablePythonDispatcher = _EnablePreDispatch = _SetExcludeDispatchKeyGuard = _no_effect


class _RestorePythonTLSSnapshot:
    """Puts back the modes of an earlier point; nothing is kept there."""


def _InferenceMode(mode):
    return torch.inference_mode(mode)


def _to_dlpack(tensor, **kwargs):
    return torch.utils.dlpack.to_dlpack(tensor)


def _from_dlpack(capsule):
    return torch.utils.dlpack.from_dlpack(capsule)


def _torchDeviceToDLDevice(device):
    return {"cpu": 1, "cuda": 2}[device.type], device.index or 0


def _set_default_tensor_type(kind):
    torch.set_default_tensor_type(kind)


def _set_deterministic_fill_uninitialized_memory(on):
    torch.utils.deterministic.fill_uninitialized_memory = on


def _get_mkldnn_enabled():
    return torch.backends.mkldnn.enabled


def _storage_address(tensor):
    return tensor.untyped_storage()._cdata


def _meta_in_tls_dispatch_include():
    return False


class _Functions:
    """The functions of a module of torch under the names of their operators."""

    def __init__(self, name):
        self.__name__, self._prefix = f"torch._C._{name}", name + "_"

    def __getattr__(self, name):
        home = getattr(torch, self._prefix[:-1])
        if name.startswith(self._prefix) and hasattr(home, name.removeprefix(self._prefix)):
            return getattr(home, name.removeprefix(self._prefix))
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        packet = getattr(torch.ops.aten, name, None)
        if packet is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return packet


_sparse, _special, _linalg, _fft, _nested = (_Functions(name) for name in ("sparse", "special", "linalg", "fft", "nested"))


class _cpu:
    """What the processor can do, as far as tests ask."""

    _is_avx2_supported = _is_avx512_supported = _is_avx512_vnni_supported = _is_avx512_bf16_supported = _is_amx_tile_supported = _is_amx_fp16_supported = _init_amx = staticmethod(lambda: False)


class _WeakTensorRef:
    """Knows whether a tensor is still there."""

    def __init__(self, tensor):
        self._tensor = weakref.ref(tensor)

    def expired(self):
        return self._tensor() is None
