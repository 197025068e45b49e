"""References of torch.special."""

from torch.special import *
