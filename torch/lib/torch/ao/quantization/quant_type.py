"""When activations are quantised."""

import enum

__all__ = ["QuantType"]


class QuantType(enum.IntEnum):
    """In training, by observers, by the range of each, or not at all."""

    DYNAMIC = 0
    STATIC = 1
    QAT = 2
    WEIGHT_ONLY = 3


_NAMES = {QuantType.STATIC: "static", QuantType.DYNAMIC: "dynamic", QuantType.WEIGHT_ONLY: "weight_only", QuantType.QAT: "qat"}


def _get_quant_type_to_str(quant_type):
    return _NAMES[quant_type]


def _quant_type_from_str(name):
    for kind, text in _NAMES.items():
        if text == name:
            return kind
    raise ValueError(f"Unknown QuantType name '{name}'")
