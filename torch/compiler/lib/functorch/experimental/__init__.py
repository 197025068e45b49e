"""Functions that take functions."""

from torch.func import functionalize
from functorch.experimental import control_flow
