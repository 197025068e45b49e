"""The description of a backend, as objects and as dictionaries."""

from dataclasses import dataclass
from enum import Enum

import torch

__all__ = ["BackendConfig", "BackendPatternConfig", "DTypeConfig", "DTypeWithConstraints", "ObservationType"]


class ObservationType(Enum):
    """Where observers go around an operator."""

    OUTPUT_USE_DIFFERENT_OBSERVER_AS_INPUT = 0
    OUTPUT_SHARE_OBSERVER_WITH_INPUT = 1
    INPUT_OUTPUT_NOT_OBSERVED = 2


@dataclass
class DTypeWithConstraints:
    """A type of elements, and limits of how it may be used."""

    dtype: torch.dtype | None = None
    quant_min_lower_bound: int | float | None = None
    quant_max_upper_bound: int | float | None = None
    scale_min_lower_bound: int | float | None = None
    scale_max_upper_bound: int | float | None = None
    scale_exact_match: float | None = None
    zero_point_exact_match: int | None = None


_TYPES = "input_dtype", "output_dtype", "weight_dtype"


@dataclass
class DTypeConfig:
    """The types of an operator's inputs, outputs, weight and bias."""

    input_dtype_with_constraints: DTypeWithConstraints
    output_dtype_with_constraints: DTypeWithConstraints
    weight_dtype_with_constraints: DTypeWithConstraints
    bias_dtype: torch.dtype | None
    is_dynamic: bool | None

    def __init__(self, input_dtype=None, output_dtype=None, weight_dtype=None, bias_dtype=None, is_dynamic=None):
        for name, given in zip(_TYPES, (input_dtype, output_dtype, weight_dtype)):
            limited = given if isinstance(given, DTypeWithConstraints) else DTypeWithConstraints(dtype=given)
            setattr(self, name + "_with_constraints", limited)
        self.bias_dtype, self.is_dynamic = bias_dtype, is_dynamic

    input_dtype = property(lambda self: self.input_dtype_with_constraints.dtype)
    output_dtype = property(lambda self: self.output_dtype_with_constraints.dtype)
    weight_dtype = property(lambda self: self.weight_dtype_with_constraints.dtype)

    @classmethod
    def from_dict(cls, dtype_config_dict):
        values = {}
        for name in _TYPES:
            given = dtype_config_dict.get(name)
            if given is not None and not isinstance(given, (torch.dtype, DTypeWithConstraints)):
                raise ValueError("Expected input_dtype to be a torch.dtype or DTypeWithConstraints")
            values[name] = given
        return cls(*values.values(), dtype_config_dict.get("bias_dtype"), dtype_config_dict.get("is_dynamic"))

    def to_dict(self):
        made = {}
        for name in _TYPES:
            limited = getattr(self, name + "_with_constraints")
            if limited.dtype is not None:
                made[name] = limited
        for name in ("bias_dtype", "is_dynamic"):
            if getattr(self, name):
                made[name] = getattr(self, name)
        return made


class BackendConfig:
    """A name and a list of patterns, each with what can be done with it."""

    def __init__(self, name=""):
        self.name = name
        self._pattern_complex_format_to_config = {}

    def __repr__(self):
        return f"BackendConfig({self.__dict__})"

    def set_name(self, name):
        self.name = name
        return self

    def set_backend_pattern_config(self, config):
        self._pattern_complex_format_to_config[_reversed_pairs(config)] = config
        return self

    def set_backend_pattern_configs(self, configs):
        for config in configs:
            self.set_backend_pattern_config(config)
        return self

    configs = property(lambda self: list(self._pattern_complex_format_to_config.values()))

    @classmethod
    def from_dict(cls, backend_config_dict):
        made = cls(backend_config_dict.get("name", ""))
        for given in backend_config_dict.get("configs", []):
            if isinstance(given, dict):
                given = BackendPatternConfig.from_dict(given)
            elif not isinstance(given, BackendPatternConfig):
                raise ValueError("Expected backend_config_dict['configs'] to be a dictionary")
            made.set_backend_pattern_config(given)
        return made

    def to_dict(self):
        return {"name": self.name, "configs": [config.to_dict() for config in self.configs]}


def _reversed_pairs(config):
    """A pattern from its last operator to its first, in pairs of pairs."""
    if config._pattern_complex_format is not None:
        return config._pattern_complex_format
    pattern = config.pattern
    if not isinstance(pattern, tuple):
        return pattern
    if len(pattern) == 2:
        first, second = pattern
        return second, first
    if len(pattern) == 3:
        first, second, third = pattern
        return third, (second, first)
    raise ValueError(f"Expected a tuple with 2 or 3 elements, got: {pattern}")


