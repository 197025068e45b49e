"""torch.export: one graph of operators for a module, with what it takes and gives, for all sizes that its dims allow."""


from ._draft_export import draft_export
from .decomp_utils import CustomDecompTable
from .dynamic_shapes import AdditionalInputs, Dim, ShapesCollection, dims
from .exported_program import (
    Constraint, ExportedProgram, ModuleCallEntry, ModuleCallSignature, export, export_for_training,
)
from .graph_signature import ExportBackwardSignature, ExportGraphSignature
from .unflatten import FlatArgsAdapter, InterpreterModule, UnflattenedModule, unflatten

DEFAULT_PICKLE_PROTOCOL = 2

__all__ = [
    "Dim", "ExportBackwardSignature", "ExportGraphSignature", "ExportedProgram", "ModuleCallEntry", "ModuleCallSignature", "ShapesCollection",
    "default_decompositions", "dims", "export", "load", "register_dataclass", "save", "unflatten", "FlatArgsAdapter", "UnflattenedModule",
]


def default_decompositions():
    """The operators that run_decompositions takes apart, with the functions that do."""
    return CustomDecompTable()


def register_dataclass(cls, *, serialized_type_name=None):
    """Lets a dataclass be an argument or result of exported programs."""
    from torch.utils import _pytree as pytree

    pytree.register_dataclass(cls, serialized_type_name=serialized_type_name)


def save(ep, f, *, extra_files=None, opset_version=None, pickle_protocol=2):
    """Write a program to a file (.pt2), with other files beside it."""
    from ._archive import save as write

    if not isinstance(ep, ExportedProgram):
        raise TypeError(f"The 'ep' parameter must be an instance of 'ExportedProgram', got '{type(ep).__name__}' instead.")
    write(ep, f, extra_files)


def load(f, *, extra_files=None, expected_opset_version=None):
    """Read a program from a file (.pt2); extra_files gets the contents of those files that it names."""
    from ._archive import load as read

    return read(f, extra_files)
