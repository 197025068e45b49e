"""The older name of torch.func."""
from torch.func import *
from torch.func import __all__
