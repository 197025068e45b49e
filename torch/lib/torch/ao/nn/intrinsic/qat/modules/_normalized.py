"""Layers followed by a batch normalisation, whose weights are rounded as they will be once the normalisation is folded into them (Krishnamoorthi, arXiv 1806.08342)."""

import torch
from torch.nn import init


class Normalized:
    """A layer with `bn`. Its weight is scaled by the running statistics, rounded, and its output scaled back, so that the batch is normalised as ever."""

    def _take(self, bn, bias, freeze_bn, qconfig):
        if not qconfig:
            raise AssertionError("qconfig must be provided for QAT module")
        self.qconfig = qconfig
        self.freeze_bn = freeze_bn if self.training else True
        self.bn = bn
        self.weight_fake_quant = qconfig.weight()
        if bias:
            self.bias = torch.nn.Parameter(torch.empty(bn.num_features))
        else:
            self.register_parameter("bias", None)
        self.reset_bn_parameters()
        if self.freeze_bn:
            self.freeze_bn_stats()
        else:
            self.update_bn_stats()

    def reset_running_stats(self):
        self.bn.reset_running_stats()

    def reset_bn_parameters(self):
        self.reset_running_stats()
        init.uniform_(self.bn.weight)
        init.zeros_(self.bn.bias)

    def update_bn_stats(self):
        return self._frozen(False)

    def freeze_bn_stats(self):
        return self._frozen(True)

    def _frozen(self, frozen):
        self.freeze_bn, self.bn.training = frozen, not frozen
        return self

    def _scaled(self):
        """The rounded weight, and what outputs are divided by, [1, out, 1, ...]."""
        if self.bn.running_var is None:
            raise AssertionError("self.bn.running_var must not be None")
        factor = self.bn.weight / torch.sqrt(self.bn.running_var + self.bn.eps)
        dims = self.weight.dim() - 1
        return self.weight_fake_quant(self.weight * factor.reshape([-1] + [1] * dims)), factor.reshape([1, -1] + [1] * (dims - 1))

    def _normalized(self, input):
        weight, factor = self._scaled()
        no_bias = torch.zeros(self.bn.num_features, dtype=input.dtype)
        y = self._layer(input, weight, no_bias) / factor
        if self.bias is not None:
            y = y + self.bias.reshape(factor.shape)
        return self.bn(y)

    def train(self, mode=True):
        """A frozen normalisation stays as it is."""
        self.training = mode
        if not self.freeze_bn:
            for child in self.children():
                child.train(mode)
        return self

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        if type(mod) is not cls._FLOAT_MODULE:
            raise AssertionError(f"qat.{cls.__name__}.from_float only works for {cls._FLOAT_MODULE.__name__}")
        if not hasattr(mod, "qconfig"):
            raise AssertionError("Input float module must have qconfig defined")
        if not mod.qconfig:
            raise AssertionError("Input float module must have a valid qconfig")
        layer, bn = mod[0], mod[1]
        made = cls(*cls._shape(layer), eps=bn.eps, momentum=bn.momentum, freeze_bn=False, qconfig=mod.qconfig)
        made.weight, made.bias = layer.weight, layer.bias
        for name in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
            setattr(made.bn, name, getattr(bn, name))
        return made

    def _folded(self, fold):
        """The parameters of the float layer that does the work of both."""
        bn = self.bn
        if bn.running_var is None or bn.running_mean is None:
            raise AssertionError("self.bn.running_var and self.bn.running_mean must not be None")
        return fold(self.weight, self.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
