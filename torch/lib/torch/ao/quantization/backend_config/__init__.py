"""What a backend can do with quantised models: its patterns of operators, and the element types of each."""

from torch.ao.quantization.backend_config.backend_config import BackendConfig, BackendPatternConfig, DTypeConfig, DTypeWithConstraints, ObservationType
from torch.ao.quantization.backend_config.fbgemm import get_fbgemm_backend_config
from torch.ao.quantization.backend_config.native import get_native_backend_config, get_native_backend_config_dict, get_test_only_legacy_native_backend_config, get_test_only_legacy_native_backend_config_dict
from torch.ao.quantization.backend_config.qnnpack import get_qnnpack_backend_config

__all__ = ["BackendConfig", "BackendPatternConfig", "DTypeConfig", "DTypeWithConstraints", "ObservationType", "get_fbgemm_backend_config", "get_native_backend_config",
           "get_native_backend_config_dict", "get_test_only_legacy_native_backend_config", "get_test_only_legacy_native_backend_config_dict", "get_qnnpack_backend_config"]
