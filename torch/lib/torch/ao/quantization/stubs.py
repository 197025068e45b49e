"""Where a model goes from numbers to quantised ones, and back."""

from torch import nn


class _Stub(nn.Module):
    """The identity, with the configuration that converting the model reads."""

    def __init__(self, qconfig=None):
        super().__init__()
        if qconfig:
            self.qconfig = qconfig

    def forward(self, x):
        return x


class QuantStub(_Stub):
    """An observer until the model is converted."""


class DeQuantStub(_Stub):
    """The identity until the model is converted."""


class QuantWrapper(nn.Module):
    """A module between stubs."""

    def __init__(self, module):
        super().__init__()
        qconfig = getattr(module, "qconfig", None)
        self.add_module("quant", QuantStub(qconfig))
        self.add_module("dequant", DeQuantStub(qconfig))
        self.add_module("module", module)
        self.train(module.training)

    def forward(self, X):
        return self.dequant(self.module(self.quant(X)))
