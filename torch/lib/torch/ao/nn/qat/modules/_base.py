"""What layers with rounded weights share."""

import torch
from torch.nn.utils.parametrize import is_parametrized, transfer_parametrizations_and_params, type_before_parametrizations


class RoundedWeight:
    """A layer with `weight_fake_quant`, by the weight observer of its qconfig."""

    def _take(self, qconfig, factory_kwargs=None):
        if not qconfig:
            raise AssertionError("qconfig must be provided for QAT module")
        self.qconfig = qconfig
        given = {name: value for name, value in (factory_kwargs or {}).items() if value is not None}
        self.weight_fake_quant = qconfig.weight(factory_kwargs=given) if given else qconfig.weight()

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        """The layer for a float one, with its parameters."""
        if type_before_parametrizations(mod) is not cls._FLOAT_MODULE:
            raise AssertionError(f"qat.{cls.__name__}.from_float only works for {cls._FLOAT_MODULE.__name__}")
        if not hasattr(mod, "qconfig"):
            raise AssertionError("Input float module must have qconfig defined")
        if not mod.qconfig:
            raise AssertionError("Input float module must have a valid qconfig")
        made, layer = cls._made_of(mod)
        for name in ("weight", "bias"):
            if is_parametrized(layer, name):
                transfer_parametrizations_and_params(layer, made, name)
            elif hasattr(layer, name):
                setattr(made, name, getattr(layer, name))
        return made

    def _gives(self, made):
        made.weight = torch.nn.Parameter(self.weight.detach())
        if getattr(self, "bias", None) is not None:
            made.bias = torch.nn.Parameter(self.bias.detach())
        return made
