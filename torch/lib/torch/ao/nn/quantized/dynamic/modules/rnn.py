"""Recurrent layers and cells with quantised weights."""

from typing import Optional, Tuple

import torch
from torch import Tensor, nn
from torch._quantized.operators import gru_step, lstm_step
from torch._quantized.recurrent import run
from torch.ao.nn.quantized.dynamic.modules.linear import weight_observer
from torch.ao.nn.quantized.modules.utils import _hide_packed_params_repr, _quantize_weight
from torch.nn.utils.rnn import PackedSequence

__all__ = ["pack_weight_bias", "PackedParameter", "RNNBase", "LSTM", "GRU", "RNNCellBase", "RNNCell", "LSTMCell", "GRUCell"]


def pack_weight_bias(qweight, bias, dtype):
    pack = torch.ops.quantized.linear_prepack if dtype == torch.qint8 else torch.ops.quantized.linear_prepack_fp16
    return pack(qweight, bias)


def _observed(mod, weight, dtype):
    """A weight of a float module, as the observer of its qconfig has it."""
    if dtype != torch.qint8:
        return weight.float()
    observer = weight_observer(mod)
    observer(weight)
    return _quantize_weight(weight.float(), observer)


def _weight_dtype(mod):
    dtype = weight_observer(mod).dtype
    if dtype not in (torch.qint8, torch.float16):
        raise RuntimeError(f"Unsupported dtype for dynamic RNN quantization: {dtype}")
    if not mod.bias:
        raise AssertionError("mod.bias must be True")
    return dtype


class PackedParameter(nn.Module):
    """The packed weights of a layer in one direction."""

    def __init__(self, param):
        super().__init__()
        self.param = param

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "param"] = self.param

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, *lists):
        self.param = state_dict[prefix + "param"]
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, *lists)


class RNNBase(nn.Module):
    """Layers that each quantise their input by its range, and their state at each step."""

    _FLOAT_MODULE, _version = nn.RNNBase, 2
    _GATES = {"LSTM": 4, "GRU": 3}

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, dtype=torch.qint8):
        super().__init__()
        if isinstance(dropout, bool) or not isinstance(dropout, (int, float)) or not 0 <= dropout <= 1:
            raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element being zeroed")
        if mode not in self._GATES:
            raise ValueError("Unrecognized RNN mode: " + mode)
        self.mode, self.input_size, self.hidden_size, self.num_layers, self.bias = mode, input_size, hidden_size, num_layers, bias
        self.batch_first, self.dropout, self.bidirectional, self.dtype, self.version = batch_first, float(dropout), bidirectional, dtype, 2
        self.training = False
        gates, blank = self._GATES[mode] * hidden_size, {}
        for name, wide in self._names():
            weight, bias = torch.randn(gates, wide), torch.randn(gates)
            blank["weight_" + name] = torch.quantize_per_tensor(weight, scale=0.1, zero_point=0, dtype=torch.qint8) if dtype == torch.qint8 else weight
            blank["bias_" + name] = bias
        self.set_weight_bias(blank)

    def _names(self):
        """The endings of the names of weights, each with the width of what it is applied to."""
        directions = ("", "_reverse") if self.bidirectional else ("",)
        for layer in range(self.num_layers):
            for suffix in directions:
                yield f"ih_l{layer}{suffix}", self.input_size if layer == 0 else self.hidden_size * len(directions)
                yield f"hh_l{layer}{suffix}", self.hidden_size

    def set_weight_bias(self, weight_bias_dict):
        names = [name for name, _ in self._names()]
        made = []
        for pair in zip(names[::2], names[1::2]):
            weights, biases = [weight_bias_dict["weight_" + name] for name in pair], [weight_bias_dict["bias_" + name] for name in pair]
            packed = [pack_weight_bias(w, b, w.dtype) for w, b in zip(weights, biases)]
            made.append(PackedParameter(torch.ops.quantized.make_quantized_cell_params_dynamic(*packed, *biases, self.version is not None and self.version >= 2)))
        self._all_weight_values = nn.ModuleList(made)

    def _get_name(self):
        return "DynamicQuantizedRNN"

    def extra_repr(self):
        usual = {"num_layers": 1, "bias": True, "batch_first": False, "dropout": 0, "bidirectional": False}
        return ", ".join([f"{self.input_size}, {self.hidden_size}"] + [f"{name}={getattr(self, name)}" for name, value in usual.items() if getattr(self, name) != value])

    def __repr__(self):
        return _hide_packed_params_repr(self, (PackedParameter, nn.ModuleList))

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, *lists):
        self.version = local_metadata.get("version", None)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, *lists)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        if type(mod) not in (nn.LSTM, nn.GRU):
            raise AssertionError("nn.quantized.dynamic.RNNBase.from_float only works for nn.LSTM and nn.GRU")
        if not hasattr(mod, "qconfig"):
            raise AssertionError("Input float module must have qconfig defined")
        dtype = _weight_dtype(mod)
        kind = LSTM if mod.mode == "LSTM" else GRU
        made = kind(mod.input_size, mod.hidden_size, mod.num_layers, mod.bias, mod.batch_first, mod.dropout, mod.bidirectional, dtype)
        given = {}
        for name, _ in made._names():
            given["weight_" + name] = _observed(mod, getattr(mod, "weight_" + name), dtype)
            given["bias_" + name] = getattr(mod, "bias_" + name)
        made.set_weight_bias(given)
        return made

    def _weight_bias(self):
        made = {"weight": {}, "bias": {}}
        names = [name for name, _ in self._names()]
        for pair, values in zip(zip(names[::2], names[1::2]), self._all_weight_values):
            for name, packed in zip(pair, (values.param.w_ih, values.param.w_hh)):
                made["weight"]["weight_" + name], made["bias"]["bias_" + name] = packed.unpack()
        return made

    def get_weight(self):
        return self._weight_bias()["weight"]

    def get_bias(self):
        return self._weight_bias()["bias"]

    def permute_hidden(self, hx, permutation):
        return hx if permutation is None else hx.index_select(1, permutation)

    def _check(self, input, batch_sizes, states):
        wanted = 2 if batch_sizes is not None else 3
        if input.dim() != wanted:
            raise RuntimeError(f"input must have {wanted} dimensions, got {input.dim()}")
        if self.input_size != input.size(-1):
            raise RuntimeError(f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}")
        batch = int(batch_sizes[0]) if batch_sizes is not None else input.size(0 if self.batch_first else 1)
        shape = (self.num_layers * (2 if self.bidirectional else 1), batch, self.hidden_size)
        for what, state in states:
            if tuple(state.size()) != shape:
                raise RuntimeError(f"Expected {what}hidden size {shape}, got {list(state.size())}")
        return shape

    def _forward(self, input, states):
        packed = isinstance(input, PackedSequence)
        x, batch_sizes, order, back = input if packed else (input, None, None, None)
        count = len(self._STATES)
        given = [] if states is None else [self.permute_hidden(s, order) for s in states]
        shape = self._check(x, batch_sizes, zip(self._STATES, given))
        if not packed and self.batch_first:
            x = x.transpose(0, 1)
        with torch.no_grad():
            states = given or [torch.zeros(shape, dtype=x.dtype) for _ in range(count)]
            cells = [values.param for values in self._all_weight_values]
            out, ends = run(self._step, x, batch_sizes, states, cells, self.num_layers, self.dropout if self.training else 0.0, self.bidirectional)
        if packed:
            out = PackedSequence(out, batch_sizes, order, back)
        elif self.batch_first:
            out = out.transpose(0, 1)
        return out, [self.permute_hidden(end, back) for end in ends]


