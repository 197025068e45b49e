"""Linear layers, convolutions and embeddings with weights that go through a quantised form."""

from torch import nn
from torch.ao.nn.quantized.reference.modules.utils import ReferenceQuantizedModule
from torch.nn import functional as F

__all__ = ["Linear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "Embedding", "EmbeddingBag"]


class Linear(ReferenceQuantizedModule, nn.Linear):
    _ARGUMENTS = "in_features", "out_features"

    def __init__(self, in_features, out_features, bias_=True, device=None, dtype=None, weight_qparams=None):
        nn.Linear.__init__(self, in_features, out_features, bias_, device, dtype)
        self._init_weight_qparams(weight_qparams, device)

    @classmethod
    def _more(cls, layer):
        return {"bias_": layer.bias is not None}

    def _get_name(self):
        return "QuantizedLinear(Reference)"

    def forward(self, x):
        return F.linear(x, self.get_weight(), self.bias)


class _Conv(ReferenceQuantizedModule):
    _ARGUMENTS = "in_channels", "out_channels", "kernel_size", "stride", "padding", "dilation", "groups"

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros",
                 device=None, dtype=None, weight_qparams=None):
        self._FLOAT.__init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode, device, dtype)
        self._init_weight_qparams(weight_qparams, device)

    @classmethod
    def _more(cls, layer):
        return {"bias": layer.bias is not None, "padding_mode": layer.padding_mode}

    def _get_name(self):
        return f"Quantized{type(self).__name__}(Reference)"

    def forward(self, x):
        return self._conv_forward(x, self.get_weight(), self.bias)


class Conv1d(_Conv, nn.Conv1d):
    _FLOAT = nn.Conv1d


class Conv2d(_Conv, nn.Conv2d):
    _FLOAT = nn.Conv2d


class Conv3d(_Conv, nn.Conv3d):
    _FLOAT = nn.Conv3d


class _ConvTranspose(_Conv):
    _ARGUMENTS = "in_channels", "out_channels", "kernel_size", "stride", "padding", "output_padding", "groups"

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
                 padding_mode="zeros", device=None, dtype=None, weight_qparams=None):
        self._FLOAT.__init__(self, in_channels, out_channels, kernel_size, stride, padding, output_padding, groups, bias, dilation, padding_mode, device, dtype)
        self._init_weight_qparams(weight_qparams, device)

    @classmethod
    def _more(cls, layer):
        return {"bias": layer.bias is not None, "dilation": layer.dilation, "padding_mode": layer.padding_mode}

    def forward(self, x, output_size=None):
        n = len(self.kernel_size)
        padding = self._output_padding(x, output_size, self.stride, self.padding, self.kernel_size, self._n, self.dilation)
        return getattr(F, f"conv_transpose{n}d")(x, self.get_weight(), self.bias, self.stride, self.padding, padding, self.groups, self.dilation)


class ConvTranspose1d(_ConvTranspose, nn.ConvTranspose1d):
    _FLOAT = nn.ConvTranspose1d


class ConvTranspose2d(_ConvTranspose, nn.ConvTranspose2d):
    _FLOAT = nn.ConvTranspose2d


class ConvTranspose3d(_ConvTranspose, nn.ConvTranspose3d):
    _FLOAT = nn.ConvTranspose3d


class Embedding(ReferenceQuantizedModule, nn.Embedding):
    _ARGUMENTS = "num_embeddings", "embedding_dim", "padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse"

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False,
                 _weight=None, device=None, dtype=None, weight_qparams=None):
        nn.Embedding.__init__(self, num_embeddings, embedding_dim, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse, _weight,
                              device=device, dtype=dtype)
        self._init_weight_qparams(weight_qparams, device)

    def _get_name(self):
        return "QuantizedEmbedding(Reference)"

    def forward(self, input):
        return F.embedding(input, self.get_weight(), self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse)


class EmbeddingBag(ReferenceQuantizedModule, nn.EmbeddingBag):
    _ARGUMENTS = "num_embeddings", "embedding_dim", "max_norm", "norm_type", "scale_grad_by_freq", "mode", "sparse"

    def __init__(self, num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode="mean", sparse=False,
                 _weight=None, include_last_offset=False, padding_idx=None, device=None, dtype=None, weight_qparams=None):
        nn.EmbeddingBag.__init__(self, num_embeddings, embedding_dim, max_norm, norm_type, scale_grad_by_freq, mode, sparse, _weight,
                                 include_last_offset, padding_idx, device, dtype)
        self._init_weight_qparams(weight_qparams, device)

    @classmethod
    def _more(cls, layer):
        return {"include_last_offset": layer.include_last_offset, "padding_idx": layer.padding_idx}

    def _get_name(self):
        return "QuantizedEmbedding(Reference)"

    def forward(self, input, offsets=None, per_sample_weights=None):
        return F.embedding_bag(input, self.get_weight(), offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.mode, self.sparse,
                               per_sample_weights, self.include_last_offset, self.padding_idx)


for _name in __all__:
    _place = "linear" if _name == "Linear" else "sparse" if _name.startswith("Embedding") else "conv"
    globals()[_name].__module__ = "torch.ao.nn.quantized.reference.modules." + _place
