"""Recurrent networks."""
import itertools
import math
import warnings

import torch
from torch import Tensor
from torch._utils import _overridable
from .. import functional as F, init
from ..parameter import Parameter
from .module import Module


def _check_cell(input, states, input_size, hidden_size):
    if input.size(-1) != input_size:
        raise RuntimeError(f"input has inconsistent input_size: got {input.size(-1)} expected {input_size}")
    for k, state in enumerate(states):
        if input.dim() == 2 and state.dim() == 2 and input.size(0) != state.size(0):
            raise RuntimeError(f"Input batch size {input.size(0)} doesn't match hidden{k} batch size {state.size(0)}")
        if state.size(-1) != hidden_size:
            raise RuntimeError(f"hidden{k} has inconsistent hidden_size: got {state.size(-1)}, expected {hidden_size}")


@_overridable
def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    if not isinstance(hx, (tuple, list)):
        raise TypeError(f"lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, not {type(hx).__name__}")
    h, c = hx
    _check_cell(input, hx, w_ih.size(1), w_hh.size(1))
    gates = F.linear(h, w_hh, b_hh) + F.linear(input, w_ih, b_ih)
    i, f, g, o = gates.chunk(4, -1)
    i, f, g, o = torch.sigmoid(i), torch.sigmoid(f), torch.tanh(g), torch.sigmoid(o)
    c = f * c + i * g
    return o * torch.tanh(c), c


@_overridable
def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    _check_cell(input, (hx,), w_ih.size(1), w_hh.size(1))
    ir, iz, inn = F.linear(input, w_ih, b_ih).chunk(3, -1)
    hr, hz, hn = F.linear(hx, w_hh, b_hh).chunk(3, -1)
    r, z = torch.sigmoid(hr + ir), torch.sigmoid(hz + iz)
    n = torch.tanh(inn + hn * r)
    return (hx - n) * z + n


@_overridable
def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    _check_cell(input, (hx,), w_ih.size(1), w_hh.size(1))
    return torch.tanh(F.linear(hx, w_hh, b_hh) + F.linear(input, w_ih, b_ih))


@_overridable
def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    _check_cell(input, (hx,), w_ih.size(1), w_hh.size(1))
    return torch.relu(F.linear(hx, w_hh, b_hh) + F.linear(input, w_ih, b_ih))


for _cell in (lstm_cell, gru_cell, rnn_tanh_cell, rnn_relu_cell):
    _cell.__module__ = "torch"
    _cell._torchdynamo_allow_in_graph = True


