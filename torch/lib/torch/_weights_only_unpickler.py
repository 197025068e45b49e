"""The unpickler that makes tensors and plain containers only."""
from torch.serialization import _Unpickler as Unpickler
