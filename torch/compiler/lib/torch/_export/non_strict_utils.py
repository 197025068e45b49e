"""What modules hold that programs take as constants."""

import contextlib

import torch

from .passes.lift_constants_pass import ConstantAttrMap

__all__ = []


def _gather_constant_attrs(m):
    """The tensors and objects that a module and those within hold as plain attributes, with the names of these."""
    held = {id(x) for x in (*m.parameters(), *m.buffers())}
    constants = ConstantAttrMap()

    def gather(module, path):
        for name, value in module.__dict__.items():
            if isinstance(value, (torch.Tensor, torch.ScriptObject)) and id(value) not in held:
                constants.add(value, ".".join((*path, name)))
        for name, child in module.named_children():
            gather(child, (*path, name))

    gather(m, ())
    return constants


@contextlib.contextmanager
def _fakify_script_objects(mod, args, kwargs, fake_mode):
    """Within, objects of C++ classes are what stands for them; there are none here, so the module is as it is."""
    yield mod, args, kwargs, _gather_constant_attrs(mod), {}
