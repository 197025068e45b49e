"""What a user asks of quantising a model beside the configurations of operators."""

from dataclasses import dataclass

__all__ = ["ConvertCustomConfig", "FuseCustomConfig", "PrepareCustomConfig", "StandaloneModuleConfigEntry"]


@dataclass
class StandaloneModuleConfigEntry:
    qconfig_mapping: object
    example_inputs: tuple
    prepare_custom_config: object
    backend_config: object


class _Settings:
    """Settings by name, which methods set and dictionaries hold."""

    _DICT = {}  # the keys of dictionaries, and the attributes that they stand for

    @classmethod
    def from_dict(cls, given):
        made = cls()
        for key, name in cls._DICT.items():
            if key in given:
                setattr(made, name, given[key])
        return made

    def to_dict(self):
        return {key: getattr(self, name) for key, name in self._DICT.items() if getattr(self, name)}

    def set_preserved_attributes(self, attributes):
        self.preserved_attributes = attributes
        return self


class PrepareCustomConfig(_Settings):
    _DICT = {"float_to_observed_custom_module_class": "float_to_observed_mapping", "non_traceable_module_name": "non_traceable_module_names",
             "non_traceable_module_class": "non_traceable_module_classes", "input_quantized_idxs": "input_quantized_indexes",
             "output_quantized_idxs": "output_quantized_indexes", "preserved_attributes": "preserved_attributes"}

    def __init__(self):
        self.standalone_module_names, self.standalone_module_classes = {}, {}
        self.float_to_observed_mapping = {}
        self.non_traceable_module_names, self.non_traceable_module_classes = [], []
        self.input_quantized_indexes, self.output_quantized_indexes = [], []
        self.preserved_attributes = []

    def __repr__(self):
        return f"PrepareCustomConfig({ {name: value for name, value in self.__dict__.items() if len(value) > 0} })"

    def set_standalone_module_name(self, module_name, qconfig_mapping, example_inputs, prepare_custom_config, backend_config):
        self.standalone_module_names[module_name] = StandaloneModuleConfigEntry(qconfig_mapping, example_inputs, prepare_custom_config, backend_config)
        return self

    def set_standalone_module_class(self, module_class, qconfig_mapping, example_inputs, prepare_custom_config, backend_config):
        self.standalone_module_classes[module_class] = StandaloneModuleConfigEntry(qconfig_mapping, example_inputs, prepare_custom_config, backend_config)
        return self

    def set_float_to_observed_mapping(self, float_class, observed_class, quant_type=None):
        from torch.ao.quantization.quant_type import QuantType

        quant_type = QuantType.STATIC if quant_type is None else quant_type
        if quant_type != QuantType.STATIC:
            raise ValueError("set_float_to_observed_mapping is currently only supported for static quantization")
        self.float_to_observed_mapping.setdefault(quant_type, {})[float_class] = observed_class
        return self

    def set_non_traceable_module_names(self, module_names):
        self.non_traceable_module_names = module_names
        return self

    def set_non_traceable_module_classes(self, module_classes):
        self.non_traceable_module_classes = module_classes
        return self

    def set_input_quantized_indexes(self, indexes):
        self.input_quantized_indexes = indexes
        return self

    def set_output_quantized_indexes(self, indexes):
        self.output_quantized_indexes = indexes
        return self


class ConvertCustomConfig(_Settings):
    _DICT = {"observed_to_quantized_custom_module_class": "observed_to_quantized_mapping", "preserved_attributes": "preserved_attributes"}

    def __init__(self):
        self.observed_to_quantized_mapping, self.preserved_attributes = {}, []

    def set_observed_to_quantized_mapping(self, observed_class, quantized_class, quant_type=None):
        from torch.ao.quantization.quant_type import QuantType

        self.observed_to_quantized_mapping.setdefault(QuantType.STATIC if quant_type is None else quant_type, {})[observed_class] = quantized_class
        return self


class FuseCustomConfig(_Settings):
    _DICT = {"preserved_attributes": "preserved_attributes"}

    def __init__(self):
        self.preserved_attributes = []