class RNNBase(Module):
    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0,
                 device=None, dtype=None):
        super().__init__()
        if isinstance(dropout, bool) or not isinstance(dropout, (int, float)) or not 0 <= dropout <= 1:
            raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element being zeroed")
        for name, value, kind in (("input_size", input_size, int), ("hidden_size", hidden_size, int), ("bias", bias, bool), ("batch_first", batch_first, bool)):
            if not isinstance(value, kind):
                raise TypeError(f"{name} should be of type {kind.__name__}, got: {type(value).__name__}")
        if dropout > 0 and num_layers == 1:
            warnings.warn("dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers greater than 1, but got "
                          f"dropout={dropout} and num_layers={num_layers}", stacklevel=3)
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        if input_size <= 0:
            raise ValueError("input_size must be greater than zero")
        if hidden_size <= 0:
            raise ValueError("hidden_size must be greater than zero")
        if num_layers <= 0:
            raise ValueError("num_layers must be greater than zero")
        if proj_size < 0:
            raise ValueError("proj_size should be a positive integer or zero to disable projections")
        if proj_size >= hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")
        real = proj_size or hidden_size
        if mode not in ("LSTM", "GRU", "RNN_TANH", "RNN_RELU"):
            raise ValueError(f"Unrecognized RNN mode: {mode}")
        gates = {"LSTM": 4, "GRU": 3}.get(mode, 1) * hidden_size
        self._flat_weights_names = []
        self._all_weights = []
        for layer in range(num_layers):
            for direction in range(2 if bidirectional else 1):
                width = input_size if layer == 0 else real * (2 if bidirectional else 1)
                suffix = f"_l{layer}" + ("_reverse" if direction else "")
                names = []
                for name, shape in (("weight_ih", (gates, width)), ("weight_hh", (gates, real)), ("bias_ih", (gates,)), ("bias_hh", (gates,)),
                                    ("weight_hr", (proj_size, hidden_size))):
                    if name.startswith("bias") and not bias or name == "weight_hr" and not proj_size:
                        continue
                    setattr(self, name + suffix, Parameter(torch.empty(shape, device=device, dtype=dtype)))
                    names.append(name + suffix)
                self._flat_weights_names.extend(names)
                self._all_weights.append(names)
        self.reset_parameters()

    def reset_parameters(self):
        stdv = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -stdv, stdv)

    def flatten_parameters(self):
        pass

    @property
    def _flat_weights(self):
        replaced = self.__dict__.get("_replaced_weights")
        return replaced if replaced is not None else [getattr(self, name) for name in self._flat_weights_names]

    @_flat_weights.setter
    def _flat_weights(self, weights):
        self.__dict__["_replaced_weights"] = weights

    @property
    def all_weights(self):
        return [[getattr(self, w) for w in names] for names in self._all_weights]

    def extra_repr(self):
        s = f"{self.input_size}, {self.hidden_size}"
        if self.proj_size != 0:
            s += f", proj_size={self.proj_size}"
        if self.num_layers != 1:
            s += f", num_layers={self.num_layers}"
        if self.bias is not True:
            s += f", bias={self.bias}"
        if self.batch_first is not False:
            s += f", batch_first={self.batch_first}"
        if self.dropout != 0:
            s += f", dropout={self.dropout}"
        if self.bidirectional is not False:
            s += f", bidirectional={self.bidirectional}"
        return s

    def _forward_packed(self, packed, hx):
        """All sequences together, the longest first; states come and go in the order of the script."""
        from ..utils.rnn import PackedSequence
        data, batch_sizes = packed.data, packed.batch_sizes
        sizes = batch_sizes.tolist()
        if hx is None:
            hx = self._zero_states(data, sizes[0])
        else:
            hx = self.permute_hidden(hx, packed.sorted_indices)
        self.check_forward_args(data, hx, batch_sizes)
        data, h, c = _layers(self.mode, data, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, sizes)
        state = self.permute_hidden(h if c is None else (h, c), packed.unsorted_indices)
        return PackedSequence(data, batch_sizes, packed.sorted_indices, packed.unsorted_indices), state

    def _zero_states(self, input, batch):
        count = self.num_layers * (2 if self.bidirectional else 1)
        h = torch.zeros(count, batch, self.proj_size or self.hidden_size, dtype=input.dtype, device=input.device)
        return (h, torch.zeros(count, batch, self.hidden_size, dtype=input.dtype, device=input.device)) if self.mode == "LSTM" else h

    def check_input(self, input: Tensor, batch_sizes: Tensor | None) -> None:
        weight, n = self.weight_ih_l0, 2 if batch_sizes is not None else 3
        if input.dtype != weight.dtype and not torch.is_autocast_enabled("cpu"):
            raise ValueError(f"RNN input dtype ({input.dtype}) does not match weight dtype ({weight.dtype}). "
                             f"Convert input: input.to({weight.dtype}), or convert model: model.to({input.dtype})")
        if input.dim() != n:
            raise RuntimeError(f"input must have {n} dimensions, got {input.dim()}")
        if input.size(-1) != self.input_size:
            raise RuntimeError(f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}")
        if input.device.type != weight.device.type:
            raise RuntimeError(f"Input and parameter tensors are not at the same device, found input tensor at {input.device} and parameter tensor at {weight.device}")

    def _expected_state(self, input, batch_sizes, width):
        batch = int(batch_sizes[0]) if batch_sizes is not None else input.size(0 if self.batch_first else 1)
        return self.num_layers * (2 if self.bidirectional else 1), batch, width

    def get_expected_hidden_size(self, input: Tensor, batch_sizes: Tensor | None) -> tuple[int, int, int]:
        return self._expected_state(input, batch_sizes, self.proj_size or self.hidden_size)

    def check_hidden_size(self, hx: Tensor, expected_hidden_size: tuple[int, int, int], msg: str = "Expected hidden size {}, got {}") -> None:
        if tuple(hx.shape) != tuple(expected_hidden_size):
            raise RuntimeError(msg.format(expected_hidden_size, list(hx.shape)))
        weight = self.weight_ih_l0
        if hx.device.type != weight.device.type:
            raise RuntimeError(f"Input and hidden tensors are not at the same device, found input tensor at {weight.device} and hidden tensor at {hx.device}")

    def check_forward_args(self, input: Tensor, hidden: Tensor, batch_sizes: Tensor | None) -> None:
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden, self.get_expected_hidden_size(input, batch_sizes))

    def permute_hidden(self, hx: Tensor, permutation: Tensor | None) -> Tensor:
        return hx if permutation is None else apply_permutation(hx, permutation)

    def _check_batched(self, hx, n, lstm):
        kind = "batched" if n == 3 else "unbatched"
        if lstm:
            if hx[0].dim() != n or hx[1].dim() != n:
                raise RuntimeError(f"For {kind} {n}-D input, hx and cx should also be {n}-D but got ({hx[0].dim()}-D, {hx[1].dim()}-D) tensors")
        elif hx.dim() != n:
            raise RuntimeError(f"For {kind} {n}-D input, hx should also be {n}-D but got {hx.dim()}-D tensor")

    def _run(self, input, hx):
        if not isinstance(input, torch.Tensor):
            return self._forward_packed(input, hx)
        if input.dim() not in (2, 3):
            raise ValueError(f"{self._get_name()}: Expected input to be 2D or 3D, got {input.dim()}D{'' if self.mode in ('LSTM', 'GRU') else ' tensor'} instead")
        batched = input.dim() == 3
        if not batched:
            input = input.unsqueeze(0 if self.batch_first else 1)
        lstm = self.mode == "LSTM"
        if hx is None:
            hx = self._zero_states(input, input.size(0 if self.batch_first else 1))
        else:
            self._check_batched(hx, 3 if batched else 2, lstm)
            if not batched:
                hx = tuple(h.unsqueeze(1) for h in hx) if lstm else hx.unsqueeze(1)
        self.check_forward_args(input, hx, None)
        input, h, c = self._compute(input, hx)
        if not batched:
            input, h = input.squeeze(0 if self.batch_first else 1), h.squeeze(1)
            c = c.squeeze(1) if lstm else None
        return input, ((h, c) if lstm else h)

    def _compute(self, input, hx):
        """The output, the last states, and those of the cells of an LSTM."""
        if self.batch_first:
            input = input.transpose(0, 1)
        out, h, c = _layers(self.mode, input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional)
        return out.transpose(0, 1) if self.batch_first else out, h, c


