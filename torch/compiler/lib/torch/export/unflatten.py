"""unflatten: the tree of modules of an exported program."""

__all__ = ["FlatArgsAdapter", "UnflattenedModule", "unflatten"]


class FlatArgsAdapter:
    """Turns arguments in one form into those that a program takes."""

    def adapt(self, target_spec, input_spec, input_args, metadata=None, obj=None):
        raise NotImplementedError


class UnflattenedModule:
    """The tree of modules of a program."""


def unflatten(module, flat_args_adapter=None):
    """Not there yet."""
    raise NotImplementedError("torch.export.unflatten: magneto does not have it yet")
