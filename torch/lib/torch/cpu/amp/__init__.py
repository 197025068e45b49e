"""The older names of torch.amp for the CPU."""
import warnings

import torch
from torch.amp import GradScaler as _GradScaler, autocast as _autocast


class autocast(_autocast):
    def __init__(self, enabled=True, dtype=torch.bfloat16, cache_enabled=True):
        warnings.warn("`torch.cpu.amp.autocast(args...)` is deprecated. Please use `torch.amp.autocast('cpu', args...)` instead.", FutureWarning, stacklevel=2)
        super().__init__("cpu", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


class GradScaler(_GradScaler):
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        warnings.warn("`torch.cpu.amp.GradScaler(args...)` is deprecated. Please use `torch.amp.GradScaler('cpu', args...)` instead.", FutureWarning, stacklevel=2)
        super().__init__("cpu", init_scale, growth_factor, backoff_factor, growth_interval, enabled)


from torch import _no_device  # noqa: E402

autocast_mode = _no_device.submodule(globals(), "autocast_mode", "autocast")
grad_scaler = _no_device.submodule(globals(), "grad_scaler", "GradScaler")
