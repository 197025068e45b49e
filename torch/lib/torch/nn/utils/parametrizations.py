"""Parametrizations that are often used: a length and a direction, a largest singular value of one, orthogonal matrices."""
import torch
from .. import functional as F
from ..modules.module import Module
from . import parametrize
from ._power import as_matrix, dimension_of, iterate, norm_except


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return weight_v * (weight_g / norm_except(weight_v, self.dim))

    def right_inverse(self, weight):
        return norm_except(weight, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    return parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)


class _SpectralNorm(Module):
    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        if not -weight.ndim <= dim < weight.ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{weight.ndim}, {weight.ndim - 1}] but got {dim})")
        if n_power_iterations <= 0:
            raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}")
        self.dim = dim if dim >= 0 else dim + weight.ndim
        self.eps = eps
        if weight.ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = as_matrix(weight, self.dim)
            h, w = matrix.size()
            u = F.normalize(matrix.new_empty(h).normal_(0, 1), dim=0, eps=eps)
            v = F.normalize(matrix.new_empty(w).normal_(0, 1), dim=0, eps=eps)
            self.register_buffer("_u", u)
            self.register_buffer("_v", v)
            iterate(matrix.detach(), self._u, self._v, 15, eps)

    def forward(self, weight):
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            iterate(matrix.detach(), self._u, self._v, self.n_power_iterations, self.eps)
        u, v = self._u.clone(), self._v.clone() # the next iteration writes into what backward needs
        return weight / torch.vdot(u, torch.mv(matrix, v))

    def right_inverse(self, value):
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    weight = getattr(module, name, None)
    if not isinstance(weight, torch.Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    return parametrize.register_parametrization(module, name, _SpectralNorm(weight, n_power_iterations, dimension_of(module, dim), eps))


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    raise NotImplementedError("magneto: torch.nn.utils.parametrizations.orthogonal")
