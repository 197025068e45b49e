"""References of torch.linalg."""

from torch.linalg import *
