from torch.ao.nn.quantized.reference.modules.layers import *
from torch.ao.nn.quantized.reference.modules.layers import __all__ as _layers
from torch.ao.nn.quantized.reference.modules.rnn import *
from torch.ao.nn.quantized.reference.modules.rnn import __all__ as _rnn

__all__ = [*_layers, *_rnn]
