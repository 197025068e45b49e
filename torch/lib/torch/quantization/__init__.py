"""torch.ao.quantization under its older name."""

from torch.ao.quantization import *
from torch.ao.quantization import fake_quantize, observer, qconfig
