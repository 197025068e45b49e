"""Modules for quantised models: fused ones, ones that train with rounded weights, and quantised ones."""

import importlib

__all__ = ["intrinsic", "qat", "quantizable", "quantized"]


def __getattr__(name):
    if name in __all__:
        return importlib.import_module("torch.ao.nn." + name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
