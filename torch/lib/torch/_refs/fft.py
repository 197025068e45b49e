"""References of torch.fft."""

from torch.fft import *
