"""run_decompositions: the program of a program, recorded without changes in place and with composite operators taken apart."""

import torch

__all__ = ["decomposed", "default_table"]


def default_table():
    """Functions for the operators that are taken apart unless one says otherwise."""
    from .exported_program import CustomDecompTable

    aten = torch.ops.aten

    def silu(x):
        return x * torch.sigmoid(x)

    return CustomDecompTable({aten.silu.default: silu})


def decomposed(ep, table):
    """Not there yet for programs that change their inputs or state."""
    raise NotImplementedError("ExportedProgram.run_decompositions: magneto does not have it yet")
