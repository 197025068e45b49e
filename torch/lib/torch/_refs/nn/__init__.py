"""References of torch.nn.functional, which is the only module here."""

from torch._refs.nn import functional
