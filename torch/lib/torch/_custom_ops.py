"""The old place of custom operators."""
from torch.library import custom_op
