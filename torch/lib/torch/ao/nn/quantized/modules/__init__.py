from torch.ao.nn.quantized.modules.activation import ELU, Hardswish, LeakyReLU, MultiheadAttention, PReLU, ReLU6, Sigmoid, Softmax
from torch.ao.nn.quantized.modules.batchnorm import BatchNorm2d, BatchNorm3d
from torch.ao.nn.quantized.modules.conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from torch.ao.nn.quantized.modules.dropout import Dropout
from torch.ao.nn.quantized.modules.embedding_ops import Embedding, EmbeddingBag
from torch.ao.nn.quantized.modules.functional_modules import FloatFunctional, FXFloatFunctional, QFunctional
from torch.ao.nn.quantized.modules.linear import Linear
from torch.ao.nn.quantized.modules.normalization import GroupNorm, InstanceNorm1d, InstanceNorm2d, InstanceNorm3d, LayerNorm
from torch.ao.nn.quantized.modules.quantize import DeQuantize, Quantize
from torch.ao.nn.quantized.modules.rnn import LSTM
from torch.nn.modules.pooling import MaxPool2d

DeQuantize.__module__ = Quantize.__module__ = __name__

__all__ = ["BatchNorm2d", "BatchNorm3d", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "DeQuantize", "ELU", "Embedding", "EmbeddingBag", "GroupNorm",
           "Hardswish", "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "LSTM", "LayerNorm", "MultiheadAttention", "LeakyReLU", "Linear", "MaxPool2d", "Quantize", "ReLU6", "Sigmoid", "Softmax", "Dropout", "PReLU",
           "FloatFunctional", "FXFloatFunctional", "QFunctional"]
