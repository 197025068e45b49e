"""Freezing: attributes of modules as constants."""


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    raise NotImplementedError("torch.jit.freeze: magneto does not freeze modules yet")


def run_frozen_optimizations(mod, optimize_numerics=True, preserved_methods=None):
    raise NotImplementedError("torch.jit.run_frozen_optimizations: magneto does not freeze modules yet")


def optimize_for_inference(mod, other_methods=None):
    raise NotImplementedError("torch.jit.optimize_for_inference: magneto does not freeze modules yet")
