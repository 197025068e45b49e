"""Functions of torch that stand for functions of its modules, and settings that change nothing here."""

import torch
from torch._utils import _overridable

has_lapack = has_spectral = has_openmp = True
has_mkl = False

@_overridable
def dequantize(input):
    """Numbers as they are; of several tensors, each."""
    return [t.dequantize() for t in input] if isinstance(input, (list, tuple)) else input.dequantize()


@_overridable
def slice_inverse(self, src, dim=0, start=None, end=None, step=1):
    """The inverse of slice for functionalization: a view of self with the geometry of src."""
    return self.as_strided(src.size(), src.stride(), src.storage_offset())


def cudnn_is_acceptable(input):
    return False


def _amp_foreach_non_finite_check_and_unscale_(self, found_inf, inv_scale):
    """Multiplies gradients by inv_scale, and sets found_inf where one of them is not finite."""
    if inv_scale.numel() != 1 or found_inf.numel() != 1:
        raise RuntimeError(f"{'inv_scale' if inv_scale.numel() != 1 else 'found_inf'} must be a 1-element tensor.")
    for g in self:
        if g.layout is not torch.strided:
            raise NotImplementedError("Could not run 'aten::_amp_foreach_non_finite_check_and_unscale_' with arguments from the 'SparseCPU' backend.")
        if not g.is_floating_point():
            raise NotImplementedError(f"\"_amp_foreach_non_finite_check_and_unscale_cpu\" not implemented for '{torch._C._scalar_type_name(g.dtype)}'")
    with torch.no_grad():
        for g in self:
            if not torch.isfinite(g).all():
                found_inf.fill_(1.0)
            g.mul_(inv_scale.to(g.dtype))


def _amp_update_scale_(self, growth_tracker, found_inf, scale_growth_factor, scale_backoff_factor, growth_interval):
    """The scale after a step: smaller where gradients were not finite, larger after growth_interval steps in a row where they were."""
    if growth_tracker.numel() != 1 or self.numel() != 1:
        raise RuntimeError(f"{'growth_tracker' if growth_tracker.numel() != 1 else 'current_scale'} must be a 1-element tensor.")
    if growth_tracker.dtype != torch.int32:
        raise RuntimeError("growth_tracker must be an int tensor.")
    with torch.no_grad():
        if found_inf.item():
            self.mul_(scale_backoff_factor)
            growth_tracker.zero_()
        elif growth_tracker.item() + 1 == growth_interval:
            grown = self * scale_growth_factor
            if torch.isfinite(grown):
                self.copy_(grown)
            growth_tracker.zero_()
        else:
            growth_tracker.add_(1)
    return self


def _grid_sampler_2d_cpu_fallback(input, grid, interpolation_mode, padding_mode, align_corners):
    return torch.grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners)


def _not_built(*args, **kwargs):
    raise RuntimeError("This PyTorch installation was not built with FBGEMM operators")


(fbgemm_linear_fp16_weight, fbgemm_linear_fp16_weight_fp32_activation, fbgemm_linear_int8_weight, fbgemm_linear_int8_weight_fp32_activation, fbgemm_linear_quantize_weight,
 fbgemm_pack_gemm_matrix_fp16, fbgemm_pack_quantized_matrix) = (_not_built,) * 7


def rrelu(input, lower=1 / 8, upper=1 / 3, training=False, generator=None):
    return F.rrelu(input, lower, upper, training)


def rrelu_(input, lower=1 / 8, upper=1 / 3, training=False, generator=None):
    return F.rrelu(input, lower, upper, training, inplace=True)


@_overridable
def poisson_nll_loss(input, target, log_input, full, eps, reduction):
    return F.poisson_nll_loss(input, target, log_input=log_input, full=full, eps=eps, reduction=("none", "mean", "sum")[reduction])


@_overridable
def conv_tbc(input, weight, bias, pad=0):
    """Convolution of [time, batch, channels] by [width, channels, outputs]."""
    return F.conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad).permute(2, 0, 1).contiguous()


def native_norm(input, p=2, dim=None, keepdim=False, dtype=None):
    return torch.norm(input, p, dim, keepdim, dtype=dtype) if dim is not None else torch.norm(input, p)


def as_strided_(input, size, stride, storage_offset=None):
    return input.as_strided_(size, stride, storage_offset)


def spmm(input, mat2):
    return torch.mm(input, mat2)


def dsmm(input, mat2):
    return torch.mm(input, mat2)


def from_dlpack(ext_tensor, *, device=None, copy=None):
    return torch.utils.dlpack.from_dlpack(ext_tensor, device=device, copy=copy)


def to_dlpack(tensor):
    return torch.utils.dlpack.to_dlpack(tensor)


def fork(func, *args, **kwargs):
    return torch.jit.fork(func, *args, **kwargs)


def wait(future):
    return torch.jit.wait(future)


def set_flush_denormal(mode):
    """Numbers below the normal range are always kept; gives whether the setting could be made."""
    return not mode


def set_anomaly_enabled(mode, check_nan=True):
    torch.autograd.set_detect_anomaly(mode, check_nan)


def init_num_threads():
    return None


def is_vulkan_available():
    return False


def _other_device(name):
    def answer(*args):
        return False if name.startswith("is_") else torch.float16 if name.startswith("get_") else None

    answer.__name__ = answer.__qualname__ = name
    return answer


for _name in ("is_autocast_ipu_enabled", "is_autocast_xla_enabled", "set_autocast_ipu_enabled", "set_autocast_xla_enabled", "set_autocast_gpu_dtype", "set_autocast_ipu_dtype",
              "set_autocast_xla_dtype", "get_autocast_ipu_dtype", "get_autocast_xla_dtype", "prepare_multiprocessing_environment"):
    globals()[_name] = _other_device(_name)


def set_autocast_cpu_enabled(enabled):
    torch.set_autocast_enabled("cpu", enabled)


def set_autocast_cpu_dtype(dtype):
    torch.set_autocast_dtype("cpu", dtype)


for _function in (rrelu, rrelu_, poisson_nll_loss, conv_tbc, native_norm, as_strided_, spmm, dsmm):
    _function.__module__ = "torch"  # operators, and printed as such


import torch.nn.functional as F  # last: it takes functions from here
