"""The state of an exported program in a tree of modules."""

from torch.fx.graph_module import _assign_attr

from .graph_signature import InputKind


def ensure_submodule(root, path, cls):
    """The module at a path; what is missing on the way is made of a class."""
    at = root
    for part in path.split(".") if path else ():
        if part not in at._modules:
            at.add_module(part, cls())
        at = at._modules[part]
    return at


def attach(root, spec, value, cls):
    """Puts the value of an input that is state where the input says."""
    path, _, name = spec.target.rpartition(".")
    owner = ensure_submodule(root, path, cls)
    if spec.kind is InputKind.BUFFER:
        owner.register_buffer(name, value, persistent=spec.persistent is not False)
    elif spec.kind is InputKind.CONSTANT_TENSOR:
        owner.__dict__[name] = value  # a parameter is none here
    else:
        _assign_attr(value, root, spec.target)
