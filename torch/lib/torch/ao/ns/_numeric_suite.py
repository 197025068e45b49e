"""Comparing weights, and results of modules, of a model and of what quantizing in steps has made of it."""
import torch
import torch.ao.nn.quantized as nnq
import torch.ao.nn.quantized.dynamic as nnqd
from torch import nn
from torch.ao.quantization import QConfig, prepare
from torch.ao.quantization.quantization_mappings import get_default_compare_output_module_list

NON_LEAF_MODULE_TO_ADD_OBSERVER_ALLOW_LIST = {nnqd.Linear, nnq.Linear, nnqd.LSTM, nn.LSTM}
_PACKED = "_packed_params"


def _find_match(str_list, key_str, postfix):
    """The first key of a list that belongs to the same module as a key that ends with postfix; what packs parameters is a module of its own."""
    names = key_str.split(".")
    if names[-1] != postfix:
        return None
    owners = ["".join(names[:-1])]
    if postfix == _PACKED:
        owners.append("".join(names[:-2]))
        if not owners[-1]:
            owners.pop()
    for owner in owners:
        for other in str_list:
            parts = other.split(".")
            if owner in ("".join(parts[:-1]), "".join(parts[:-2])):
                return other
    return None


def compare_weights(float_dict, quantized_dict):
    """Pairs of weights, by the keys that quantized_dict has them under."""
    pairs = {}
    for key, value in quantized_dict.items():
        match = _find_match(float_dict, key, "weight")
        if match is not None:
            pairs[key] = {"float": float_dict[match], "quantized": value}
            continue
        match = _find_match(float_dict, key, _PACKED)
        if match is not None:
            pairs[key] = {"float": float_dict[match], "quantized": value[0]}
        names = key.split(".")
        if names[-1] == "param" and names[-3] == "_all_weight_values":
            weights = [f"{'.'.join(names[:-3])}.weight_{part}_l{names[-2]}" for part in ("ih", "hh")]
            if all(weight in float_dict for weight in weights):
                pairs[key] = {"float": float_dict[weights[1]], "quantized": value.__getstate__()[1].unpack()[0]}
    return pairs


def _get_logger_dict_helper(mod, target_dict, prefix=""):
    inner = prefix + "." if prefix else ""
    for child in mod.children():
        if isinstance(child, Logger):
            target_dict[inner + "stats"] = child.stats
            break
    for name, child in mod.named_children():
        _get_logger_dict_helper(child, target_dict, inner + name)


def get_logger_dict(mod, prefix=""):
    """What the loggers in a module have seen, by the path of the module that each stands in, and "stats"."""
    found = {}
    _get_logger_dict_helper(mod, found, prefix)
    return found


class Logger(nn.Module):
    """Keeps what it sees in stats."""

    def __init__(self):
        super().__init__()
        self.stats = {}
        self.dtype = torch.quint8

    def forward(self, x):
        """Subclasses look at x."""


class ShadowLogger(Logger):
    """Keeps the results of a quantized module and of its shadow, of tuples and batches the first ones."""

    def __init__(self):
        super().__init__()
        self.stats.update(float=[], quantized=[])

    def forward(self, x, y):
        for key, value in (("quantized", x), ("float", y)):
            if len(value) > 1:
                value = value[0]
            self.stats[key].append(value.detach())


class OutputLogger(Logger):
    """Keeps the results of a module, which pass through it."""

    def __init__(self):
        super().__init__()
        self.stats["tensor_val"] = []

    def forward(self, x):
        self.stats["tensor_val"].append(x)
        return x


def _convert_tuple_to_list(t):
    return [_convert_tuple_to_list(x) for x in t] if type(t) is tuple else t


def _dequantize_tensor_list(t):
    if type(t) is list:
        return [_dequantize_tensor_list(x) for x in t]
    return t.dequantize() if t.is_quantized else t