def _layers(mode, input, hx, params, has_biases, num_layers, dropout, train, bidirectional, sizes=None):
    """The layers of a network over input [time, batch, features], or with the numbers of sequences that each step has over packed rows. hx holds
    a state for each layer and direction, params all weights in this order. Gives the output, the last states, and those of the cells of an LSTM."""
    if sizes is None and input.size(0) == 0:
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    cell = {"LSTM": lstm_cell, "GRU": gru_cell, "RNN_TANH": rnn_tanh_cell, "RNN_RELU": rnn_relu_cell}[mode]
    lstm = mode == "LSTM"
    directions = 2 if bidirectional else 1
    width = len(params) // (num_layers * directions)
    projected = width == (5 if has_biases else 3)
    last_h, last_c = [], []
    for layer in range(num_layers):
        outs = []
        for direction in range(directions):
            k = layer * directions + direction
            weights = list(params[k * width:(k + 1) * width])
            projection = weights.pop() if projected else None
            if not has_biases:
                weights += [None, None]
            state = (hx[0][k], hx[1][k]) if lstm else hx[k]
            if sizes is not None:
                weights = weights if projection is None else [*weights, projection]
                seq, state = _packed_steps(cell if projection is None else _projected_cell, weights, input, sizes, state, direction)
                outs.append(torch.cat([s[0] for s in seq] if lstm else seq))
                last_h.append(state[0] if lstm else state)
                if lstm:
                    last_c.append(state[1])
                continue
            if lstm and projection is None and _as_one(input, state, weights, has_biases):
                biases = weights[2:] if has_biases else [input.new_zeros(len(weights[0]))] * 2
                out, h, c, _ = torch.ops.aten.mkldnn_rnn_layer(input, *weights[:2], *biases, *state, bool(direction), [], 2, state[0].size(-1), 1, has_biases, False, False, train)
                outs.append(out)
                last_h.append(h)
                last_c.append(c)
                continue
            steps = range(input.size(0) - 1, -1, -1) if direction else range(input.size(0))
            seq = []
            for t in steps:
                if projection is None:
                    state = cell(input[t], state, *weights)
                else:
                    state = _projected_cell(input[t], state, *weights, projection)
                seq.append(state[0] if lstm else state)
            if direction:
                seq.reverse()
            outs.append(torch.stack(seq))
            last_h.append(state[0] if lstm else state)
            if lstm:
                last_c.append(state[1])
        input = torch.cat(outs, -1) if directions == 2 else outs[0]
        if dropout and train and layer < num_layers - 1:
            input = F.dropout(input, dropout, True)
    return input, torch.stack(last_h), torch.stack(last_c) if lstm else None


