"""Functions of torch.nn.utils.rnn as scripts have them, and the operators that they are written in."""
from typing import List, Optional, Tuple

import torch
from torch import Tensor
from torch.jit._operators import _define
from torch.nn.modules import rnn
from torch.nn.utils import rnn as _eager
from torch.nn.utils.rnn import PackedSequence

__name__ = "torch.nn.utils.rnn"


@_define("_pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first) -> (Tensor, Tensor)")
def _pack(input, lengths, batch_first):
    return _eager._packed_rows(input.transpose(0, 1) if batch_first else input, lengths.tolist())


@_define("_pad_packed_sequence(Tensor data, Tensor batch_sizes, bool batch_first, Scalar padding_value, int total_length) -> (Tensor, Tensor)")
def _pad(data, batch_sizes, batch_first, padding_value, total_length):
    out, lengths = _eager._padded_rows(data, batch_sizes.tolist(), padding_value, total_length)
    return out.transpose(0, 1) if batch_first else out, lengths


_HEAD = "Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional"


def _recurrent(mode):
    def run(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional):
        results = rnn._layers(mode, data, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_sizes.tolist())
        return results if mode == "LSTM" else results[:2]

    return run


_define(f"lstm.data(Tensor data, Tensor batch_sizes, Tensor[] hx, {_HEAD}) -> (Tensor, Tensor, Tensor)")(_recurrent("LSTM"))
for _name in ("gru", "rnn_tanh", "rnn_relu"):
    _define(f"{_name}.data(Tensor data, Tensor batch_sizes, Tensor hx, {_HEAD}) -> (Tensor, Tensor)")(_recurrent(_name.upper()))


def invert_permutation(permutation: Optional[Tensor]) -> Optional[Tensor]:
    if permutation is None:
        return None
    places = torch.arange(0, permutation.numel(), device=permutation.device)
    return torch.empty_like(permutation, memory_format=torch.legacy_contiguous_format).scatter_(0, permutation, places)


def pack_padded_sequence(input: Tensor, lengths: Tensor, batch_first: bool = False, enforce_sorted: bool = True) -> PackedSequence:
    order: Optional[Tensor] = None
    if not enforce_sorted:
        lengths, found = torch.sort(lengths, -1, True)
        order = found
        input = input.index_select(0 if batch_first else 1, found)
    data, sizes = torch.ops.aten._pack_padded_sequence(input, lengths, batch_first)
    return PackedSequence(data, sizes, order, invert_permutation(order))


def pad_packed_sequence(sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: Optional[int] = None) -> Tuple[Tensor, Tensor]:
    longest = sequence.batch_sizes.size(0)
    if total_length is not None:
        if total_length < longest:
            raise ValueError("Expected total_length to be at least the length of the longest sequence in input, but got total_length="
                             f"{total_length} and max sequence length being {longest}")
        longest = total_length
    out, lengths = torch.ops.aten._pad_packed_sequence(sequence.data, sequence.batch_sizes, batch_first, padding_value, longest)
    back = sequence.unsorted_indices
    if back is not None:
        return out.index_select(0 if batch_first else 1, back), lengths[back]
    return out, lengths


def pad_sequence(sequences: List[Tensor], batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right") -> Tensor:
    return torch._C._nn.pad_sequence(sequences, batch_first, padding_value, padding_side)


def unpad_sequence(padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False) -> List[Tensor]:
    rows = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    out: List[Tensor] = []
    for i in range(rows.size(0)):
        out.append(rows[i][:int(lengths[i])])
    return out


def pack_sequence(sequences: List[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    sizes = torch.as_tensor([s.size(0) for s in sequences])
    return pack_padded_sequence(pad_sequence(sequences), sizes, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> List[Tensor]:
    rows, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(rows, lengths, batch_first=True)


# Methods of recurrent networks for packed sequences, whose states come and go in the order of the program.

def _in_order(state: Tensor, order: Optional[Tensor]) -> Tensor:
    return state if order is None else state.index_select(1, order)


class Module:
    """Methods whose self is a module of torch.nn."""

    def lstm(self, input: PackedSequence, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[PackedSequence, Tuple[Tensor, Tensor]]:
        sizes = input.batch_sizes
        width = self.proj_size if self.proj_size > 0 else self.hidden_size
        if hx is None:
            h = _first_state(input, None, self.num_layers, width, self.bidirectional)
            c = _first_state(input, None, self.num_layers, self.hidden_size, self.bidirectional)
        else:
            h, c = _in_order(hx[0], input.sorted_indices), _in_order(hx[1], input.sorted_indices)
        data, h, c = torch.ops.aten.lstm(input.data, sizes, [h, c], self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional)
        back = input.unsorted_indices
        return PackedSequence(data, sizes, input.sorted_indices, back), (_in_order(h, back), _in_order(c, back))

    def gru(self, input: PackedSequence, hx: Optional[Tensor] = None) -> Tuple[PackedSequence, Tensor]:
        sizes = input.batch_sizes
        h = _first_state(input, hx, self.num_layers, self.hidden_size, self.bidirectional)
        data, h = torch.ops.aten.gru(input.data, sizes, h, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional)
        return PackedSequence(data, sizes, input.sorted_indices, input.unsorted_indices), _in_order(h, input.unsorted_indices)

    def rnn_tanh(self, input: PackedSequence, hx: Optional[Tensor] = None) -> Tuple[PackedSequence, Tensor]:
        sizes = input.batch_sizes
        h = _first_state(input, hx, self.num_layers, self.hidden_size, self.bidirectional)
        data, h = torch.ops.aten.rnn_tanh(input.data, sizes, h, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional)
        return PackedSequence(data, sizes, input.sorted_indices, input.unsorted_indices), _in_order(h, input.unsorted_indices)

    def rnn_relu(self, input: PackedSequence, hx: Optional[Tensor] = None) -> Tuple[PackedSequence, Tensor]:
        sizes = input.batch_sizes
        h = _first_state(input, hx, self.num_layers, self.hidden_size, self.bidirectional)
        data, h = torch.ops.aten.rnn_relu(input.data, sizes, h, self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional)
        return PackedSequence(data, sizes, input.sorted_indices, input.unsorted_indices), _in_order(h, input.unsorted_indices)


def _first_state(input: PackedSequence, hx: Optional[Tensor], num_layers: int, width: int, bidirectional: bool) -> Tensor:
    """The state before the first step, in the order of the rows."""
    if hx is None:
        layers = num_layers * (2 if bidirectional else 1)
        return torch.zeros(layers, int(input.batch_sizes[0]), width, dtype=input.data.dtype, device=input.data.device)
    return _in_order(hx, input.sorted_indices)


_methods = {"LSTM": Module.lstm, "GRU": Module.gru, "RNN_TANH": Module.rnn_tanh, "RNN_RELU": Module.rnn_relu}


def packed_forward(module):
    """The forward of a recurrent network for packed sequences; None for other modules."""
    return _methods.get(module.mode) if isinstance(module, rnn.RNNBase) else None
