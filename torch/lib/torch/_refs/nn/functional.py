"""References of torch.nn.functional."""

from torch.nn.functional import *
