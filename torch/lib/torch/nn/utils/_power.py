"""The largest singular value by power iteration, for both forms of spectral_norm."""
import torch
from .. import functional as F


def as_matrix(weight, dim):
    if dim != 0:
        weight = weight.permute(dim, *(d for d in range(weight.dim()) if d != dim))
    return weight.reshape(weight.size(0), -1)


@torch.no_grad()
def iterate(matrix, u, v, times, eps):
    """Moves the two singular vectors nearer to the largest ones."""
    for _ in range(times):
        u.copy_(F.normalize(torch.mv(matrix, v), dim=0, eps=eps))
        v.copy_(F.normalize(torch.mv(matrix.t(), u), dim=0, eps=eps))


def dimension_of(module, dim):
    """The dimension of the outputs: 1 for transposed convolutions."""
    if dim is not None:
        return dim
    from ..modules.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
    return 1 if isinstance(module, (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)) else 0
