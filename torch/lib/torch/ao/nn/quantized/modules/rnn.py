"""Quantised long short-term memory, made of the layers that can be watched."""

import torch
from torch.ao.nn.quantizable.modules.rnn import LSTM as QuantizableLSTM

__all__ = ["LSTM"]


class LSTM(QuantizableLSTM):
    _FLOAT_MODULE = QuantizableLSTM

    def _get_name(self):
        return "QuantizedLSTM"

    @classmethod
    def from_float(cls, *args, **kwargs):
        raise NotImplementedError("It looks like you are trying to convert a non-observed LSTM module. Please, see the examples on quantizable LSTMs.")

    @classmethod
    def from_observed(cls, other):
        if not isinstance(other, cls._FLOAT_MODULE):
            raise AssertionError(f"other must be an instance of {cls._FLOAT_MODULE.__name__}, got {type(other).__name__}")
        made = torch.ao.quantization.convert(other, inplace=False, remove_qconfig=True)
        made.__class__ = cls
        return made