class Shadow(nn.Module):
    """A quantized module with the module that it was made of beside it, which sees the same; a logger gets what both give."""

    def __init__(self, q_module, float_module, logger_cls):
        super().__init__()
        self.orig_module = q_module
        self.shadow_module = float_module
        self.dequant = nnq.DeQuantize()
        self.logger = logger_cls()

    def forward(self, *x):
        seen = _convert_tuple_to_list(x)
        output = self.orig_module(*seen)
        self.logger(output, self.shadow_module(*_dequantize_tensor_list(seen)))
        return output

    def _both(self, name, x, y):
        output = getattr(self.orig_module, name)(x, y)
        x = x.dequantize()
        y = y.dequantize() if isinstance(y, torch.Tensor) else y
        self.logger(output, getattr(self.shadow_module, name)(x, y))
        return output

    def add(self, x, y):
        return self._both("add", x, y)

    def add_scalar(self, x, y):
        return self._both("add_scalar", x, y)

    def mul(self, x, y):
        return self._both("mul", x, y)

    def mul_scalar(self, x, y):
        return self._both("mul_scalar", x, y)

    def cat(self, x, dim=0):
        output = self.orig_module.cat(x, dim)
        self.logger(output, self.shadow_module.cat([part.dequantize() for part in x], dim))
        return output

    def add_relu(self, x, y):
        return self._both("add_relu", x, y)


def _is_identical_module_type(mod1, mod2):
    return [type(m) for m in mod1.modules()] == [type(m) for m in mod2.modules()]


def prepare_model_with_stubs(float_module, q_module, module_swap_list, logger_cls):
    """Puts shadows in the place of the modules of q_module that stand for one of the classes given."""
    plain = dict(float_module.named_children())
    swapped = {}
    for name, mod in q_module.named_children():
        if name not in plain:
            continue
        if type(plain[name]) not in module_swap_list:
            prepare_model_with_stubs(plain[name], mod, module_swap_list, logger_cls)
        elif not _is_identical_module_type(mod, plain[name]):
            swapped[name] = Shadow(mod, plain[name], logger_cls)
    q_module._modules.update(swapped)


def compare_model_stub(float_model, q_model, module_swap_list, *data, logger_cls=ShadowLogger):
    """Runs the quantized model with shadows in it, and gives what the loggers have seen."""
    prepare_model_with_stubs(float_model, q_model, module_swap_list, logger_cls)
    q_model(*data)
    return get_logger_dict(q_model)


def get_matching_activations(float_module, q_module):
    """Pairs of results that loggers have seen."""
    plain, quantized = get_logger_dict(float_module), get_logger_dict(q_module)
    pairs = {}
    for key, stats in quantized.items():
        if len(stats["tensor_val"]) == 0:
            continue
        match = _find_match(sorted(plain, reverse=True), key, "stats")
        if match is not None:
            pairs[key] = {"float": plain[match]["tensor_val"], "quantized": stats["tensor_val"]}
    return pairs


def prepare_model_outputs(float_module, q_module, logger_cls=OutputLogger, allow_list=None):
    """Puts loggers behind the modules of both models."""
    if allow_list is None:
        allow_list = get_default_compare_output_module_list()
    config = QConfig(activation=logger_cls, weight=None)
    float_module.qconfig = config
    prepare(float_module, inplace=True, allow_list=allow_list, prepare_custom_config_dict={})
    q_module.qconfig = config
    prepare(q_module, inplace=True, allow_list=allow_list, observer_non_leaf_module_list=NON_LEAF_MODULE_TO_ADD_OBSERVER_ALLOW_LIST,
            prepare_custom_config_dict={})


def compare_model_outputs(float_model, q_model, *data, logger_cls=OutputLogger, allow_list=None):
    """Runs both models and gives pairs of results of their modules."""
    if allow_list is None:
        allow_list = get_default_compare_output_module_list()
    prepare_model_outputs(float_model, q_model, logger_cls, allow_list)
    float_model(*data)
    q_model(*data)
    return get_matching_activations(float_model, q_model)
