"""Sequences of different lengths."""
from collections.abc import Iterable
from typing import NamedTuple, Optional

import torch


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    if not isinstance(sequences, Iterable):
        raise RuntimeError(f"pad_sequence: Expected iterable for input sequences, but got arg of type: {type(sequences)}")
    sequences = sequences.unbind(0) if isinstance(sequences, torch.Tensor) else tuple(sequences)
    for i, s in enumerate(sequences):
        if not isinstance(s, torch.Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(s).__name__}")
    return torch._C._nn.pad_sequence(sequences, batch_first, padding_value, padding_side)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    steps = torch.arange(padded_sequences.shape[1], device=lengths.device if isinstance(lengths, torch.Tensor) else None)
    return [s[steps < n] for s, n in zip(padded_sequences, lengths)]


class PackedSequence_(NamedTuple):
    data: torch.Tensor
    batch_sizes: torch.Tensor
    sorted_indices: Optional[torch.Tensor]
    unsorted_indices: Optional[torch.Tensor]


class PackedSequence(PackedSequence_):
    """The steps of several sequences, longest first, one step after the other."""

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:  # the data and the sizes as a pair
            if not (isinstance(data, (list, tuple)) and len(data) == 2):
                raise AssertionError("Expected data to be a list or tuple of length 2")
            data, batch_sizes = data
        if batch_sizes.device.type != "cpu":
            raise ValueError(f"batch_sizes should always be on CPU. Instances of PackedSequence should never be created manually. They should be instantiated by functions like pack_sequence and pack_padded_sequences in nn.utils.rnn. https://pytorch.org/docs/stable/nn.html#torch.nn.utils.rnn.pack_sequence")
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        kwargs = {k: v for k, v in kwargs.items() if k not in ("device", "dtype")}
        moved = [None if t is None else t.to(data.device, **kwargs) for t in (self.sorted_indices, self.unsorted_indices)]
        return type(self)(data, self.batch_sizes, *moved)

    def cuda(self, *args, **kwargs):
        return self.to(*args, device="cuda", **kwargs) if "device" not in kwargs else self.to(*args, **kwargs)

    def cpu(self, *args, **kwargs):
        return self.to(*args, device="cpu", **kwargs)

    def double(self):
        return self.to(dtype=torch.double)

    def float(self):
        return self.to(dtype=torch.float)

    def half(self):
        return self.to(dtype=torch.half)

    def long(self):
        return self.to(dtype=torch.long)

    def int(self):
        return self.to(dtype=torch.int)

    def short(self):
        return self.to(dtype=torch.short)

    def char(self):
        return self.to(dtype=torch.int8)

    def byte(self):
        return self.to(dtype=torch.uint8)

    def pin_memory(self):
        return type(self)(self.data.pin_memory(), self.batch_sizes, self.sorted_indices, self.unsorted_indices)

    @property
    def is_cuda(self):
        return self.data.is_cuda

    def is_pinned(self):
        return self.data.is_pinned()


def invert_permutation(permutation):
    if permutation is None:
        return None
    if torch.jit.is_tracing():
        from torch.jit._sequences import invert_permutation as recorded
        return recorded(permutation)
    output = torch.empty_like(permutation)
    output[permutation] = torch.arange(permutation.numel())
    return output


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    lengths = torch.as_tensor(lengths, dtype=torch.int64)
    if lengths.dim() != 1:
        raise RuntimeError(f"'lengths' argument should be a 1D CPU int64 tensor, but got {lengths.dim()}D {lengths.device.type} Long tensor")
    sorted_indices = None
    if not enforce_sorted:
        lengths, sorted_indices = torch.sort(lengths, descending=True)
        if torch.jit.is_tracing():
            sorted_indices = sorted_indices.to(input.device)
        input = input.index_select(0 if batch_first else 1, sorted_indices)
    if torch.jit.is_tracing():
        from torch.jit import _sequences
        return PackedSequence(*torch.ops.aten._pack_padded_sequence(input, lengths, batch_first), sorted_indices)
    if batch_first:
        input = input.transpose(0, 1)
    return PackedSequence(*_packed_rows(input, lengths.tolist()), sorted_indices)


def _packed_rows(input, sizes):
    """The steps of padded sequences [time, batch, ...] of some sizes, and how many sequences each step has."""
    if not isinstance(input, torch.Tensor):
        raise TypeError(f"_pack_padded_sequence(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if input.numel() == 0:
        raise RuntimeError("Cannot pack empty tensors.")
    if len(sizes) != input.size(1):
        raise RuntimeError(f"Expected `len(lengths)` to be equal to batch_size, but got {len(sizes)} (batch_size={input.size(1)})")
    if sizes[-1] <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0")
    if any(a < b for a, b in zip(sizes, sizes[1:])):
        raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass `enforce_sorted=False` "
                           "to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do not need ONNX exportability.")
    batch_sizes = [sum(1 for n in sizes if n > t) for t in range(sizes[0])]
    return torch.cat([input[t, :n] for t, n in enumerate(batch_sizes)]), torch.tensor(batch_sizes)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    steps = sequence.batch_sizes.size(0)
    if total_length is not None and total_length < steps:
        raise ValueError(f"Expected total_length to be at least the length of the longest sequence in input, but got total_length={total_length} and max sequence length being {steps}")
    longest = total_length or steps
    if torch.jit.is_tracing():
        from torch.jit import _sequences
        out, lengths = torch.ops.aten._pad_packed_sequence(sequence.data, sequence.batch_sizes, batch_first, padding_value, longest)
        if sequence.unsorted_indices is None:
            return out, lengths
        return out.index_select(0 if batch_first else 1, sequence.unsorted_indices), lengths[sequence.unsorted_indices]
    out, lengths = _padded_rows(sequence.data, sequence.batch_sizes.tolist(), padding_value, longest)
    if sequence.unsorted_indices is not None:
        out = out.index_select(1, sequence.unsorted_indices)
        lengths = lengths[sequence.unsorted_indices]
    return (out.transpose(0, 1) if batch_first else out), lengths


def _padded_rows(data, sizes, padding_value, longest):
    """The sequences [time, batch, ...] of packed steps, and their lengths."""
    out = data.new_full((longest, sizes[0]) + tuple(data.shape[1:]), padding_value)
    lengths = [0] * sizes[0]
    start = 0
    for t, n in enumerate(sizes):
        out[t, :n] = data[start:start + n]
        start += n
        for b in range(n):
            lengths[b] = t + 1
    return out, torch.tensor(lengths)


def pack_sequence(sequences, enforce_sorted=True):
    return pack_padded_sequence(pad_sequence(sequences), [s.size(0) for s in sequences], enforce_sorted=enforce_sorted)


def unpack_sequence(packed):
    padded, lengths = pad_packed_sequence(packed, batch_first=True)
    return [s[:n] for s, n in zip(padded, lengths.tolist())]
