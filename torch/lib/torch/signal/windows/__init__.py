"""Windows."""

from torch.signal.windows.windows import *
from torch.signal.windows.windows import __all__