class LSTM(RNNBase):
    """Long short-term memory."""

    _FLOAT_MODULE, _STATES = nn.LSTM, ("hidden[0] ", "hidden[1] ")

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def _get_name(self):
        return "DynamicQuantizedLSTM"

    def _step(self, from_input, h, c, w_hh):
        return lstm_step(from_input, h, c, w_hh)

    def forward(self, input, hx=None):
        out, ends = self._forward(input, hx)
        return out, tuple(ends)


class GRU(RNNBase):
    """Gated recurrent units."""

    _FLOAT_MODULE, _STATES = nn.GRU, ("",)

    def __init__(self, *args, **kwargs):
        super().__init__("GRU", *args, **kwargs)

    def _get_name(self):
        return "DynamicQuantizedGRU"

    def _step(self, from_input, h, w_hh):
        return (gru_step(from_input, h, w_hh),)

    def forward(self, input, hx=None):
        out, ends = self._forward(input, None if hx is None else (hx,))
        return out, ends[0]


class RNNCellBase(nn.Module):
    """A step."""

    _FLOAT_MODULE = None

    def __init__(self, input_size, hidden_size, bias=True, num_chunks=4, dtype=torch.qint8):
        super().__init__()
        self.input_size, self.hidden_size, self.bias, self.weight_dtype = input_size, hidden_size, bias, dtype
        outs = num_chunks * hidden_size
        for name in ("bias_ih", "bias_hh"):
            if bias:
                setattr(self, name, torch.randn(outs))
            else:
                self.register_parameter(name, None)
        weights = [torch.randn(outs, wide) for wide in (input_size, hidden_size)]
        if dtype == torch.qint8:
            weights = [torch.quantize_per_tensor(w, scale=1, zero_point=0, dtype=torch.qint8) for w in weights]
        self._pack(*weights, self.bias_ih, self.bias_hh)

    def _pack(self, w_ih, w_hh, b_ih, b_hh):
        self._packed_weight_ih, self._packed_weight_hh = pack_weight_bias(w_ih, b_ih, self.weight_dtype), pack_weight_bias(w_hh, b_hh, self.weight_dtype)

    def _get_name(self):
        return "DynamicQuantizedRNNBase"

    def extra_repr(self):
        told = [f"{self.input_size}, {self.hidden_size}"] + ["bias=False"] * (not self.bias)
        nonlinearity = getattr(self, "nonlinearity", "tanh")
        return ", ".join(told + [f"nonlinearity={nonlinearity}"] * (nonlinearity != "tanh"))

    def check_forward_input(self, input: Tensor) -> None:
        if input.size(1) != self.input_size:
            raise RuntimeError(f"input has inconsistent input_size: got {input.size(1)}, expected {self.input_size}")

    def check_forward_hidden(self, input: Tensor, hx: Tensor, hidden_label: str = "") -> None:
        if input.size(0) != hx.size(0):
            raise RuntimeError(f"Input batch size {input.size(0)} doesn't match hidden{hidden_label} batch size {hx.size(0)}")
        if hx.size(1) != self.hidden_size:
            raise RuntimeError(f"hidden{hidden_label} has inconsistent hidden_size: got {hx.size(1)}, expected {self.hidden_size}")

    def _blank(self, input: Tensor) -> Tensor:
        return torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        kinds = {nn.LSTMCell: LSTMCell, nn.GRUCell: GRUCell, nn.RNNCell: RNNCell}
        if type(mod) not in kinds:
            raise AssertionError("nn.quantized.dynamic.RNNCellBase.from_float only works for nn.LSTMCell, nn.GRUCell and nn.RNNCell")
        if not hasattr(mod, "qconfig"):
            raise AssertionError("Input float module must have qconfig defined")
        dtype = _weight_dtype(mod)
        more = {"nonlinearity": mod.nonlinearity} if type(mod) is nn.RNNCell else {}
        made = kinds[type(mod)](mod.input_size, mod.hidden_size, bias=mod.bias, dtype=dtype, **more)
        made._pack(_observed(mod, mod.weight_ih, dtype), _observed(mod, mod.weight_hh, dtype), mod.bias_ih, mod.bias_hh)
        return made

    def _weight_bias(self):
        (w_ih, b_ih), (w_hh, b_hh) = self._packed_weight_ih.unpack(), self._packed_weight_hh.unpack()
        return {"weight": {"weight_ih": w_ih, "weight_hh": w_hh}, "bias": {"bias_ih": b_ih, "bias_hh": b_hh}}

    def get_weight(self):
        return self._weight_bias()["weight"]

    def get_bias(self):
        return self._weight_bias()["bias"]

    def set_weight_bias(self, weight_bias_dict):
        weights, biases = weight_bias_dict["weight"], weight_bias_dict["bias"]
        self._pack(weights["weight_ih"], weights["weight_hh"], biases["bias_ih"], biases["bias_hh"])

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination.update({prefix + name: getattr(self, name) for name in ("_packed_weight_ih", "_packed_weight_hh")})

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, *lists):
        for name in ("_packed_weight_ih", "_packed_weight_hh"):
            setattr(self, name, state_dict.pop(prefix + name))
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, *lists)


class RNNCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", dtype=torch.qint8):
        super().__init__(input_size, hidden_size, bias, num_chunks=1, dtype=dtype)
        self.nonlinearity = nonlinearity

    def _get_name(self):
        return "DynamicQuantizedRNNCell"

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        self.check_forward_input(input)
        state = self._blank(input) if hx is None else hx
        self.check_forward_hidden(input, state, "")
        of_input, of_state = self._packed_weight_ih, self._packed_weight_hh
        if self.nonlinearity == "relu":
            return torch.ops.quantized.quantized_rnn_relu_cell_dynamic(input, state, of_input, of_state, self.bias_ih, self.bias_hh)
        if self.nonlinearity == "tanh":
            return torch.ops.quantized.quantized_rnn_tanh_cell_dynamic(input, state, of_input, of_state, self.bias_ih, self.bias_hh)
        raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")


class LSTMCell(RNNCellBase):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, num_chunks=4, **kwargs)

    def _get_name(self):
        return "DynamicQuantizedLSTMCell"

    def forward(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor]:
        self.check_forward_input(input)
        hidden, cell = (self._blank(input), self._blank(input)) if hx is None else hx
        self.check_forward_hidden(input, hidden, "[0]")
        self.check_forward_hidden(input, cell, "[1]")
        of_input, of_state = self._packed_weight_ih, self._packed_weight_hh
        return torch.ops.quantized.quantized_lstm_cell_dynamic(input, [hidden, cell], of_input, of_state, self.bias_ih, self.bias_hh)


class GRUCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, dtype=torch.qint8):
        super().__init__(input_size, hidden_size, bias, num_chunks=3, dtype=dtype)

    def _get_name(self):
        return "DynamicQuantizedGRUCell"

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        self.check_forward_input(input)
        state = self._blank(input) if hx is None else hx
        self.check_forward_hidden(input, state, "")
        of_input, of_state = self._packed_weight_ih, self._packed_weight_hh
        return torch.ops.quantized.quantized_gru_cell_dynamic(input, state, of_input, of_state, self.bias_ih, self.bias_hh)
