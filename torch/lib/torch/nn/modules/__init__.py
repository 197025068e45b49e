"""The modules of torch.nn."""
from .module import Module
from .container import Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict
from .linear import Identity, Linear, Bilinear, LazyLinear, Flatten, Unflatten
from .activation import *
from .conv import (Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d, LazyConv1d, LazyConv2d, LazyConv3d,
                   LazyConvTranspose1d, LazyConvTranspose2d, LazyConvTranspose3d)
from .pooling import *
from .batchnorm import *
from .instancenorm import *
from .normalization import *
from .padding import *
from .dropout import Dropout, Dropout1d, Dropout2d, Dropout3d, AlphaDropout, FeatureAlphaDropout
from .sparse import Embedding, EmbeddingBag
from .linear_cross_entropy_options import LinearCrossEntropyOptions
from .loss import *
from .misc import *
from .rnn import RNNBase, RNN, LSTM, GRU, RNNCellBase, RNNCell, LSTMCell, GRUCell
from .transformer import *
from .adaptive import AdaptiveLogSoftmaxWithLoss
from .channelshuffle import ChannelShuffle
from ._constants import describe

describe(globals())
del describe