# The keys of dictionaries, and the attributes that they stand for.
_KEYS = {"root_module": "root_module", "qat_module": "qat_module", "reference_quantized_module_for_root": "reference_quantized_module",
         "fused_module": "fused_module", "fuser_method": "fuser_method", "root_node_getter": "_root_node_getter", "extra_inputs_getter": "_extra_inputs_getter",
         "num_tensor_args_to_observation_type": "_num_tensor_args_to_observation_type", "input_type_to_index": "_input_type_to_index",
         "pattern_complex_format": "_pattern_complex_format"}


class BackendPatternConfig:
    """A pattern of operators, and what a backend does with it."""

    def __init__(self, pattern=None):
        self.pattern = pattern
        self.observation_type = ObservationType.OUTPUT_USE_DIFFERENT_OBSERVER_AS_INPUT
        self.dtype_configs = []
        self.root_module = self.qat_module = self.reference_quantized_module = self.fused_module = self.fuser_method = None
        self._root_node_getter = self._extra_inputs_getter = self._pattern_complex_format = None
        self._num_tensor_args_to_observation_type, self._input_type_to_index = {}, {}

    def __repr__(self):
        told = {name: value for name, value in self.__dict__.items() if not (isinstance(value, (list, dict)) and len(value) == 0) and value is not None}
        return f"BackendPatternConfig({told})"

    def _with(self, **changed):
        self.__dict__.update(changed)
        return self

    def set_pattern(self, pattern):
        if self._pattern_complex_format is not None:
            raise ValueError("Only one of 'pattern' or 'pattern_complex_format' can be set")
        return self._with(pattern=pattern)

    def set_observation_type(self, observation_type):
        return self._with(observation_type=observation_type)

    def add_dtype_config(self, dtype_config):
        self.dtype_configs.append(dtype_config)
        return self

    def set_dtype_configs(self, dtype_configs):
        return self._with(dtype_configs=dtype_configs)

    def set_root_module(self, root_module):
        return self._with(root_module=root_module)

    def set_qat_module(self, qat_module):
        return self._with(qat_module=qat_module)

    def set_reference_quantized_module(self, reference_quantized_module):
        return self._with(reference_quantized_module=reference_quantized_module)

    def set_fused_module(self, fused_module):
        return self._with(fused_module=fused_module)

    def set_fuser_method(self, fuser_method):
        return self._with(fuser_method=fuser_method)

    def _set_root_node_getter(self, root_node_getter):
        return self._with(_root_node_getter=root_node_getter)

    def _set_extra_inputs_getter(self, extra_inputs_getter):
        return self._with(_extra_inputs_getter=extra_inputs_getter)

    def _set_num_tensor_args_to_observation_type(self, num_tensor_args_to_observation_type):
        return self._with(_num_tensor_args_to_observation_type=num_tensor_args_to_observation_type)

    def _set_input_type_to_index(self, input_type_to_index):
        return self._with(_input_type_to_index=input_type_to_index)

    def _set_pattern_complex_format(self, pattern):
        if self.pattern is not None:
            raise ValueError("Only one of 'pattern' or 'pattern_complex_format' can be set")
        return self._with(_pattern_complex_format=pattern)

    @classmethod
    def from_dict(cls, backend_pattern_config_dict):
        given = backend_pattern_config_dict
        made = cls()
        if "pattern" in given:
            made.set_pattern(given["pattern"])
        if "observation_type" in given:
            made.set_observation_type(given["observation_type"])
        for d in given.get("dtype_configs", []):
            if isinstance(d, dict):
                d = DTypeConfig.from_dict(d)
            elif not isinstance(d, DTypeConfig):
                raise ValueError(f"Expected a list of DTypeConfigs in backend_pattern_config_dict[\"dtype_configs\"], got '{type(d)}'")
            made.add_dtype_config(d)
        made.__dict__.update({name: given[key] for key, name in _KEYS.items() if key in given and given[key] is not None})
        return made

    def to_dict(self):
        made = {"observation_type": self.observation_type, "dtype_configs": [d.to_dict() for d in self.dtype_configs]}
        if self.pattern is not None:
            made["pattern"] = self.pattern
        made.update({key: getattr(self, name) for key, name in _KEYS.items() if getattr(self, name) not in (None, {})})
        return made
