"""The older names of torch.amp for CUDA."""
import functools
import warnings

import torch
from torch.amp import GradScaler as _GradScaler, autocast as _autocast, custom_bwd as _custom_bwd, custom_fwd as _custom_fwd


class autocast(_autocast):
    def __init__(self, enabled=True, dtype=torch.float16, cache_enabled=True):
        warnings.warn("`torch.cuda.amp.autocast(args...)` is deprecated. Please use `torch.amp.autocast('cuda', args...)` instead.", FutureWarning, stacklevel=2)
        super().__init__("cuda", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


class GradScaler(_GradScaler):
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        warnings.warn("`torch.cuda.amp.GradScaler(args...)` is deprecated. Please use `torch.amp.GradScaler('cuda', args...)` instead.", FutureWarning, stacklevel=2)
        super().__init__("cuda", init_scale, growth_factor, backoff_factor, growth_interval, enabled)


custom_fwd = functools.partial(_custom_fwd, device_type="cuda")
custom_bwd = functools.partial(_custom_bwd, device_type="cuda")


def amp_definitely_not_available():
    """Tells whether there is nothing that mixed precision could run on."""
    return True


from torch import _no_device  # noqa: E402

autocast_mode = _no_device.submodule(globals(), "autocast_mode", "autocast custom_bwd custom_fwd")
grad_scaler = _no_device.submodule(globals(), "grad_scaler", "GradScaler")
common = _no_device.submodule(globals(), "common", "amp_definitely_not_available")
