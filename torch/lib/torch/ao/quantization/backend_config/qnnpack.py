"""What the kernels of qnnpack can do with quantised models: signed integers of symmetric scales come before the unsigned ones."""

import torch
from torch.ao.quantization.backend_config.backend_config import BackendConfig, DTypeConfig, DTypeWithConstraints
from torch.ao.quantization.backend_config.fbgemm import get_fbgemm_backend_config

__all__ = ["get_qnnpack_backend_config"]

_VALUES = DTypeWithConstraints(dtype=torch.qint8, scale_min_lower_bound=2**-12)
_WEIGHTS = DTypeWithConstraints(dtype=torch.qint8, quant_min_lower_bound=-127, quant_max_upper_bound=127, scale_min_lower_bound=2**-12)
_PLAIN, _WEIGHTED = DTypeConfig(_VALUES, _VALUES), DTypeConfig(_VALUES, _VALUES, _WEIGHTS, torch.float)


def get_qnnpack_backend_config():
    configs = [c for c in get_fbgemm_backend_config().configs if c.pattern not in ("shape", "size")]
    for config in configs:
        first = config.dtype_configs[0]
        if first.input_dtype is torch.quint8 and not first.is_dynamic:
            config.set_dtype_configs([_PLAIN if first.weight_dtype is None else _WEIGHTED, *config.dtype_configs])
    return BackendConfig("qnnpack").set_backend_pattern_configs(configs)
