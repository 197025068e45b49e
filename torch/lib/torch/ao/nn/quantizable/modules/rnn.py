"""Long short-term memory whose gates, sums and products are modules, so that observers have places."""

import numbers
import warnings

import torch
from torch import nn

__all__ = ["LSTMCell", "LSTM"]

_GATES = ("input", "forget", "cell", "output")


class LSTMCell(nn.Module):
    """A step. split_gates makes a layer for each gate instead of one for all."""

    _FLOAT_MODULE = nn.LSTMCell
    __constants__ = ["split_gates"]

    def __init__(self, input_dim, hidden_dim, bias=True, device=None, dtype=None, *, split_gates=False):
        super().__init__()
        self.input_size, self.hidden_size, self.bias, self.split_gates = input_dim, hidden_dim, bias, split_gates
        linear = lambda wide, outs: nn.Linear(wide, outs, bias=bias, device=device, dtype=dtype)
        if split_gates:
            self.igates = nn.ModuleDict({gate: linear(input_dim, hidden_dim) for gate in _GATES})
            self.hgates = nn.ModuleDict({gate: linear(hidden_dim, hidden_dim) for gate in _GATES})
            self.gates = nn.ModuleDict({gate: torch.ao.nn.quantized.FloatFunctional() for gate in _GATES})
        else:
            self.igates, self.hgates, self.gates = linear(input_dim, 4 * hidden_dim), linear(hidden_dim, 4 * hidden_dim), torch.ao.nn.quantized.FloatFunctional()
        self.input_gate, self.forget_gate, self.cell_gate, self.output_gate = nn.Sigmoid(), nn.Sigmoid(), nn.Tanh(), nn.Sigmoid()
        self.fgate_cx, self.igate_cgate, self.fgate_cx_igate_cgate, self.ogate_cy = (torch.ao.nn.quantized.FloatFunctional() for _ in range(4))
        self.initial_hidden_state_qparams = self.initial_cell_state_qparams = (1.0, 0)
        self.hidden_state_dtype = self.cell_state_dtype = torch.quint8

    def forward(self, x, hidden=None):
        if hidden is None or hidden[0] is None or hidden[1] is None:
            hidden = self.initialize_hidden(x.shape[0], x.is_quantized)
        h, c = hidden
        if self.split_gates:
            parts = [self.gates[gate].add(self.igates[gate](x), self.hgates[gate](h)) for gate in _GATES]
        else:
            parts = self.gates.add(self.igates(x), self.hgates(h)).chunk(4, 1)
        entrance, forget, cell, exit = (gate(part) for gate, part in zip((self.input_gate, self.forget_gate, self.cell_gate, self.output_gate), parts))
        c = self.fgate_cx_igate_cgate.add(self.fgate_cx.mul(forget, c), self.igate_cgate.mul(entrance, cell))
        return self.ogate_cy.mul(exit, torch.tanh(c)), c

    def initialize_hidden(self, batch_size, is_quantized=False):
        """States of zeros."""
        states = [torch.zeros(batch_size, self.hidden_size) for _ in range(2)]
        if is_quantized:
            kinds = ((*self.initial_hidden_state_qparams, self.hidden_state_dtype), (*self.initial_cell_state_qparams, self.cell_state_dtype))
            states = [torch.quantize_per_tensor(state, *kind) for state, kind in zip(states, kinds)]
        return tuple(states)

    def _get_name(self):
        return "QuantizableLSTMCell"

    @classmethod
    def from_params(cls, wi, wh, bi=None, bh=None, split_gates=False):
        biases = [b is not None for b in (bi, bh)]
        if any(biases) and not all(biases):
            raise AssertionError("bi and bh must both be None or both have values")
        cell = cls(wi.shape[1], wh.shape[1], all(biases), split_gates=split_gates)
        for weight, bias, layers in ((wi, bi, cell.igates), (wh, bh, cell.hgates)):
            count = 4 if split_gates else 1
            for part, layer in zip(weight.chunk(count), layers.values() if split_gates else [layers]):
                layer.weight = nn.Parameter(part)
            if bias is not None:
                for part, layer in zip(bias.chunk(count), layers.values() if split_gates else [layers]):
                    layer.bias = nn.Parameter(part)
        return cell

    @classmethod
    def from_float(cls, other, use_precomputed_fake_quant=False, split_gates=False):
        if type(other) is not cls._FLOAT_MODULE:
            raise AssertionError(f"Expected module type {cls._FLOAT_MODULE}, got {type(other)}")
        if not hasattr(other, "qconfig"):
            raise AssertionError("The float module must have 'qconfig'")
        parts = (getattr(other, name) for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))
        made = cls.from_params(*parts, split_gates=split_gates)
        for module in [made, *made.igates.modules(), *made.hgates.modules()]:
            module.qconfig = other.qconfig
        return made


class _LSTMSingleLayer(nn.Module):
    """All steps in one direction."""

    def __init__(self, input_dim, hidden_dim, bias=True, device=None, dtype=None, *, split_gates=False):
        super().__init__()
        self.cell = LSTMCell(input_dim, hidden_dim, bias=bias, device=device, dtype=dtype, split_gates=split_gates)

    def forward(self, x, hidden=None):
        outs = []
        for step in x:
            hidden = self.cell(step, hidden)
            outs.append(hidden[0])
        return torch.stack(outs, 0), hidden

    @classmethod
    def from_params(cls, *args, **kwargs):
        cell = LSTMCell.from_params(*args, **kwargs)
        made = cls(cell.input_size, cell.hidden_size, cell.bias, split_gates=cell.split_gates)
        made.cell = cell
        return made