def _as_one(input, state, weights, has_biases):
    """Whether a layer of an LSTM is one operator, as it is where derivatives are recorded and nobody looks at operators."""
    if torch.compiler.is_compiling() or not torch._C._get_mkldnn_enabled() or input.dtype not in (torch.float32, torch.bfloat16) or not input.numel():
        return False
    return torch._C._records_plainly(input, *state, *(weights if has_biases else weights[:2]))


def _packed_steps(cell, weights, data, sizes, state, backwards):
    """One direction of a layer over packed sequences, the longest first: a step has the rows of those that are long enough. Gives the states
    step by step, and those in which the sequences end."""
    several = isinstance(state, tuple)

    def rows(states, first, last):
        return tuple(s[first:last] for s in states) if several else states[first:last]

    def joined(parts):
        return tuple(map(torch.cat, zip(*parts))) if several else torch.cat(parts)

    starts = [0, *itertools.accumulate(sizes)]
    running = sizes[-1] if backwards else sizes[0]
    seq, ended, now = [], [], rows(state, 0, running)
    for t in reversed(range(len(sizes))) if backwards else range(len(sizes)):
        if sizes[t] > running:
            now = joined([now, rows(state, running, sizes[t])])
        elif sizes[t] < running:
            ended.append(rows(now, sizes[t], running))
            now = rows(now, 0, sizes[t])
        running = sizes[t]
        now = cell(data[starts[t]:starts[t + 1]], now, *weights)
        seq.append(now)
    if backwards:
        seq.reverse()
    return seq, joined([now, *reversed(ended)]) if ended else now


def apply_permutation(tensor: Tensor, permutation: Tensor, dim: int = 1) -> Tensor:
    return tensor.index_select(dim, permutation)


