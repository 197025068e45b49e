"""Settings of torch.compile; most are those of torch._dynamo.config."""

import os

from torch.utils._config_module import ConfigModule

_DEFAULTS = {
    "cache_key_tag": "", "compile_on_one_rank": False, "dynamic_sources": "", "dynamic_values": "", "force_cudagraph_gc": False,
    "force_disable_caches": False, "job_id": None, "pgo_extra_read_key": None, "pgo_extra_write_key": None, "unbacked_sources": "",
}

# Environment variables that give settings their defaults.
for _name, _variables in {
    "cache_key_tag": ["CACHE_KEY_TAG"], "dynamic_sources": ["DYNAMIC_SOURCES"], "dynamic_values": ["DYNAMIC_VALUES"], "job_id": ["JOB_ID", "STICKY_PGO_KEY"],
    "pgo_extra_read_key": ["STICKY_PGO_READ"], "pgo_extra_write_key": ["STICKY_PGO_WRITE"], "unbacked_sources": ["UNBACKED_SOURCES"],
}.items():
    for _variable in _variables:
        if _DEFAULTS[_name] in ("", None):
            _DEFAULTS[_name] = os.environ.get("TORCH_COMPILE_" + _variable, _DEFAULTS[_name])

_ALIASES = {
    "accumulated_recompile_limit": "torch._dynamo.config.accumulated_recompile_limit",
    "allow_unspec_int_on_nn_module": "torch._dynamo.config.allow_unspec_int_on_nn_module",
    "assume_static_by_default": "torch._dynamo.config.assume_static_by_default",
    "automatic_dynamic_shapes": "torch._dynamo.config.automatic_dynamic_shapes",
    "capture_dynamic_output_shape_ops": "torch._dynamo.config.capture_dynamic_output_shape_ops",
    "capture_scalar_outputs": "torch._dynamo.config.capture_scalar_outputs",
    "dynamic_shapes": "torch._dynamo.config.dynamic_shapes",
    "enable_cpp_symbolic_shape_guards": "torch._dynamo.config.enable_cpp_symbolic_shape_guards",
    "fail_on_recompile_limit_hit": "torch._dynamo.config.fail_on_recompile_limit_hit",
    "log_file_name": "torch._dynamo.config.log_file_name",
    "recompile_limit": "torch._dynamo.config.recompile_limit",
    "reorderable_logging_functions": "torch._dynamo.config.reorderable_logging_functions",
    "skip_tensor_guards_with_matching_dict_tags": "torch._dynamo.config.skip_tensor_guards_with_matching_dict_tags",
    "verbose": "torch._dynamo.config.verbose",
    "wrap_top_frame": "torch._dynamo.config.wrap_top_frame",
}

ConfigModule(__name__, _DEFAULTS, _ALIASES, ()).install()
