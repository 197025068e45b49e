"""torch.export: one graph of operators for a module, with what it takes and gives, for all sizes that its dims allow."""


from .dynamic_shapes import Dim, ShapesCollection, dims
from .exported_program import (
    Constraint, CustomDecompTable, ExportedProgram, ModuleCallEntry, ModuleCallSignature, default_decompositions, export, export_for_training,
)
from .graph_signature import ExportBackwardSignature, ExportGraphSignature
from .unflatten import FlatArgsAdapter, UnflattenedModule, unflatten

__all__ = [
    "Dim", "ExportBackwardSignature", "ExportGraphSignature", "ExportedProgram", "ModuleCallEntry", "ModuleCallSignature", "ShapesCollection",
    "default_decompositions", "dims", "export", "load", "register_dataclass", "save", "unflatten", "FlatArgsAdapter", "UnflattenedModule",
]


def register_dataclass(cls, *, serialized_type_name=None):
    """Lets a dataclass be an argument or result of exported programs."""
    from torch.utils import _pytree as pytree

    pytree.register_dataclass(cls, serialized_type_name=serialized_type_name)


def save(ep, f, *, extra_files=None, opset_version=None, pickle_protocol=2):
    """Archives of exported programs (.pt2) are not written yet."""
    raise NotImplementedError("torch.export.save: magneto does not write .pt2 archives yet")


def load(f, *, extra_files=None, expected_opset_version=None):
    """Archives of exported programs (.pt2) are not read yet."""
    raise NotImplementedError("torch.export.load: magneto does not read .pt2 archives yet")