def _projected_cell(x, state, weight_ih, weight_hh, bias_ih, bias_hh, projection):
    """A step of an LSTM whose output is projected (Sak et al., "Long short-term memory recurrent neural network architectures", 2014)."""
    h, c = state
    i, f, g, o = (F.linear(x, weight_ih, bias_ih) + F.linear(h, weight_hh, bias_hh)).chunk(4, 1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return F.linear(torch.sigmoid(o) * torch.tanh(c), projection), c


class RNN(RNNBase):
    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        if len(args) > 3:  # the nonlinearity is what the other networks do not have
            nonlinearity, args = args[3], args[:3] + args[4:]
        else:
            nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__("RNN_TANH" if nonlinearity == "tanh" else "RNN_RELU", *args, **kwargs)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        return self._run(input, hx)


class LSTM(RNNBase):
    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def get_expected_cell_size(self, input: Tensor, batch_sizes: Tensor | None) -> tuple[int, int, int]:
        return self._expected_state(input, batch_sizes, self.hidden_size)

    def check_forward_args(self, input: Tensor, hidden: tuple[Tensor, Tensor], batch_sizes: Tensor | None) -> None:
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden[0], self.get_expected_hidden_size(input, batch_sizes), "Expected hidden[0] size {}, got {}")
        self.check_hidden_size(hidden[1], self.get_expected_cell_size(input, batch_sizes), "Expected hidden[1] size {}, got {}")

    def permute_hidden(self, hx: tuple[Tensor, Tensor], permutation: Tensor | None) -> tuple[Tensor, Tensor]:
        return hx if permutation is None else (apply_permutation(hx[0], permutation), apply_permutation(hx[1], permutation))

    def forward(self, input, hx=None):
        return self._run(input, hx)


class GRU(RNNBase):
    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("GRU", *args, **kwargs)

    def forward(self, input, hx=None):
        return self._run(input, hx)


class RNNCellBase(Module):
    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        self.weight_ih = Parameter(torch.empty((num_chunks * hidden_size, input_size), device=device, dtype=dtype))
        self.weight_hh = Parameter(torch.empty((num_chunks * hidden_size, hidden_size), device=device, dtype=dtype))
        if bias:
            self.bias_ih = Parameter(torch.empty(num_chunks * hidden_size, device=device, dtype=dtype))
            self.bias_hh = Parameter(torch.empty(num_chunks * hidden_size, device=device, dtype=dtype))
        else:
            self.register_parameter("bias_ih", None)
            self.register_parameter("bias_hh", None)
        self.reset_parameters()

    def reset_parameters(self):
        stdv = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -stdv, stdv)

    def extra_repr(self):
        s = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            s += f", bias={self.bias}"
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            s += f", nonlinearity={self.nonlinearity}"
        return s

    def _check(self, input, states):
        """Sizes of the input [batch, features] and of the states, by the names that errors have for them."""
        name = self._get_name()
        if input.dim() not in (1, 2):
            raise ValueError(f"{name}: Expected input to be 1D or 2D, got {input.dim()}D instead")
        for place, state in states:
            if state.dim() not in (1, 2):
                raise ValueError(f"{name}: Expected {place} to be 1D or 2D, got {state.dim()}D instead")
        _check_cell(input, [state for _, state in states], self.input_size, self.hidden_size)

    def _zeros(self, input):
        return torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)


class RNNCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        self._check(input, (("hidden", hx),) if hx is not None else ())
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        cell = rnn_tanh_cell if self.nonlinearity == "tanh" else rnn_relu_cell
        alone = input.dim() == 1  # a batch of one for the while
        if alone:
            input = input.unsqueeze(0)
        if hx is None:
            hx = self._zeros(input)
        elif alone:
            hx = hx.unsqueeze(0)
        ret = cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if alone:
            ret = ret.squeeze(0)
        return ret


class LSTMCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        self._check(input, (("hx[0]", hx[0]), ("hx[1]", hx[1])) if hx is not None else ())
        alone = input.dim() == 1
        if alone:
            input = input.unsqueeze(0)
        if hx is None:
            zeros = self._zeros(input)
            hx = (zeros, zeros)
        elif alone:
            hx = tuple(state.unsqueeze(0) for state in hx)
        ret = lstm_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if alone:
            ret = (ret[0].squeeze(0), ret[1].squeeze(0))
        return ret


class GRUCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        self._check(input, (("hidden", hx),) if hx is not None else ())
        alone = input.dim() == 1  # a batch of one for the while
        if alone:
            input = input.unsqueeze(0)
        if hx is None:
            hx = self._zeros(input)
        elif alone:
            hx = hx.unsqueeze(0)
        ret = gru_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if alone:
            ret = ret.squeeze(0)
        return ret
