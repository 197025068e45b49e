"""Settings of torch.export; the capture reads none of them."""

from torch.utils._config_module import ConfigModule

_DEFAULTS = {
    "detect_non_strict_fake_tensor_leaks": False, "enable_auto_functionalized_v2_for_export": True, "error_on_lifted_constant_tensors": True,
    "use_legacy_dynamo_graph_capture": True, "use_new_tracer_experimental": True,
}

ConfigModule(__name__, _DEFAULTS, {}, ()).install()
