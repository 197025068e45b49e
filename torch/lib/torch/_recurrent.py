"""Whole recurrent networks as functions of their weights: torch.lstm, torch.gru, torch.rnn_tanh, torch.rnn_relu."""

import torch
from torch._utils import _overridable
from torch.nn.modules.rnn import _layers


def _run(mode, input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    if batch_first:
        input = input.transpose(0, 1)
    output, h, c = _layers(mode, input, hx, params, has_biases, num_layers, dropout, train, bidirectional)
    return output.transpose(0, 1) if batch_first else output, h, c


def _packed(mode, data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional):
    """The same over sequences of several lengths, longest first, whose steps lie one after the other in data."""
    return _layers(mode, data, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_sizes.tolist())


def _call(mode, args, names, kwargs):
    """The two signatures: (input, hx, params, ..., batch_first) and (data, batch_sizes, hx, params, ...)."""
    given = dict(zip(names, args), **kwargs)
    if isinstance(args[1], torch.Tensor) and len(args) > 3 and isinstance(args[3], (tuple, list)):
        given = dict(zip(("data", "batch_sizes") + names[1:-1], args), **kwargs)
        return _packed(mode, **given)
    return _run(mode, **given)


_NAMES = ("input", "hx", "params", "has_biases", "num_layers", "dropout", "train", "bidirectional", "batch_first")


@_overridable
def lstm(*args, **kwargs):
    return _call("LSTM", args, _NAMES, kwargs)


@_overridable
def gru(*args, **kwargs):
    return _call("GRU", args, _NAMES, kwargs)[:2]


@_overridable
def rnn_tanh(*args, **kwargs):
    return _call("RNN_TANH", args, _NAMES, kwargs)[:2]


@_overridable
def rnn_relu(*args, **kwargs):
    return _call("RNN_RELU", args, _NAMES, kwargs)[:2]
