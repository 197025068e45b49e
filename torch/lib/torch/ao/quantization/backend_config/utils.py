"""What the patterns of a backend say, by pattern or by class, and how they are shown."""

from torch import nn
from torch.ao.quantization.backend_config.backend_config import _reversed_pairs
from torch.nn import functional as F

__all__ = ["entry_to_pretty_str", "get_fused_module_classes", "get_fuser_method_mapping", "get_fusion_pattern_to_extra_inputs_getter",
           "get_fusion_pattern_to_root_node_getter", "get_module_to_qat_module", "get_pattern_to_dtype_configs", "get_pattern_to_input_type_to_index",
           "get_qat_module_classes", "get_root_module_to_quantized_reference_module", "pattern_to_human_readable", "remove_boolean_dispatch_from_name"]

_get_pattern_in_reversed_nested_tuple_format = _reversed_pairs


def _by_pattern(backend_config, name):
    """An attribute of the patterns that have it."""
    given = backend_config._pattern_complex_format_to_config.items()
    return {pattern: getattr(config, name) for pattern, config in given if getattr(config, name) is not None}


def get_pattern_to_dtype_configs(backend_config):
    return _by_pattern(backend_config, "dtype_configs")


def get_qat_module_classes(backend_config):
    return tuple({config.qat_module for config in backend_config.configs if config.qat_module is not None})


def get_fused_module_classes(backend_config):
    return tuple({config.fused_module for config in backend_config.configs if config.fused_module is not None})


def get_pattern_to_input_type_to_index(backend_config):
    return _by_pattern(backend_config, "_input_type_to_index")


def get_root_module_to_quantized_reference_module(backend_config):
    return {c.root_module: c.reference_quantized_module for c in backend_config.configs if c.root_module is not None and c.reference_quantized_module is not None}


def get_fuser_method_mapping(backend_config):
    return _by_pattern(backend_config, "fuser_method")


def get_module_to_qat_module(backend_config):
    return _by_pattern(backend_config, "qat_module")


def get_fusion_pattern_to_root_node_getter(backend_config):
    return _by_pattern(backend_config, "_root_node_getter")


def get_fusion_pattern_to_extra_inputs_getter(backend_config):
    return _by_pattern(backend_config, "_extra_inputs_getter")


# Functions that choose between two others by a flag, which have no name of their own.
_CHOOSING = {getattr(F, name): f"torch.nn.functional.{name}" for name in (
    "fractional_max_pool2d", "fractional_max_pool3d", "max_pool1d", "max_pool2d", "max_pool3d", "adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d")}


def remove_boolean_dispatch_from_name(p):
    """The name of such a function; anything else as it is."""
    if isinstance(p, (nn.Module, list, dict)):
        return p
    name = _CHOOSING.get(p)
    if name is None and "boolean_dispatch" in str(p):
        raise AssertionError(f"{p} does not have a human readable representation in quantization documentation")
    return p if name is None else name


def pattern_to_human_readable(p):
    if isinstance(p, tuple):
        return tuple(pattern_to_human_readable(part) for part in p)
    return p if isinstance(p, str) else remove_boolean_dispatch_from_name(p)


_FIRST = "pattern", "dtype_configs", "observation_type"


def entry_to_pretty_str(entry):
    """A pattern as a dictionary, over several lines."""
    lines = ["{"]
    given = {key: entry[key] for key in _FIRST if key in entry}
    for key, value in {**given, **entry}.items():
        if key == "dtype_configs":
            lines.append("  'dtype_configs': [")
            for types in value:
                lines += ["    {", *(f"      '{name}': {what}," for name, what in types.items()), "    },"]
            lines.append("  ],")
        else:
            shown = pattern_to_human_readable(value) if key == "pattern" else value
            lines.append(f"  '{key}': {shown},")
    return "\n".join([*lines, "}"])
