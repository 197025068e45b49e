"""What a user asks of quantising a model beside the configurations of operators."""

from dataclasses import dataclass

from torch.ao.quantization.quant_type import QuantType, _get_quant_type_to_str, _quant_type_from_str

__all__ = ["ConvertCustomConfig", "FuseCustomConfig", "PrepareCustomConfig", "StandaloneModuleConfigEntry"]

STANDALONE_MODULE_NAME_DICT_KEY = "standalone_module_name"
STANDALONE_MODULE_CLASS_DICT_KEY = "standalone_module_class"
FLOAT_TO_OBSERVED_DICT_KEY = "float_to_observed_custom_module_class"
OBSERVED_TO_QUANTIZED_DICT_KEY = "observed_to_quantized_custom_module_class"
NON_TRACEABLE_MODULE_NAME_DICT_KEY = "non_traceable_module_name"
NON_TRACEABLE_MODULE_CLASS_DICT_KEY = "non_traceable_module_class"
INPUT_QUANTIZED_INDEXES_DICT_KEY = "input_quantized_idxs"
OUTPUT_QUANTIZED_INDEXES_DICT_KEY = "output_quantized_idxs"
PRESERVED_ATTRIBUTES_DICT_KEY = "preserved_attributes"


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

    def __repr__(self):
        return f"{type(self).__name__}({ {name: value for name, value in self.__dict__.items() if len(value) > 0} })"

    def set_preserved_attributes(self, attributes):
        self.preserved_attributes = attributes
        return self


def _read(given, kind, where):
    """A setting of a standalone module, which may be a dictionary."""
    if given is None or isinstance(given, kind):
        return given
    if isinstance(given, dict):
        return kind.from_dict(given)
    raise ValueError(f'Expected {kind.__name__} in prepare_custom_config_dict["{where}"], got \'{type(given)}\'')


def _standalone(table):
    """The entries of standalone modules as tuples."""

    def plain(value):
        return None if value is None else value.to_dict()

    return [(key, plain(e.qconfig_mapping), e.example_inputs, plain(e.prepare_custom_config), e.backend_config) for key, e in table.items()]


class PrepareCustomConfig(_Settings):
    _DICT = {NON_TRACEABLE_MODULE_NAME_DICT_KEY: "non_traceable_module_names",
             NON_TRACEABLE_MODULE_CLASS_DICT_KEY: "non_traceable_module_classes", INPUT_QUANTIZED_INDEXES_DICT_KEY: "input_quantized_indexes",
             OUTPUT_QUANTIZED_INDEXES_DICT_KEY: "output_quantized_indexes", PRESERVED_ATTRIBUTES_DICT_KEY: "preserved_attributes"}

    def __init__(self):
        self.standalone_module_names, self.standalone_module_classes = {}, {}
        self.float_to_observed_mapping = {}
        self.non_traceable_module_names, self.non_traceable_module_classes = [], []
        self.input_quantized_indexes, self.output_quantized_indexes = [], []
        self.preserved_attributes = []

    @classmethod
    def from_dict(cls, given):
        from torch.ao.quantization.backend_config import BackendConfig
        from torch.ao.quantization.qconfig_mapping import QConfigMapping

        made = super().from_dict(given)
        for where, put in (("standalone_module_name", made.set_standalone_module_name), ("standalone_module_class", made.set_standalone_module_class)):
            for key, mapping, example_inputs, custom, backend in given.get(where, ()):
                put(key, _read(mapping, QConfigMapping, where), example_inputs, _read(custom, PrepareCustomConfig, where), _read(backend, BackendConfig, where))
        for name, classes in given.get("float_to_observed_custom_module_class", {}).items():
            kind = _quant_type_from_str(name)
            for float_class, observed_class in classes.items():
                made.set_float_to_observed_mapping(float_class, observed_class, kind)
        return made

    def to_dict(self):
        made = {STANDALONE_MODULE_NAME_DICT_KEY: _standalone(self.standalone_module_names), STANDALONE_MODULE_CLASS_DICT_KEY: _standalone(self.standalone_module_classes),
                FLOAT_TO_OBSERVED_DICT_KEY: {_get_quant_type_to_str(kind): classes for kind, classes in self.float_to_observed_mapping.items()}}
        return {**{key: value for key, value in made.items() if value}, **super().to_dict()}

    def set_standalone_module_name(self, module_name, qconfig_mapping, example_inputs, prepare_custom_config, backend_config):
        self.standalone_module_names[module_name] = StandaloneModuleConfigEntry(qconfig_mapping, example_inputs, prepare_custom_config, backend_config)
        return self

    def set_standalone_module_class(self, module_class, qconfig_mapping, example_inputs, prepare_custom_config, backend_config):
        self.standalone_module_classes[module_class] = StandaloneModuleConfigEntry(qconfig_mapping, example_inputs, prepare_custom_config, backend_config)
        return self

    def set_float_to_observed_mapping(self, float_class, observed_class, quant_type=None):
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
    _DICT = {PRESERVED_ATTRIBUTES_DICT_KEY: "preserved_attributes"}

    def __init__(self):
        self.observed_to_quantized_mapping, self.preserved_attributes = {}, []

    @classmethod
    def from_dict(cls, given):
        made = super().from_dict(given)
        for name, classes in given.get("observed_to_quantized_custom_module_class", {}).items():
            made.observed_to_quantized_mapping[_quant_type_from_str(name)] = dict(classes)
        return made

    def to_dict(self):
        classes = {_get_quant_type_to_str(kind): classes for kind, classes in self.observed_to_quantized_mapping.items()}
        return {**({OBSERVED_TO_QUANTIZED_DICT_KEY: classes} if classes else {}), **super().to_dict()}

    def set_observed_to_quantized_mapping(self, observed_class, quantized_class, quant_type=None):
        self.observed_to_quantized_mapping.setdefault(QuantType.STATIC if quant_type is None else quant_type, {})[observed_class] = quantized_class
        return self


class FuseCustomConfig(_Settings):
    _DICT = {PRESERVED_ATTRIBUTES_DICT_KEY: "preserved_attributes"}

    def __init__(self):
        self.preserved_attributes = []
