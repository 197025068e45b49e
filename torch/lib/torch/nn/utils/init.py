"""Modules whose parameters are left as they are found."""
import inspect

import torch


def skip_init(module_cls, *args, **kwargs):
    if not issubclass(module_cls, torch.nn.Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    generator = torch.get_rng_state() # initialisation has to leave no trace
    try:
        return module_cls(*args, **kwargs)
    finally:
        torch.set_rng_state(generator)
