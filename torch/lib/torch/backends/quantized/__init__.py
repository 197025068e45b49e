"""Engines of quantized operators. One set of kernels serves under each name."""

import sys
import types

import torch

_IDS = {"none": 0, "": 0, None: 0, "fbgemm": 1, "qnnpack": 2, "onednn": 3, "x86": 4}
_SUPPORTED = ["qnnpack", "onednn"]


class QuantizedEngine(types.ModuleType):
    """The module, whose engine can be set to what is supported."""

    _engine = "onednn"

    @property
    def engine(self):
        return self._engine

    @engine.setter
    def engine(self, name):
        if name not in _IDS:
            raise RuntimeError(f"{name} is not a valid value for quantized engine")
        if name not in _SUPPORTED:
            raise RuntimeError(f"quantized engine {['NoQEngine', 'FBGEMM', '', '', 'X86'][_IDS[name]]} is not supported")
        self._engine = name

    @property
    def supported_engines(self):
        return list(_SUPPORTED)

    @supported_engines.setter
    def supported_engines(self, value):
        raise RuntimeError("Assignment not supported")


sys.modules[__name__] = torch.backends.quantized = QuantizedEngine(__name__)
