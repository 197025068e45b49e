"""Recurrent networks and their cells in terms of the core operators: step by step."""
from torch.jit import _operators
from torch.nn.modules import rnn

from ._core import _instead_of

_instead_of("lstm.input")(_operators._lstm)
for _mode in ("gru", "rnn_tanh", "rnn_relu"):
    _instead_of(f"{_mode}.input")(_operators._recurrent(_mode.upper()))
for _cell in ("lstm_cell", "gru_cell", "rnn_tanh_cell", "rnn_relu_cell"):
    _instead_of(f"{_cell}.default")(getattr(rnn, _cell))
