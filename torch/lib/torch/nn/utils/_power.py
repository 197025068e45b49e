"""The largest singular value by power iteration, for both forms of spectral_norm."""
import torch
from .. import functional as F


def outputs_first(weight, dim):
    """The weight with the dimension of the outputs in front."""
    return weight if dim == 0 else weight.permute(dim, *(d for d in range(weight.dim()) if d != dim))


def dimension_of(module, dim):
    """The dimension of the outputs: 1 for transposed convolutions."""
    if dim is not None:
        return dim
    from ..modules.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
    return 1 if isinstance(module, (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)) else 0
