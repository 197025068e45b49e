"""In PyTorch the primitives that references are written in; here an operator has one implementation."""
import torch._prims_common as utils
from torch._prims import context
