"""What the kernels of fbgemm can do with quantised models: what PyTorch's own can, but for norms of layers."""

from torch import nn
from torch.ao.quantization.backend_config.backend_config import BackendConfig
from torch.ao.quantization.backend_config.native import get_native_backend_config
from torch.nn import functional as F

__all__ = ["get_fbgemm_backend_config"]


def get_fbgemm_backend_config():
    configs = [c for c in get_native_backend_config().configs if c.pattern not in (nn.LayerNorm, F.layer_norm)]
    return BackendConfig("fbgemm").set_backend_pattern_configs(configs)