class _LSTMLayer(nn.Module):
    """A layer, in one direction or both."""

    def __init__(self, input_dim, hidden_dim, bias=True, batch_first=False, bidirectional=False, device=None, dtype=None, *, split_gates=False):
        super().__init__()
        self.batch_first, self.bidirectional = batch_first, bidirectional
        for name in self._directions():
            setattr(self, name, _LSTMSingleLayer(input_dim, hidden_dim, bias=bias, device=device, dtype=dtype, split_gates=split_gates))

    def _directions(self):
        return ("layer_fw", "layer_bw") if self.bidirectional else ("layer_fw",)

    def forward(self, x, hidden=None):
        x = x.transpose(0, 1) if self.batch_first else x
        if not self.bidirectional:
            out, ends = self.layer_fw(x, hidden)
        else:
            states = [None, None] if hidden is None else list(zip(*hidden))
            forth, there = self.layer_fw(x, states[0])
            back, again = self.layer_bw(x.flip(0), states[1])
            out, ends = torch.cat([forth, back.flip(0)], forth.dim() - 1), tuple(torch.stack(pair, 0) for pair in zip(there, again))
        return out.transpose(0, 1) if self.batch_first else out, ends

    @classmethod
    def from_float(cls, other, layer_idx=0, qconfig=None, **kwargs):
        """Layer number layer_idx of an LSTM."""
        if not hasattr(other, "qconfig") and qconfig is None:
            raise AssertionError("other must have qconfig or qconfig must be provided")
        given = [kwargs.get(name, getattr(other, name)) for name in ("input_size", "hidden_size", "bias", "batch_first", "bidirectional")]
        split = kwargs.get("split_gates", False)
        made = cls(*given, split_gates=split)
        made.qconfig = getattr(other, "qconfig", qconfig)
        for direction, suffix in (("layer_fw", ""), ("layer_bw", "_reverse"))[:2 if other.bidirectional else 1]:
            parts = [getattr(other, f"{name}_l{layer_idx}{suffix}", None) for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
            setattr(made, direction, _LSTMSingleLayer.from_params(*parts, split_gates=split))
        return made


class LSTM(nn.Module):
    """Layers; dropout between them is not done."""

    _FLOAT_MODULE = nn.LSTM

    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, device=None, dtype=None, *, split_gates=False):
        super().__init__()
        self.input_size, self.hidden_size, self.num_layers, self.bias, self.batch_first = input_size, hidden_size, num_layers, bias, batch_first
        self.dropout, self.bidirectional, self.training = float(dropout), bidirectional, False
        if not isinstance(dropout, numbers.Number) or not 0 <= dropout <= 1 or isinstance(dropout, bool):
            raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element being zeroed")
        if dropout > 0:
            warnings.warn("dropout option for quantizable LSTM is ignored. If you are training, please, use nn.LSTM version followed by `prepare` step.", stacklevel=2)
            if num_layers == 1:
                warnings.warn("dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects "
                              f"num_layers greater than 1, but got dropout={dropout} and num_layers={num_layers}", stacklevel=2)
        widths = [input_size, *[hidden_size] * (num_layers - 1)]
        self.layers = nn.ModuleList(
            _LSTMLayer(width, hidden_size, bias, batch_first=False, bidirectional=bidirectional, device=device, dtype=dtype, split_gates=split_gates) for width in widths)

    def forward(self, x, hidden=None):
        if self.batch_first:
            x = x.transpose(0, 1)
        shape = (self.num_layers, 2 if self.bidirectional else 1, x.size(1), self.hidden_size)
        if hidden is None:
            zeros = torch.zeros(shape[1:], dtype=torch.float, device=x.device).squeeze(0)
            if x.is_quantized:
                zeros = torch.quantize_per_tensor(zeros, scale=1.0, zero_point=0, dtype=x.dtype)
            states = [(zeros, zeros)] * self.num_layers
        elif isinstance(hidden[0], torch.Tensor):
            states = [tuple(part[at].squeeze(0) for part in (hidden[0].reshape(shape), hidden[1].reshape(shape))) for at in range(self.num_layers)]
        else:
            states = hidden
        ends = []
        for layer, state in zip(self.layers, states):
            x, end = layer(x, state)
            ends.append(end)
        last = tuple(torch.stack(part).reshape(-1, shape[2], self.hidden_size) for part in zip(*ends))
        return x.transpose(0, 1) if self.batch_first else x, last

    def _get_name(self):
        return "QuantizableLSTM"

    @classmethod
    def from_float(cls, other, qconfig=None, split_gates=False):
        """The watched layers for those of an nn.LSTM."""
        if not isinstance(other, cls._FLOAT_MODULE):
            raise AssertionError(f"Expected module type {cls._FLOAT_MODULE}, got {type(other)}")
        if not hasattr(other, "qconfig") and not qconfig:
            raise AssertionError("other must have qconfig or qconfig must be provided")
        made = cls(other.input_size, other.hidden_size, other.num_layers, other.bias, other.batch_first, other.dropout, other.bidirectional, split_gates=split_gates)
        made.qconfig = getattr(other, "qconfig", qconfig)
        for at in range(other.num_layers):
            made.layers[at] = _LSTMLayer.from_float(other, at, qconfig, batch_first=False, split_gates=split_gates)
        prepare = torch.ao.quantization.prepare_qat if other.training else torch.ao.quantization.prepare
        return prepare(made.train(other.training), inplace=True)

    @classmethod
    def from_observed(cls, other):
        raise NotImplementedError("It looks like you are trying to convert a non-quantizable LSTM module. Please, see the examples on quantizable LSTMs.")
