"""Recurrent networks with quantised weights: layers that each quantise their input by its range, and their state at each step."""

import torch
from torch._quantized.operators import gru_step, lstm_step

__all__ = ["quantized_lstm", "quantized_gru"]


def quantized_lstm(input, hx, params, *rest, dtype=None, use_dynamic=False):
    """Outputs of the last layer and the last states of all; batch_sizes stand behind the input where it is packed."""
    if isinstance(hx, torch.Tensor):
        return _packed(lstm_step, input, hx, params, *rest)
    return _padded(lstm_step, input, hx, params, *rest)


def quantized_gru(input, hx, params, *rest):
    if isinstance(params, torch.Tensor):
        return _packed(_gru_step, input, hx, [params], *rest)
    return _padded(_gru_step, input, [hx], params, *rest)


def _gru_step(from_input, h, w_hh):
    return (gru_step(from_input, h, w_hh),)


def _packed(step, data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional):
    out, ends = run(step, data, batch_sizes, hx, params, num_layers, dropout if train else 0.0, bidirectional)
    return out, *ends


def _padded(step, input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    out, ends = run(step, input.transpose(0, 1) if batch_first else input, None, hx, params, num_layers, dropout if train else 0.0, bidirectional)
    return out.transpose(0, 1) if batch_first else out, *ends


def run(step, x, batch_sizes, states, params, num_layers, dropout, bidirectional):
    """Outputs [time, batch, hidden] of the last layer, and the last states of all; states are [layers, batch, hidden]."""
    ends, directions = [[] for _ in states], 2 if bidirectional else 1
    for layer in range(num_layers):
        outs = []
        for direction in range(directions):
            at = layer * directions + direction
            out, last = _layer(step, x, batch_sizes, [s[at] for s in states], params[at], direction == 1)
            outs.append(out)
            for end, state in zip(ends, last):
                end.append(state)
        x = torch.cat(outs, -1)
        if dropout and layer < num_layers - 1:
            x = torch.nn.functional.dropout(x, dropout)
    return x, [torch.stack(end) for end in ends]


def _layer(step, x, batch_sizes, state, cell, backwards):
    from_inputs = torch.ops.quantized.linear_dynamic(x, cell.w_ih, cell.reduce_range)
    steps = list(from_inputs.split(batch_sizes.tolist())) if batch_sizes is not None else list(from_inputs.unbind(0))
    outs = [None] * len(steps)
    for t in range(len(steps) - 1, -1, -1) if backwards else range(len(steps)):
        n = steps[t].size(0)
        new = step(steps[t], *(s[:n] for s in state), cell.w_hh)
        state = [torch.cat([made, s[n:]]) if n < s.size(0) else made for made, s in zip(new, state)]
        outs[t] = new[0]
    return torch.cat(outs) if batch_sizes is not None else torch.stack(outs), state
