"""Recurrent layers with weights that go through a quantised form."""

import torch
from torch import nn
from torch.ao.nn.quantized.reference.modules.utils import WeightQParams

__all__ = ["RNNCell", "LSTMCell", "GRUCell", "LSTM", "GRU"]


class _Rounded(nn.Module):
    """Its weights are rounded for as long as a call lasts."""

    _IS_REFERENCE = True

    def _take(self, weight_qparams_dict, device):
        self.weight_qparams_dict = weight_qparams_dict
        for name, _ in self.named_parameters():
            if name.startswith("weight"):
                given = (weight_qparams_dict or {}).get(name)
                WeightQParams.put(self, name, given, device)

    def _weights(self):
        return [name for name, _ in self.named_parameters() if name.startswith("weight")]

    def forward(self, *args, **kwargs):
        replaced = {name: WeightQParams.rounded(self, name, getattr(self, name)) for name in self._weights()}
        return torch.func.functional_call(_Plain(self, self._FLOAT), {"module." + name: value for name, value in replaced.items()}, args, kwargs)

    def get_quantized_weight(self, name):
        return WeightQParams.quantized(self, name, getattr(self, name))

    def get_quantized_weight_bias_dict(self):
        return {name: self.get_quantized_weight(name) if name.startswith("weight") else value for name, value in self.named_parameters()}

    def _get_name(self):
        return f"Quantized{type(self).__name__}(Reference)"

    @classmethod
    def from_float(cls, mod, weight_qparams_dict):
        made = cls(*(getattr(mod, name) for name in cls._ARGUMENTS), weight_qparams_dict=weight_qparams_dict)
        for name, value in mod.named_parameters():
            setattr(made, name, value)
        object.__setattr__(made, "_float", mod)  # which the quantised layer is made from, and which is no part of this one
        return made


class _Plain(nn.Module):
    """Calls a layer as the float one that it is derived from."""

    def __init__(self, module, kind):
        super().__init__()
        self.module, self.kind = module, kind

    def forward(self, *args, **kwargs):
        return self.kind.forward(self.module, *args, **kwargs)


class RNNCell(_Rounded, nn.RNNCell):
    _FLOAT, _ARGUMENTS = nn.RNNCell, ("input_size", "hidden_size", "bias", "nonlinearity")

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None, weight_qparams_dict=None):
        nn.RNNCell.__init__(self, input_size, hidden_size, bias, nonlinearity, device=device, dtype=dtype)
        self._take(weight_qparams_dict, device)


class LSTMCell(_Rounded, nn.LSTMCell):
    _FLOAT, _ARGUMENTS = nn.LSTMCell, ("input_size", "hidden_size", "bias")

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None, weight_qparams_dict=None):
        nn.LSTMCell.__init__(self, input_size, hidden_size, bias, device=device, dtype=dtype)
        self._take(weight_qparams_dict, device)


class GRUCell(_Rounded, nn.GRUCell):
    _FLOAT, _ARGUMENTS = nn.GRUCell, ("input_size", "hidden_size", "bias")

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None, weight_qparams_dict=None):
        nn.GRUCell.__init__(self, input_size, hidden_size, bias, device=device, dtype=dtype)
        self._take(weight_qparams_dict, device)


class _Layers(_Rounded):
    _ARGUMENTS = "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional"

    def __init__(self, *args, weight_qparams_dict=None, **kwargs):
        self._FLOAT.__init__(self, *args, **kwargs)
        self._take(weight_qparams_dict, kwargs.get("device"))


class LSTM(_Layers, nn.LSTM):
    _FLOAT = nn.LSTM


class GRU(_Layers, nn.GRU):
    _FLOAT = nn.GRU
