"""Tables of patterns that programs fill themselves."""

from collections import OrderedDict

from torch.ao.quantization.fake_quantize import FixedQParamsFakeQuantize

__all__ = ["get_default_fusion_patterns", "get_default_quant_patterns", "get_default_output_activation_post_process_map"]

_DEFAULT_FUSION_PATTERNS, _DEFAULT_QUANTIZATION_PATTERNS = OrderedDict(), OrderedDict()
_DEFAULT_OUTPUT_FAKE_QUANTIZE_MAP, _DEFAULT_OUTPUT_OBSERVER_MAP = {}, {}


def _register_fusion_pattern(pattern):
    """A decorator of what fuses a pattern."""

    def insert(fn):
        _DEFAULT_FUSION_PATTERNS[pattern] = fn
        return fn

    return insert


def _register_quant_pattern(pattern, fixed_qparams_observer=None):
    """A decorator of what quantises a pattern, whose output may have fixed bounds."""

    def insert(fn):
        _DEFAULT_QUANTIZATION_PATTERNS[pattern] = fn
        if fixed_qparams_observer is not None:
            _DEFAULT_OUTPUT_FAKE_QUANTIZE_MAP[pattern] = FixedQParamsFakeQuantize.with_args(observer=fixed_qparams_observer)
            _DEFAULT_OUTPUT_OBSERVER_MAP[pattern] = fixed_qparams_observer
        return fn

    return insert


def get_default_fusion_patterns():
    return _DEFAULT_FUSION_PATTERNS.copy()


def get_default_quant_patterns():
    return _DEFAULT_QUANTIZATION_PATTERNS.copy()


def get_default_output_activation_post_process_map(is_training):
    return (_DEFAULT_OUTPUT_FAKE_QUANTIZE_MAP if is_training else _DEFAULT_OUTPUT_OBSERVER_MAP).copy()


def _sorted_patterns_dict(patterns_dict):
    """Patterns with more parts first."""

    def length(pattern):
        return max(map(length, pattern), default=0) + 1 if isinstance(pattern, tuple) else 1

    return OrderedDict(sorted(patterns_dict.items(), key=lambda item: -length(item[0])))
