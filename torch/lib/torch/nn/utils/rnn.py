"""Sequences of different lengths."""
import torch


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    sequences = list(sequences)
    longest = max(s.size(0) for s in sequences)
    trailing = sequences[0].shape[1:]
    out = sequences[0].new_full((len(sequences), longest) + tuple(trailing), padding_value)
    for i, s in enumerate(sequences):
        if padding_side == "right":
            out[i, :s.size(0)] = s
        else:
            out[i, longest - s.size(0):] = s
    return out if batch_first else out.transpose(0, 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    return [s[:n] for s, n in zip(padded_sequences, lengths)]
